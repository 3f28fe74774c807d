/** Confirms or discards an import that waits for confirmation, with an audit entry. */
import type { Import } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { confirmImport, discardImport } from '@kept/store/imports/decide.ts'
import { summarizeLosses } from '@kept/store/imports/wait-for-confirmation.ts'
import type { Acting } from '../platform/acting.ts'
import type { Services } from '../platform/context.ts'
import { rowsImported } from '../platform/metrics.ts'
import { importJob } from './import-job.ts'

export async function decideImport(
  { state, jobs, now }: Pick<Services, 'state' | 'jobs' | 'now'>,
  scope: Scope,
  { auditContext }: Pick<Acting, 'auditContext'>,
  { id, decision }: { id: string; decision: 'confirm' | 'discard' },
): Promise<Import> {
  if (decision === 'discard') {
    return discardImport(state.database, scope, {
      id,
      now: now(),
      alongside: (tx, decided) =>
        recordAudit(tx, {
          ...auditContext,
          action: 'import.discarded',
          target: id,
          summary: `Discarded the import of ${filesOf(decided)}.`,
          details: { losses: decided.losses },
        }),
    })
  }
  let rows: { stored: number; rejected: number } | undefined
  const decided = await confirmImport(state, scope, {
    id,
    now: now(),
    alongside: async (tx, done) => {
      rows = done.reconciliation?.rows
      // The job finds the import published and updates recommendations, anomalies and resources.
      await jobs.send(importJob, { organization_id: scope.organizationId, import_id: id }, { within: tx })
      await recordAudit(tx, {
        ...auditContext,
        action: 'import.confirmed',
        target: id,
        summary: `Imported ${filesOf(done)} although it has less than what it replaces. ${summarizeLosses(done.losses)}`,
        details: { losses: done.losses },
      })
    },
  })
  if (rows) {
    rowsImported.inc({ outcome: 'stored' }, rows.stored)
    rowsImported.inc({ outcome: 'rejected' }, rows.rejected)
  }
  jobs.wake(importJob)
  return decided
}

function filesOf({ sources }: Import): string {
  return sources.length === 1 ? (sources[0]?.name ?? 'a file') : `${sources.length} files`
}
