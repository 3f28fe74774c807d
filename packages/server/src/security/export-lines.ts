/** The audit log as lines of text, made while they are sent: memory use does not depend on the log's length. */
import type { AuditExportLine } from '@kept/domain/audit.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Signer } from '@kept/engine/savings/statement/sign-statement.ts'
import { csvLine } from '@kept/foundation/csv/write.ts'
import { readAuditCheckpoints } from '@kept/store/audit/checkpoints.ts'
import { type AuditFilter, readAuditMatches } from '@kept/store/audit/list.ts'
import { auditRange, readAuditEvents } from '@kept/store/audit/read.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { auditColumns } from './export-columns.ts'
import { signExport } from './sign-audit.ts'

const pageSize = 1_000

export async function* auditCsv(database: Database, scope: Scope, filter: AuditFilter): AsyncGenerator<string> {
  yield csvLine(auditColumns.map(({ label }) => label))
  let below: number | undefined
  for (;;) {
    const events = await readAuditMatches(database, scope, filter, { below, limit: pageSize })
    yield events.map((event) => csvLine(auditColumns.map(({ format }) => format(event)))).join('')
    below = events.at(-1)?.seq
    if (events.length < pageSize || below === undefined) return
  }
}

/** All events of the days in order, between their signed beginning and end, with the checkpoints that were signed. */
export async function* auditJsonLines(
  { database, signer, now }: { database: Database; signer: Signer; now: Date },
  scope: Scope,
  days: Pick<AuditFilter, 'start_date' | 'end_date'>,
): AsyncGenerator<string> {
  const { before, head } = await auditRange(database, scope, days)
  const range = { after: before.seq, until: head.seq }
  // After a change of the key, earlier checkpoints cannot be verified with the key of this export.
  const checkpoints = (await readAuditCheckpoints(database, scope, range)).filter(
    ({ signature }) => signature.public_key === signer.publicKey,
  )
  const checkpointOfSeq = new Map(checkpoints.map((checkpoint) => [checkpoint.seq, checkpoint]))
  const beginning = {
    ...{ kind: 'export' as const, version: 1 as const, organization_id: scope.organizationId },
    ...{ exported_at: now.toISOString(), before, head, checkpoints: checkpoints.length },
  }
  yield lineOf(signExport(beginning, signer))
  for (let after = before.seq; after < head.seq; ) {
    const events = await readAuditEvents(database, scope, { after, until: head.seq, limit: pageSize })
    const last = events.at(-1)
    if (!last) return
    yield events
      .flatMap((event): AuditExportLine[] => {
        const checkpoint = checkpointOfSeq.get(event.seq)
        return [{ kind: 'event', event }, ...(checkpoint ? [checkpoint] : [])]
      })
      .map(lineOf)
      .join('')
    after = last.seq
  }
}

function lineOf(line: AuditExportLine): string {
  return `${JSON.stringify(line)}\n`
}
