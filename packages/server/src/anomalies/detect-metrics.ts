/** Metrics that left their path, minutes after their points came in: every stream that has new ones, judged by its own past. */
import { setImmediate as breathe } from 'node:timers/promises'
import { anomalySeverities, type MetricAnomaly, metricKey } from '@kept/domain/anomaly.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { judgeStream } from '@kept/engine/anomalies/metric/stream-incidents.ts'
import { readSensitivities } from '@kept/store/anomalies/feedback.ts'
import { readAnomalySettings } from '@kept/store/anomalies/list.ts'
import { readMetricWatch, saveMetricAnomalies, writeMetricWatch } from '@kept/store/anomalies/metric-anomalies.ts'
import type { AnomalyNews } from '@kept/store/anomalies/news-of.ts'
import { readStream, streamsSince } from '@kept/store/metrics/recent-streams.ts'
import { readShortNames } from '@kept/store/resources/short-names.ts'
import type { Services } from '../platform/context.ts'
import { metricNotification } from './metric-words.ts'

/** Rows looked back on: ten days of five minutes, two of single minutes. */
const mostRows = 3000
/** Older news is listed, and nobody is told. */
const freshMs = 24 * 3_600_000

export async function detectMetrics(
  { state, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  signal?: AbortSignal,
): Promise<{ streams: number; fresh: number }> {
  const { database, warehouse } = state
  const streams = await streamsSince(warehouse, scope, await readMetricWatch(database, scope))
  if (streams.length === 0) return { streams: 0, fresh: 0 }
  const [sensitivities, settings, names] = await Promise.all([
    readSensitivities(database, scope),
    readAnomalySettings(database, scope),
    readShortNames(database, scope),
  ])
  const toldFrom = anomalySeverities.indexOf(settings.tell_from)
  const tell = (anomaly: MetricAnomaly, news: AnomalyNews) => {
    const isFresh = now().getTime() - Date.parse(anomaly.last_at) <= freshMs
    const isSevere = news === 'over' || anomalySeverities.indexOf(anomaly.severity) >= toldFrom
    // Whoever has answered knows of it.
    const isAnswered = news !== 'new' && anomaly.feedback !== null
    return isFresh && isSevere && !isAnswered ? metricNotification(anomaly, news) : null
  }
  let fresh = 0
  for (const { resource_id, metric, unit } of streams) {
    signal?.throwIfAborted()
    const rows = await readStream(warehouse, scope, { resource_id, metric }, mostRows)
    const own = names.get(resource_id) ?? resource_id
    const found = judgeStream(rows, sensitivities.get(metricKey(own, metric))?.deviations)
    const judged = found.map(({ from, to, ...one }) => ({
      ...one,
      resource_id: own,
      resource_name: own.replace(/^.*[/:]/, '') || own,
      metric,
      unit,
      started_at: new Date(from).toISOString(),
      last_at: new Date(to).toISOString(),
    }))
    fresh += await saveMetricAnomalies(database, scope, { resource_id: own, metric }, judged, { now: now(), tell })
    // A stream takes some tens of milliseconds of thinking; others want to be answered in between.
    await breathe()
  }
  await writeMetricWatch(database, scope, Math.max(...streams.map(({ written }) => written)))
  return { streams: streams.length, fresh }
}
