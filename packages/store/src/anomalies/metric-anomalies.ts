/** Metrics that left their path, as they are kept: one row for each happening of one metric of one resource. */
import { type AnomalySeverity, anomalySeverities, type MetricAnomaly, metricKey } from '@kept/domain/anomaly.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../database/connect.ts'
import { addNotification, type NewNotification } from '../notifications/add.ts'
import { moveSensitivity, type Sensitivity } from './feedback.ts'
import type { AnomaliesSchema } from './schema.ts'

export type JudgedMetric = Omit<MetricAnomaly, 'id' | 'feedback' | 'feedback_by' | 'detected_at'>

const most = 200
/** Beginnings this close are one happening judged again. */
const sameMs = 3 * 3_600_000

export async function listMetricAnomalies(
  database: Database,
  scope: Scope,
  { from, resourceId }: { from?: AnomalySeverity | undefined; resourceId?: string | undefined },
): Promise<MetricAnomaly[]> {
  const rows = await database.scoped(scope, (tx) => {
    let query = tx.selectFrom('metric_anomaly').selectAll()
    if (from) query = query.where('severity', 'in', anomalySeverities.slice(anomalySeverities.indexOf(from)))
    if (resourceId) query = query.where('resource_id', '=', resourceId)
    return query.orderBy('started_at', 'desc').orderBy('id').limit(most).execute()
  })
  return rows.map(toMetricAnomaly)
}

/** What one metric shows now beside what it showed before; answers how many are new. */
export async function saveMetricAnomalies(
  database: Database,
  scope: Scope,
  stream: Pick<MetricAnomaly, 'resource_id' | 'metric'>,
  found: readonly JudgedMetric[],
  { now, tell }: { now: Date; tell(anomaly: MetricAnomaly): NewNotification | null },
): Promise<number> {
  return database.scoped(scope, async (tx) => {
    const known = await tx
      .selectFrom('metric_anomaly')
      .select(['id', 'started_at'])
      .where('resource_id', '=', stream.resource_id)
      .where('metric', '=', stream.metric)
      .forUpdate()
      .execute()
    let fresh = 0
    for (const { points, ...one } of found) {
      const values = { ...one, points: JSON.stringify(points), changed_at: now }
      const before = known.find(
        ({ started_at }) => Math.abs(started_at.getTime() - Date.parse(one.started_at)) <= sameMs,
      )
      if (before) {
        await tx.updateTable('metric_anomaly').set(values).where('id', '=', before.id).execute()
        continue
      }
      const row = await tx
        .insertInto('metric_anomaly')
        .values({ ...values, organization_id: scope.organizationId, detected_at: now })
        .returningAll()
        .executeTakeFirstOrThrow()
      fresh += 1
      const words = tell(toMetricAnomaly(row))
      if (words) await addNotification(tx, scope, words)
    }
    return fresh
  })
}

/** Keeps an answer and moves the sensitivity of this metric of this resource by it. */
export async function answerMetricAnomaly(
  database: Database,
  scope: Scope,
  id: string,
  { feedback, by }: { feedback: NonNullable<MetricAnomaly['feedback']>; by: string },
  step: (current: Sensitivity | null) => Sensitivity,
): Promise<MetricAnomaly> {
  return database.scoped(scope, async (tx) => {
    const row = await tx.selectFrom('metric_anomaly').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw new KeptError('not_found', 'There is no such anomaly.')
    if (row.feedback !== feedback) await moveSensitivity(tx, scope, metricKey(row.resource_id, row.metric), step)
    const saved = await tx
      .updateTable('metric_anomaly')
      .set({ feedback, feedback_by: by })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return toMetricAnomaly(saved)
  })
}

/** Up to which delivery the streams have been judged, and that they now are. */
export async function readMetricWatch(database: Database, scope: Scope): Promise<number> {
  const row = await database.scoped(scope, (tx) => tx.selectFrom('metric_watch').select('written').executeTakeFirst())
  return Number(row?.written ?? 0)
}

export async function writeMetricWatch(database: Database, scope: Scope, written: number): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx
      .insertInto('metric_watch')
      .values({ organization_id: scope.organizationId, written: String(written) })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ written: String(written) }))
      .execute(),
  )
}

function toMetricAnomaly(row: Selectable<AnomaliesSchema['metric_anomaly']>): MetricAnomaly {
  const { organization_id: _, changed_at: _changed, started_at, last_at, detected_at, ...rest } = row
  return {
    ...rest,
    started_at: started_at.toISOString(),
    last_at: last_at.toISOString(),
    detected_at: detected_at.toISOString(),
  }
}
