/** Confirming or discarding an import that waits for a person, with its record in the audit trail. */
import type { Import } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { confirmImport, discardImport } from '@kept/store/imports/decide.ts'
import { summarizeLosses } from '@kept/store/imports/wait-for-confirmation.ts'
import { recordAudit } from '@kept/store/people/audit.ts'
import type { Acting } from '../platform/acting.ts'
import type { Services } from '../platform/context.ts'
import { rowsImported } from '../platform/metrics.ts'
import { importJob } from './import-job.ts'

export async function decideImport(
  { state, jobs, now }: Pick<Services, 'state' | 'jobs' | 'now'>,
  scope: Scope,
  { stamp }: Pick<Acting, 'stamp'>,
  { id, decision }: { id: string; decision: 'confirm' | 'discard' },
): Promise<Import> {
  if (decision === 'discard') {
    return discardImport(state.database, scope, {
      id,
      now: now(),
      alongside: (tx, decided) =>
        recordAudit(tx, {
          ...stamp,
          action: 'import.discarded',
          target: id,
          summary: `Discarded the import of ${filesOf(decided)}.`,
          details: { losses: decided.losses },
        }),
    })
  }
  let rows: { kept: number; set_aside: number } | undefined
  const decided = await confirmImport(state, scope, {
    id,
    now: now(),
    alongside: async (tx, done) => {
      rows = done.reconciliation?.rows
      // The job finds the import published and does what follows: findings, anomalies, resources.
      await jobs.send(importJob, { organization_id: scope.organizationId, import_id: id }, { within: tx })
      await recordAudit(tx, {
        ...stamp,
        action: 'import.confirmed',
        target: id,
        summary: `Imported ${filesOf(done)} although it lacks part of what it replaces. ${summarizeLosses(done.losses)}`,
        details: { losses: done.losses },
      })
    },
  })
  if (rows) {
    rowsImported.inc({ outcome: 'kept' }, rows.kept)
    rowsImported.inc({ outcome: 'set_aside' }, rows.set_aside)
  }
  jobs.wake(importJob)
  return decided
}

function filesOf({ sources }: Import): string {
  return sources.length === 1 ? (sources[0]?.name ?? 'a file') : `${sources.length} files`
}
