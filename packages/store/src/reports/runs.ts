/** Runs of saved reports: their figures, and the status of their messages. */
import { KeptError } from '@kept/domain/errors.ts'
import type { ReportDocument } from '@kept/domain/report-document.ts'
import type { ExportFormat, ReportDeliveryStatus, ReportRunStatus } from '@kept/domain/report-labels.ts'
import { reportLimits } from '@kept/domain/report-labels.ts'
import { isUuid } from '@kept/foundation/uuid.ts'
import type { Selectable } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { ReportsSchema } from './schema.ts'

interface ReportRun {
  id: string
  status: ReportRunStatus
  occurrence_at: string | null
  started_by: string
  error: string
  created_at: string
  finished_at: string | null
  deliveries: {
    id: string
    kind: 'email' | 'channel'
    target: string
    formats: ExportFormat[]
    status: ReportDeliveryStatus
    result: string
    finished_at: string | null
  }[]
}

/** Where a report is sent. */
export interface ReportTargets {
  recipients: readonly string[]
  channels: readonly string[]
  formats: readonly ExportFormat[]
}

/** Newest first. */
export async function listRuns(tx: ScopedTransaction, reportId: string): Promise<ReportRun[]> {
  const runs = await tx
    .selectFrom('report_run')
    .select(['id', 'status', 'occurrence_at', 'started_by', 'error', 'created_at', 'finished_at'])
    .where('organization_id', '=', tx.scopedTo)
    .where('report_id', '=', reportId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(reportLimits.runs)
    .execute()
  if (runs.length === 0) return []
  const deliveries = await tx
    .selectFrom('report_delivery')
    .selectAll()
    .where(
      'run_id',
      'in',
      runs.map(({ id }) => id),
    )
    .orderBy('target')
    .execute()
  return runs.map((run) => ({
    ...run,
    occurrence_at: run.occurrence_at?.toISOString() ?? null,
    created_at: run.created_at.toISOString(),
    finished_at: run.finished_at?.toISOString() ?? null,
    deliveries: deliveries.filter(({ run_id }) => run_id === run.id).map(toDelivery),
  }))
}

/** The figures of a run. Throws KeptError `not_found`, or `conflict` for a run that has none. */
export async function findRunDocument(tx: ScopedTransaction, reportId: string, runId: string): Promise<ReportDocument> {
  const row = isUuid(runId)
    ? await tx
        .selectFrom('report_run')
        .select('document')
        .where('organization_id', '=', tx.scopedTo)
        .where('report_id', '=', reportId)
        .where('id', '=', runId)
        .executeTakeFirst()
    : undefined
  if (!row) throw new KeptError('not_found', 'Run not found.')
  if (!row.document) throw new KeptError('conflict', 'This run has no figures. Run the report again.')
  return row.document
}

/** Records a run that a person started, with its figures, and queues its messages. Returns its ID. */
export async function addFinishedRun(
  tx: ScopedTransaction,
  run: { reportId: string; startedBy: string; document: ReportDocument; now: Date },
  targets: ReportTargets | null,
): Promise<string> {
  const { id } = await tx
    .insertInto('report_run')
    .values({
      ...{ organization_id: tx.scopedTo, report_id: run.reportId, started_by: run.startedBy, created_at: run.now },
      ...{ status: 'finished', document: JSON.stringify(run.document), finished_at: run.now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (targets) await addDeliveries(tx, id, targets, run.now)
  await pruneRuns(tx, run.reportId)
  return id
}

/** One message for each recipient and channel. Those that exist stay as they are. */
export async function addDeliveries(
  tx: ScopedTransaction,
  runId: string,
  { recipients, channels, formats }: ReportTargets,
  now: Date,
): Promise<void> {
  const targets = [
    ...recipients.map((target) => ({ kind: 'email' as const, target })),
    ...channels.map((target) => ({ kind: 'channel' as const, target })),
  ]
  if (targets.length === 0) return
  const common = { organization_id: tx.scopedTo, run_id: runId, formats: JSON.stringify(formats), created_at: now }
  await tx
    .insertInto('report_delivery')
    .values(targets.map((target) => ({ ...common, ...target, status: 'waiting' as const, next_attempt_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Sends every message of a run again, with the figures of the run. */
export async function sendRunAgain(
  tx: ScopedTransaction,
  runId: string,
  targets: ReportTargets,
  now: Date,
): Promise<void> {
  await addDeliveries(tx, runId, targets, now)
  await tx
    .updateTable('report_delivery')
    .set({ status: 'waiting', attempts: 0, next_attempt_at: now, result: '', finished_at: null })
    .where('run_id', '=', runId)
    .where('status', 'in', ['sent', 'failed'])
    .execute()
}

/** Keeps the newest runs of a report. */
export async function pruneRuns(tx: ScopedTransaction, reportId: string): Promise<void> {
  await tx
    .deleteFrom('report_run')
    .where('report_id', '=', reportId)
    .where('status', 'in', ['finished', 'failed', 'skipped'])
    .where('id', 'not in', (qb) =>
      qb
        .selectFrom('report_run')
        .select('id')
        .where('report_id', '=', reportId)
        .orderBy('created_at', 'desc')
        .limit(reportLimits.runs),
    )
    .execute()
}

function toDelivery(row: Selectable<ReportsSchema['report_delivery']>): ReportRun['deliveries'][number] {
  const { id, kind, target, formats, status, result, finished_at } = row
  return { id, kind, target, formats, status, result, finished_at: finished_at?.toISOString() ?? null }
}
