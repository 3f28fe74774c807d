/** Texts of metric anomaly notifications. */
import type { MetricAnomaly } from '@kept/domain/anomaly.ts'
import type { AnomalyNews } from '@kept/store/anomalies/news-of.ts'
import type { NewNotification } from '@kept/store/notifications/add.ts'

const figure = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 })
const minute = (iso: string) => iso.slice(0, 16).replace('T', ' ')

/** "Anomaly: cpu utilization of web-1", with actual and expected values and the start. */
export function metricNotification(anomaly: MetricAnomaly, change: AnomalyNews): NewNotification {
  const { id, severity, resource_id, resource_name, metric } = anomaly
  return {
    kind: 'anomaly',
    title: titleOf(anomaly, change),
    body: change === 'over' ? endOf(anomaly) : bodyOf(anomaly),
    href: `/anomalies?view=metrics&open=${id}`,
    thread: `metric-anomaly:${id}`,
    alerts: [
      {
        kind: 'metric_anomaly',
        severity,
        amount: null,
        currency: null,
        labels: { resource: [resource_id, resource_name], metric: [metric] },
        resourceIds: [resource_id],
        is_recovery: change === 'over',
      },
    ],
  }
}

function titleOf({ metric, resource_name, severity }: MetricAnomaly, change: AnomalyNews): string {
  const subject = `${metric.replaceAll('_', ' ')} of ${resource_name}`
  if (change === 'worse') return `${subject}: severity is now ${severity}`
  return change === 'new' ? `Anomaly: ${subject}` : `Ended: ${subject}`
}

function bodyOf({ actual, expected, unit, started_at, severity }: MetricAnomaly): string {
  const comparison = `${figure.format(actual)} ${unit}, expected about ${figure.format(expected)}`
  return `${comparison}, since ${minute(started_at)} UTC, ${severity} severity.`
}

function endOf({ actual, expected, unit, started_at, last_at }: MetricAnomaly): string {
  const comparison = `${figure.format(actual)} ${unit} at its peak, expected about ${figure.format(expected)}`
  return `${comparison}, from ${minute(started_at)} to ${minute(last_at)} UTC. It is back to normal, or this is the new normal.`
}
