/** The result of the last run, by window of days: written as a whole, read without calculation. */
import type { BehaviorSummary } from '@kept/domain/behavior-run.ts'
import type { EnvironmentAnalysis, EnvironmentStatus, HeatMap } from '@kept/domain/environment.ts'
import type { EnvironmentResource } from '@kept/domain/managed-schedule.ts'
import type { ScheduleRecommendation } from '@kept/domain/schedule.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'

export interface WindowResult {
  /** "7d", "30d", "90d", or "2026-09-01..2026-10-01". */
  key: string
  from: string
  to: string
  summary: BehaviorSummary
  environments: EnvironmentAnalysis[]
}

export interface ScheduleResult {
  environment_id: string
  recommendation: ScheduleRecommendation | null
  skip_reasons: string
  heat_map: HeatMap
  /** The resources of the bill that it consists of. */
  resources: EnvironmentResource[]
}

/** Windows that users requested are stored until this many others were requested. */
const maxCustomWindows = 10
const rowsAtOnce = 500

/** Writes all windows of a run in one transaction, so that readers never mix two runs. */
export async function saveResults(
  database: Database,
  scope: Scope,
  { windows, schedules, now }: { windows: WindowResult[]; schedules: ScheduleResult[]; now: Date },
): Promise<void> {
  await database.scoped(scope, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('behavior_result'), hashtext(${tx.scopedTo}))`.execute(tx)
    for (const window of windows) await saveWindow(tx, window, now)
    await tx.deleteFrom('behavior_schedule').where('organization_id', '=', tx.scopedTo).execute()
    for (const chunk of inParts(schedules)) {
      await tx
        .insertInto('behavior_schedule')
        .values(
          chunk.map(({ environment_id, recommendation, skip_reasons, heat_map, resources }) => ({
            organization_id: tx.scopedTo,
            environment_id,
            recommendation: recommendation && JSON.stringify(recommendation),
            skip_reasons,
            heat_map: JSON.stringify(heat_map),
            resources: JSON.stringify(resources),
          })),
        )
        .execute()
    }
    await forgetOldWindows(tx)
  })
}

async function saveWindow(tx: ScopedTransaction, window: WindowResult, now: Date): Promise<void> {
  const { key, from, to, summary, environments } = window
  const values = { start_date: from, end_date: to, summary: JSON.stringify(summary), calculated_at: now }
  await tx
    .insertInto('behavior_result')
    .values({ organization_id: tx.scopedTo, window_key: key, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'window_key']).doUpdateSet(values))
    .execute()
  await tx.deleteFrom('behavior_environment').where('window_key', '=', key).execute()
  for (const chunk of inParts(environments)) {
    await tx
      .insertInto('behavior_environment')
      .values(
        chunk.map((analysis) => ({
          organization_id: tx.scopedTo,
          window_key: key,
          environment_id: analysis.environment_id,
          team: analysis.team,
          status: analysis.status,
          wasted_cost: analysis.wasted_cost,
          analysis: JSON.stringify(analysis),
        })),
      )
      .execute()
  }
}

async function forgetOldWindows(tx: ScopedTransaction): Promise<void> {
  const custom = await tx
    .selectFrom('behavior_result')
    .select('window_key')
    .where('window_key', 'like', '%..%')
    .orderBy('calculated_at', 'desc')
    .execute()
  const old = custom.slice(maxCustomWindows).map(({ window_key }) => window_key)
  if (old.length === 0) return
  await tx.deleteFrom('behavior_result').where('window_key', 'in', old).execute()
  await tx.deleteFrom('behavior_environment').where('window_key', 'in', old).execute()
}

export async function findResult(database: Database, scope: Scope, key: string) {
  return database.scoped(scope, (tx) =>
    tx
      .selectFrom('behavior_result')
      .select(['window_key', 'start_date', 'end_date', 'summary', 'calculated_at'])
      .where('window_key', '=', key)
      .executeTakeFirst(),
  )
}

/** One part of a result: the recommendations of an organization are a hundred times larger than its insights. */
export async function findPart<Part extends keyof BehaviorSummary>(
  database: Database,
  scope: Scope,
  key: string,
  part: Part,
): Promise<BehaviorSummary[Part] | undefined> {
  const row = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('behavior_result')
      .select(sql`summary -> ${part}`.as('part'))
      .where('window_key', '=', key)
      .$castTo<{ part: BehaviorSummary[Part] }>()
      .executeTakeFirst(),
  )
  return row?.part
}

interface EnvironmentFilter {
  key: string
  team: string | undefined
  status: EnvironmentStatus | undefined
  page: number
  page_size: number
}

export async function listEnvironments(
  database: Database,
  scope: Scope,
  { key, team, status, page, page_size }: EnvironmentFilter,
): Promise<{ environments: EnvironmentAnalysis[]; total: number; counts: Partial<Record<EnvironmentStatus, number>> }> {
  return database.scoped(scope, async (tx) => {
    const ofTeam = () => {
      const query = tx.selectFrom('behavior_environment').where('window_key', '=', key)
      return team === undefined ? query : query.where('team', '=', team)
    }
    const counted = await ofTeam()
      .select(['status', (count) => count.fn.countAll<string>().as('many')])
      .groupBy('status')
      .orderBy('status')
      .execute()
    const counts = Object.fromEntries(counted.map((row) => [row.status, Number(row.many)]))
    let chosen = ofTeam()
    if (status !== undefined) chosen = chosen.where('status', '=', status)
    const rows = await chosen
      .select('analysis')
      .orderBy('wasted_cost', (order) => order.desc().nullsLast())
      .orderBy('environment_id')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute()
    const total =
      status === undefined ? counted.reduce((sum, { many: count }) => sum + Number(count), 0) : (counts[status] ?? 0)
    return { environments: rows.map(({ analysis }) => analysis), total, counts }
  })
}

export async function findSchedule(database: Database, scope: Scope, environmentId: string) {
  return database.scoped(scope, async (tx) => {
    const schedule = await tx
      .selectFrom('behavior_schedule')
      .select(['environment_id', 'recommendation', 'skip_reasons', 'heat_map', 'resources'])
      .where('environment_id', '=', environmentId)
      .executeTakeFirst()
    if (!schedule) return undefined
    const environment = await tx
      .selectFrom('behavior_environment')
      .select('analysis')
      .where('environment_id', '=', environmentId)
      .where('window_key', '=', '30d')
      .executeTakeFirst()
    return { ...schedule, analysis: environment?.analysis ?? null }
  })
}

/**
 * The resources of each of these environments, by environment id; environments the last run did not see are missing.
 */
export async function listEnvironmentResources(
  database: Database,
  scope: Scope,
  environmentIds: readonly string[],
): Promise<Map<string, EnvironmentResource[]>> {
  if (environmentIds.length === 0) return new Map()
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('behavior_schedule')
      .select(['environment_id', 'resources'])
      .where('environment_id', 'in', [...environmentIds])
      .execute(),
  )
  return new Map(rows.map(({ environment_id, resources }) => [environment_id, resources]))
}

function inParts<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / rowsAtOnce) }, (_, n) =>
    items.slice(n * rowsAtOnce, (n + 1) * rowsAtOnce),
  )
}
