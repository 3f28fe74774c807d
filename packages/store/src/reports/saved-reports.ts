/** Saved reports and their schedules. A private report exists for its owner only. */
import { KeptError } from '@kept/domain/errors.ts'
import type { ReportDefinition, ReportSchedule } from '@kept/domain/report.ts'
import { reportLimits } from '@kept/domain/report-labels.ts'
import { isUuid } from '@kept/foundation/uuid.ts'
import type { Selectable } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { ReportsSchema } from './schema.ts'

export interface SavedReport {
  id: string
  definition: ReportDefinition
  owner: { id: string | null; name: string }
  schedule: ReportSchedule | null
  next_run_at: string | null
  created_at: string
  updated_at: string
}

/** The reports that a user sees, by name. `viewer` is null for the operator and for API keys. */
export async function listReports(tx: ScopedTransaction, viewer: string | null): Promise<SavedReport[]> {
  const rows = await visible(tx, viewer).orderBy('name').orderBy('id').execute()
  return rows.map(toReport)
}

/** Throws KeptError `not_found`, for a private report of another user as well. */
export async function findReport(tx: ScopedTransaction, id: string, viewer: string | null): Promise<SavedReport> {
  const row = isUuid(id) ? await visible(tx, viewer).where('id', '=', id).executeTakeFirst() : undefined
  if (!row) throw new KeptError('not_found', 'Report not found.')
  return toReport(row)
}

export async function addReport(
  tx: ScopedTransaction,
  definition: ReportDefinition,
  { owner, now }: { owner: SavedReport['owner']; now: Date },
): Promise<SavedReport> {
  const { count } = await tx
    .selectFrom('saved_report')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('organization_id', '=', tx.scopedTo)
    .executeTakeFirstOrThrow()
  if (Number(count) >= reportLimits.reports)
    throw new KeptError('conflict', `There may be ${reportLimits.reports} reports; delete one that is not used.`)
  const row = await tx
    .insertInto('saved_report')
    .values({
      ...{ organization_id: tx.scopedTo, ...toRow(definition), created_at: now, updated_at: now },
      ...{ owner_id: owner.id, owner_name: owner.name },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toReport(row)
}

export async function changeReport(
  tx: ScopedTransaction,
  id: string,
  definition: ReportDefinition,
  now: Date,
): Promise<SavedReport> {
  const row = await tx
    .updateTable('saved_report')
    .set({ ...toRow(definition), updated_at: now })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toReport(row)
}

export async function removeReport(tx: ScopedTransaction, id: string): Promise<void> {
  await tx.deleteFrom('saved_report').where('organization_id', '=', tx.scopedTo).where('id', '=', id).execute()
}

/** With null, the report is no longer sent. */
export async function setSchedule(
  tx: ScopedTransaction,
  id: string,
  { schedule, nextRunAt, now }: { schedule: ReportSchedule | null; nextRunAt: Date | null; now: Date },
): Promise<SavedReport> {
  const row = await tx
    .updateTable('saved_report')
    .set({ schedule: schedule && JSON.stringify(schedule), next_run_at: nextRunAt, updated_at: now })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toReport(row)
}

function visible(tx: ScopedTransaction, viewer: string | null) {
  const reports = tx.selectFrom('saved_report').selectAll().where('organization_id', '=', tx.scopedTo)
  return viewer === null
    ? reports.where('shared', '=', true)
    : reports.where(({ or, eb }) => or([eb('shared', '=', true), eb('owner_id', '=', viewer)]))
}

function toRow({ name, shared, ...definition }: ReportDefinition) {
  return { name, shared, definition: JSON.stringify(definition) }
}

export function toReport(row: Selectable<ReportsSchema['saved_report']>): SavedReport {
  return {
    id: row.id,
    definition: { name: row.name, shared: row.shared, ...row.definition },
    owner: { id: row.owner_id, name: row.owner_name },
    schedule: row.schedule,
    next_run_at: row.next_run_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
