/** What people are told of metrics that left their path. */
import type { MetricAnomaly } from '@kept/domain/anomaly.ts'
import type { AnomalyNews } from '@kept/store/anomalies/news-of.ts'
import type { NewNotification } from '@kept/store/notifications/add.ts'

const figure = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 })
const minute = (iso: string) => iso.slice(0, 16).replace('T', ' ')

/** "cpu utilization of web-1 left its path", with how far and since when. Of how it costs, the bill speaks. */
export function metricNotification(anomaly: MetricAnomaly, news: AnomalyNews): NewNotification {
  const { id, severity, resource_id, resource_name, metric } = anomaly
  return {
    kind: 'anomaly',
    title: titleOf(anomaly, news),
    body: news === 'over' ? endOf(anomaly) : bodyOf(anomaly),
    href: `/anomalies?view=metrics&open=${id}`,
    thread: `metric-anomaly:${id}`,
    alerts: [
      {
        kind: 'metric_anomaly',
        severity,
        amount: null,
        currency: null,
        labels: { resource: [resource_id, resource_name], metric: [metric] },
        on: [resource_id],
        calm: news === 'over',
      },
    ],
  }
}

function titleOf({ metric, resource_name, severity }: MetricAnomaly, news: AnomalyNews): string {
  const what = `${metric.replaceAll('_', ' ')} of ${resource_name}`
  if (news === 'worse') return `${what} is now of ${severity} severity`
  return news === 'new' ? `${what} left its path` : `${what} leaves its path no more`
}

function bodyOf({ actual, expected, unit, started_at, severity }: MetricAnomaly): string {
  const usual = `${figure.format(actual)} ${unit} where about ${figure.format(expected)} is usual`
  return `${usual}, since ${minute(started_at)} UTC, ${severity} severity.`
}

function endOf({ actual, expected, unit, started_at, last_at }: MetricAnomaly): string {
  const usual = `${figure.format(actual)} ${unit} at its furthest, where about ${figure.format(expected)} is usual`
  return `${usual}; from ${minute(started_at)} to ${minute(last_at)} UTC. It is back, or this is its level now.`
}
