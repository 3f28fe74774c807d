/** Metrics that left their path, as they are kept: one row for each happening of one metric of one resource. */
import { type AnomalySeverity, anomalySeverities, type MetricAnomaly, metricKey } from '@kept/domain/anomaly.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Selectable, Updateable } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { addNotification, type NewNotification } from '../notifications/add.ts'
import { moveSensitivity, type Sensitivity } from './feedback.ts'
import { type AnomalyNews, newsOf, toldAfter } from './news-of.ts'
import type { AnomaliesSchema } from './schema.ts'

export type JudgedMetric = Omit<MetricAnomaly, 'id' | 'feedback' | 'feedback_by' | 'detected_at'>

const most = 200
/** So many rows apart, two judgements speak of one happening. */
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
    return query.orderBy('started_at', 'desc').orderBy('id').limit(most).execute()
  })
  return rows.map(toMetricAnomaly)
}

type Tell = (anomaly: MetricAnomaly, news: AnomalyNews) => NewNotification | null

/** What one metric shows now beside what it showed before; answers how many are new. */
export async function saveMetricAnomalies(
  database: Database,
  scope: Scope,
  stream: Pick<MetricAnomaly, 'resource_id' | 'metric'>,
  found: readonly JudgedMetric[],
  { now, tell }: { now: Date; tell: Tell },
): Promise<number> {
  return database.scoped(scope, async (tx) => {
    const known = await tx
      .selectFrom('metric_anomaly')
      .selectAll()
      .where('resource_id', '=', stream.resource_id)
      .where('metric', '=', stream.metric)
      .forUpdate()
      .execute()
    const taken = new Set<string>()
    let fresh = 0
    for (const one of found) {
      const values = { ...one, points: JSON.stringify(one.points), changed_at: now }
      const before = sameAs(
        one,
        known.filter(({ id }) => !taken.has(id)),
      )
      const row = before
        ? await change(tx, before.id, values)
        : await tx
            .insertInto('metric_anomaly')
            .values({ ...values, organization_id: scope.organizationId, detected_at: now })
            .returningAll()
            .executeTakeFirstOrThrow()
      taken.add(row.id)
      fresh += before ? 0 : 1
      await tellNews(tx, scope, row, tell)
    }
    // What went on when it was last seen, and is no longer found, does not go on: points that came late say so.
    for (const { id, status } of known) {
      if (status !== 'open' || taken.has(id)) continue
      await tellNews(tx, scope, await change(tx, id, { status: 'over', changed_at: now }), tell)
    }
    return fresh
  })
}

type Row = Selectable<AnomaliesSchema['metric_anomaly']>

function change(tx: ScopedTransaction, id: string, values: Updateable<AnomaliesSchema['metric_anomaly']>) {
  return tx.updateTable('metric_anomaly').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

async function tellNews(tx: ScopedTransaction, scope: Scope, row: Row, tell: Tell): Promise<void> {
  const news = newsOf(row)
  const words = news && tell(toMetricAnomaly(row), news)
  if (!news || !words) return
  await addNotification(tx, scope, words)
  await tx.updateTable('metric_anomaly').set(toldAfter(news, row)).where('id', '=', row.id).execute()
}

/** Judged again, a happening may begin or end some rows from where it did: the nearest of those it touches. */
function sameAs({ started_at, last_at, points }: JudgedMetric, known: readonly Row[]): Row | undefined {
  const [first, second] = points.map(({ at }) => Date.parse(at))
  const slack = first !== undefined && second !== undefined ? slackRows * (second - first) : 0
  const [from, to] = [Date.parse(started_at), Date.parse(last_at)]
  const distance = (row: Row) => Math.abs(row.started_at.getTime() - from)
  return known
    .filter((row) => row.started_at.getTime() <= to + slack && row.last_at.getTime() >= from - slack)
    .toSorted((a, b) => distance(a) - distance(b))[0]
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

function toMetricAnomaly(row: Row): MetricAnomaly {
  const { organization_id: _, changed_at: _changed, told_severity: _severity, told_over: _over, ...shown } = row
  const { started_at, last_at, detected_at, ...rest } = shown
  return {
    ...rest,
    started_at: started_at.toISOString(),
    last_at: last_at.toISOString(),
    detected_at: detected_at.toISOString(),
  }
}
