/** What is due: occurrences of schedules, runs and messages. Each is claimed by one process at a time. */
import type { ReportDocument } from '@kept/domain/report-document.ts'
import type { ExportFormat } from '@kept/domain/report-labels.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type RawBuilder, sql } from 'kysely'
import { activeMembers } from '../alerts/active-members.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { leaseFor } from '../database/lease.ts'
import { addDeliveries, pruneRuns, type ReportTargets } from './runs.ts'
import { type SavedReport, toReport } from './saved-reports.ts'

/** Longer than a run or a message may take: after this, its process is gone. */
const claimMs = 2 * 60_000

/**
 * A run or a message to be taken up. While a process has it, `next_attempt_at` is the end of its lease, by the clock of
 * the database; while it waits, the time of its next attempt, by that of the process.
 */
function isDue(now: Date): RawBuilder<boolean> {
  return sql<boolean>`next_attempt_at <= CASE WHEN status IN ('running', 'sending') THEN clock_timestamp() ELSE ${now}::timestamptz END`
}

/** Organizations with something due. */
export async function organizationsWithReports(database: Database, now: Date): Promise<string[]> {
  return database.shared.transaction().execute(async (tx) => {
    await sql`SELECT set_config('app.reports_tick', 'on', true)`.execute(tx)
    const { rows } = await sql<{ id: string }>`
      SELECT organization_id AS id FROM saved_report WHERE next_run_at <= ${now}
      UNION SELECT organization_id FROM report_run WHERE ${isDue(now)}
      UNION SELECT organization_id FROM report_delivery WHERE ${isDue(now)}`.execute(tx)
    return rows.map(({ id }) => id)
  })
}

/**
 * Records every due occurrence as a run, and the next one at the report. Of those that Kept missed, the latest runs and
 * the earlier ones are recorded as skipped. Returns how many were recorded.
 */
export async function recordOccurrences(
  database: Database,
  scope: Scope,
  now: Date,
  nextAfter: (schedule: NonNullable<SavedReport['schedule']>, timestamp: number) => number,
): Promise<number> {
  return database.scoped(scope, async (tx) => {
    const rows = await tx
      .selectFrom('saved_report')
      .selectAll()
      .where('organization_id', '=', tx.scopedTo)
      .where('next_run_at', '<=', now)
      .orderBy('next_run_at')
      .limit(200)
      .forUpdate()
      .skipLocked()
      .execute()
    let recorded = 0
    for (const row of rows) {
      if (!row.schedule || !row.next_run_at) continue
      let occurrence = row.next_run_at.getTime()
      for (;;) {
        const next = nextAfter(row.schedule, occurrence)
        recorded += await addOccurrence(tx, row.id, { occurrence, isMissed: next <= now.getTime(), now })
        occurrence = next
        if (next > now.getTime()) break
      }
      await tx
        .updateTable('saved_report')
        .set({ next_run_at: new Date(occurrence) })
        .where('id', '=', row.id)
        .execute()
      await pruneRuns(tx, row.id)
    }
    return recorded
  })
}

