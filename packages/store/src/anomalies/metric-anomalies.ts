/** Stored anomalies of metrics: one row per incident of one metric of one resource. */
import { type AnomalySeverity, anomalySeverities, type MetricAnomaly, metricKey } from '@kept/domain/anomaly.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Selectable, Updateable } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { addNotification, type NewNotification } from '../notifications/add.ts'
import { moveSensitivity, type Sensitivity } from './feedback.ts'
import { type AnomalyNews, newsOf, notifiedAfter } from './news-of.ts'
import type { AnomaliesSchema } from './schema.ts'

export type EvaluatedMetric = Omit<MetricAnomaly, 'id' | 'feedback' | 'feedback_by' | 'detected_at'>

const maxAnomalies = 200
/** Two evaluations that start at most this many rows apart are about the same incident. */
const slackRows = 6

export async function listMetricAnomalies(
  database: Database,
  scope: Scope,
  { from, resourceId }: { from?: AnomalySeverity | undefined; resourceId?: string | undefined },
): Promise<MetricAnomaly[]> {
  const rows = await database.scoped(scope, (tx) => {
    let query = tx.selectFrom('metric_anomaly').selectAll()
    if (from) query = query.where('severity', 'in', anomalySeverities.slice(anomalySeverities.indexOf(from)))
    if (resourceId) query = query.where('resource_id', '=', resourceId)
    return query.orderBy('started_at', 'desc').orderBy('id').limit(maxAnomalies).execute()
  })
  return rows.map(toMetricAnomaly)
}

type ToNotification = (anomaly: MetricAnomaly, update: AnomalyNews) => NewNotification | null

/** Stores the current evaluation of one metric; returns how many incidents are new. */
export async function saveMetricAnomalies(
  database: Database,
  scope: Scope,
  stream: Pick<MetricAnomaly, 'resource_id' | 'metric'>,
  evaluatedMetrics: readonly EvaluatedMetric[],
  { now, toNotification }: { now: Date; toNotification: ToNotification },
): Promise<number> {
  return database.scoped(scope, async (tx) => {
    const existing = await tx
      .selectFrom('metric_anomaly')
      .selectAll()
      .where('resource_id', '=', stream.resource_id)
      .where('metric', '=', stream.metric)
      .forUpdate()
      .execute()
    const matchedIds = new Set<string>()
    let createdCount = 0
    for (const evaluated of evaluatedMetrics) {
      const values = { ...evaluated, points: JSON.stringify(evaluated.points), changed_at: now }
      const before = sameAs(
        evaluated,
        existing.filter(({ id }) => !matchedIds.has(id)),
      )
      const row = before
        ? await change(tx, before.id, values)
        : await tx
            .insertInto('metric_anomaly')
            .values({ ...values, organization_id: scope.organizationId, detected_at: now })
            .returningAll()
            .executeTakeFirstOrThrow()
      matchedIds.add(row.id)
      createdCount += before ? 0 : 1
      await notifyNews(tx, scope, row, toNotification)
    }
    // An open incident that is no longer detected is over: points that arrived late can change the result.
    for (const { id, status } of existing) {
      if (status !== 'open' || matchedIds.has(id)) continue
      await notifyNews(tx, scope, await change(tx, id, { status: 'over', changed_at: now }), toNotification)
    }
    return createdCount
  })
}

type Row = Selectable<AnomaliesSchema['metric_anomaly']>

function change(tx: ScopedTransaction, id: string, values: Updateable<AnomaliesSchema['metric_anomaly']>) {
  return tx.updateTable('metric_anomaly').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

async function notifyNews(
  tx: ScopedTransaction,
  scope: Scope,
  row: Row,
  toNotification: ToNotification,
): Promise<void> {
  const update = newsOf(row)
  const notification = update && toNotification(toMetricAnomaly(row), update)
  if (!update || !notification) return
  await addNotification(tx, scope, notification)
  await tx.updateTable('metric_anomaly').set(notifiedAfter(update, row)).where('id', '=', row.id).execute()
}

/** A later evaluation can move the start or end by a few rows: returns the closest overlapping incident. */
function sameAs({ started_at, last_at, points }: EvaluatedMetric, existing: readonly Row[]): Row | undefined {
  const [first, second] = points.map(({ at }) => Date.parse(at))
  const slack = first !== undefined && second !== undefined ? slackRows * (second - first) : 0
  const [from, to] = [Date.parse(started_at), Date.parse(last_at)]
  const distance = (row: Row) => Math.abs(row.started_at.getTime() - from)
  return existing
    .filter((row) => row.started_at.getTime() <= to + slack && row.last_at.getTime() >= from - slack)
    .toSorted((a, b) => distance(a) - distance(b))[0]
}

/** Stores an answer and changes the sensitivity of this metric of this resource. */
export async function answerMetricAnomaly(
  database: Database,
  scope: Scope,
  id: string,
  { feedback, actorName }: { feedback: NonNullable<MetricAnomaly['feedback']>; actorName: string },
  step: (current: Sensitivity | null) => Sensitivity,
): Promise<MetricAnomaly> {
  return database.scoped(scope, async (tx) => {
    const row = await tx.selectFrom('metric_anomaly').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw new KeptError('not_found', 'Anomaly not found.')
    if (row.feedback !== feedback) await moveSensitivity(tx, scope, metricKey(row.resource_id, row.metric), step)
    const saved = await tx
      .updateTable('metric_anomaly')
      .set({ feedback, feedback_by: actorName })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return toMetricAnomaly(saved)
  })
}

/** Returns the version up to which the streams were evaluated, and records the new one. */
export async function readMetricPosition(database: Database, scope: Scope): Promise<number> {
  const row = await database.scoped(scope, (tx) =>
    tx.selectFrom('metric_anomaly_cursor').select('version').executeTakeFirst(),
  )
  return Number(row?.version ?? 0)
}

export async function writeMetricPosition(database: Database, scope: Scope, version: number): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx
      .insertInto('metric_anomaly_cursor')
      .values({ organization_id: scope.organizationId, version: String(version) })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ version: String(version) }))
      .execute(),
  )
}

function toMetricAnomaly(row: Row): MetricAnomaly {
  const {
    organization_id: _,
    changed_at: _changed,
    notified_severity: _severity,
    notified_over: _over,
    ...anomaly
  } = row
  const { started_at, last_at, detected_at, ...rest } = anomaly
  return {
    ...rest,
    started_at: started_at.toISOString(),
    last_at: last_at.toISOString(),
    detected_at: detected_at.toISOString(),
  }
}
