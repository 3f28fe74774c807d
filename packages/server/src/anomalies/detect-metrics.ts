/** Detects metric anomalies: evaluates every stream with new points against its own past. */
import { setImmediate as breathe } from 'node:timers/promises'
import { anomalySeverities, type MetricAnomaly, metricKey } from '@kept/domain/anomaly.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { evaluateStream } from '@kept/engine/anomalies/metric/stream-incidents.ts'
import { readSensitivities } from '@kept/store/anomalies/feedback.ts'
import { readAnomalySettings } from '@kept/store/anomalies/list.ts'
import { readMetricPosition, saveMetricAnomalies, writeMetricPosition } from '@kept/store/anomalies/metric-anomalies.ts'
import type { AnomalyNews } from '@kept/store/anomalies/news-of.ts'
import { readStream, streamsSince } from '@kept/store/metrics/recent-streams.ts'
import { readShortNames } from '@kept/store/resources/short-names.ts'
import type { Services } from '../platform/context.ts'
import { metricNotification } from './metric-text.ts'

/** Points of history: ten days at five minutes, two days at one minute. */
const maxRows = 3000
/** Older anomalies are listed without a notification. */
const recentMs = 24 * 3_600_000

export async function detectMetrics(
  { state, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  signal?: AbortSignal,
): Promise<{ streams: number; created: number }> {
  const { database, warehouse } = state
  const streams = await streamsSince(warehouse, scope, await readMetricPosition(database, scope))
  if (streams.length === 0) return { streams: 0, created: 0 }
  const [sensitivities, settings, names] = await Promise.all([
    readSensitivities(database, scope),
    readAnomalySettings(database, scope),
    readShortNames(database, scope),
  ])
  const notifyFrom = anomalySeverities.indexOf(settings.notify_from)
  const notify = (anomaly: MetricAnomaly, change: AnomalyNews) => {
    const isRecent = now().getTime() - Date.parse(anomaly.last_at) <= recentMs
    const isSevere = change === 'over' || anomalySeverities.indexOf(anomaly.severity) >= notifyFrom
    // Anomalies with feedback are already known.
    const isAnswered = change !== 'new' && anomaly.feedback !== null
    return isRecent && isSevere && !isAnswered ? metricNotification(anomaly, change) : null
  }
  let created = 0
  for (const { resource_id, metric, unit } of streams) {
    signal?.throwIfAborted()
    const rows = await readStream(warehouse, scope, { resource_id, metric }, maxRows)
    const resourceName = names.get(resource_id) ?? resource_id
    const incidents = evaluateStream(rows, sensitivities.get(metricKey(resourceName, metric))?.deviations)
    const evaluated = incidents.map(({ from, to, ...incident }) => ({
      ...incident,
      resource_id: resourceName,
      resource_name: resourceName.replace(/^.*[/:]/, '') || resourceName,
      metric,
      unit,
      started_at: new Date(from).toISOString(),
      last_at: new Date(to).toISOString(),
    }))
    created += await saveMetricAnomalies(database, scope, { resource_id: resourceName, metric }, evaluated, {
      now: now(),
      toNotification: notify,
    })
    // Evaluating a stream takes tens of milliseconds: yields, so that requests are answered in between.
    await breathe()
  }
  await writeMetricPosition(database, scope, Math.max(...streams.map(({ version: written }) => written)))
  return { streams: streams.length, created }
}