async function addOccurrence(
  tx: ScopedTransaction,
  reportId: string,
  { occurrence, isMissed, now }: { occurrence: number; isMissed: boolean; now: Date },
): Promise<number> {
  const common = { organization_id: tx.scopedTo, report_id: reportId, started_by: 'Schedule', created_at: now }
  const state = isMissed
    ? { status: 'skipped' as const, error: 'Kept was not running at this time.', finished_at: now }
    : { status: 'waiting' as const, next_attempt_at: now }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('report_run')
    .values({ ...common, ...state, occurrence_at: new Date(occurrence) })
    .onConflict((conflict) => conflict.columns(['report_id', 'occurrence_at']).doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

export interface ClaimedRun {
  id: string
  report: SavedReport
  occurrenceAt: Date
  organization: { name: string; demo: boolean }
  attempt: number
  /** False when the owner of a private report has left: no one would know that it is still sent. */
  hasOwner: boolean
}

export async function claimRun(database: Database, scope: Scope, now: Date): Promise<ClaimedRun | undefined> {
  return database.scoped(scope, async (tx) => {
    const row = await tx
      .selectFrom('report_run')
      .select(['id', 'report_id', 'occurrence_at', 'created_at', 'attempts'])
      .where('organization_id', '=', tx.scopedTo)
      .where(isDue(now))
      .orderBy('next_attempt_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return undefined
    await tx
      .updateTable('report_run')
      .set({ status: 'running', attempts: row.attempts + 1, next_attempt_at: leaseFor(claimMs) })
      .where('id', '=', row.id)
      .execute()
    const report = toReport(
      await tx.selectFrom('saved_report').selectAll().where('id', '=', row.report_id).executeTakeFirstOrThrow(),
    )
    const occurrenceAt = row.occurrence_at ?? row.created_at
    return {
      ...{ id: row.id, report, occurrenceAt, attempt: row.attempts + 1 },
      organization: await organizationOf(tx),
      hasOwner: report.definition.shared || (await isActive(tx, report.owner.id)),
    }
  })
}

/** Stores the figures and queues the messages, in one transaction. */
export async function finishRun(
  database: Database,
  scope: Scope,
  run: ClaimedRun,
  result: { document: ReportDocument; targets: ReportTargets } | { error: string; retryAt: Date | null },
  now: Date,
): Promise<void> {
  await database.scoped(scope, async (tx) => {
    const changes =
      'document' in result
        ? { status: 'finished' as const, document: JSON.stringify(result.document), error: '', finished_at: now }
        : result.retryAt
          ? { status: 'waiting' as const, error: result.error }
          : { status: 'failed' as const, error: result.error, finished_at: now }
    const saved = await tx
      .updateTable('report_run')
      .set({ ...changes, next_attempt_at: 'retryAt' in result ? result.retryAt : null })
      .where('id', '=', run.id)
      .where('status', '=', 'running')
      .where('attempts', '=', run.attempt)
      .returning('id')
      .executeTakeFirst()
    // Another process took over after the claim ended, and its figures count.
    if (saved && 'document' in result) await addDeliveries(tx, run.id, result.targets, now)
  })
}

export interface ClaimedReportDelivery {
  id: string
  kind: 'email' | 'channel'
  target: string
  formats: ExportFormat[]
  reportId: string
  runId: string
  document: ReportDocument
  attempt: number
  organization: { name: string; demo: boolean }
  /** False when the recipient is no longer an active member. Always true for channels. */
  mayReceive: boolean
}

/** Claims the next message, before it is sent. */
export async function claimReportDelivery(
  database: Database,
  scope: Scope,
  now: Date,
): Promise<ClaimedReportDelivery | undefined> {
  return database.scoped(scope, async (tx) => {
    const row = await tx
      .selectFrom('report_delivery')
      .selectAll()
      .where('organization_id', '=', tx.scopedTo)
      .where(isDue(now))
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return undefined
    await tx
      .updateTable('report_delivery')
      .set({ status: 'sending', attempts: row.attempts + 1, next_attempt_at: leaseFor(claimMs) })
      .where('id', '=', row.id)
      .execute()
    const run = await tx
      .selectFrom('report_run')
      .select(['report_id', 'document'])
      .where('id', '=', row.run_id)
      .executeTakeFirstOrThrow()
    if (!run.document) throw new Error(`run ${row.run_id} has messages and no figures`)
    const { id, kind, target, formats } = row
    return {
      ...{ id, kind, target, formats, reportId: run.report_id, runId: row.run_id, document: run.document },
      attempt: row.attempts + 1,
      organization: await organizationOf(tx),
      mayReceive: kind === 'channel' || (await activeMembers(tx, [target])).has(target),
    }
  })
}

/** `retryAt` null: the message is finished. */
export async function finishReportDelivery(
  database: Database,
  scope: Scope,
  { id, attempt }: Pick<ClaimedReportDelivery, 'id' | 'attempt'>,
  { isSent, result, retryAt }: { isSent: boolean; result: string; retryAt: Date | null },
  now: Date,
): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx
      .updateTable('report_delivery')
      .set({
        status: isSent ? 'sent' : retryAt ? 'waiting' : 'failed',
        next_attempt_at: retryAt,
        result,
        finished_at: retryAt ? null : now,
      })
      .where('id', '=', id)
      .where('status', '=', 'sending')
      .where('attempts', '=', attempt)
      .execute(),
  )
}

async function organizationOf(tx: ScopedTransaction): Promise<{ name: string; demo: boolean }> {
  return tx.selectFrom('organization').select(['name', 'demo']).where('id', '=', tx.scopedTo).executeTakeFirstOrThrow()
}

async function isActive(tx: ScopedTransaction, userId: string | null): Promise<boolean> {
  if (userId === null) return false
  const row = await tx
    .selectFrom('membership')
    .select('user_id')
    .where('organization_id', '=', tx.scopedTo)
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row !== undefined
}
