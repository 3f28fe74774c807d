/** Texts of cost anomaly notifications. */
import type { NewAlertEvent } from '@kept/domain/alert.ts'
import type { Anomaly } from '@kept/domain/anomaly.ts'
import { absolute } from '@kept/foundation/decimal.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import type { AnomalyNews } from '@kept/store/anomalies/news-of.ts'
import type { NewNotification } from '@kept/store/notifications/add.ts'

const money = (amount: string, currency: string) => formatMoney(absolute(amount), currency)

/**
 * Labels of the scope and its drivers, so a rule about a service matches an account's anomaly that the service drives.
 */
function labelsOf({ scope, drivers }: Anomaly): NewAlertEvent['labels'] {
  const parts = [...scope.map(({ dimension, value, name }) => ({ dimension, value, name })), ...drivers.map(asPart)]
  const valuesOf = (label: string) => [
    ...new Set(parts.filter(({ dimension }) => dimension === label).flatMap(({ value, name }) => [value, name])),
  ]
  const ofScope = scope
    .filter(({ dimension }) => dimension.startsWith('tag:'))
    .map(({ dimension, value }) => `${dimension.slice(4)}=${value}`)
  return {
    provider: valuesOf('provider'),
    sub_account: valuesOf('sub_account'),
    service: valuesOf('service'),
    region: valuesOf('region'),
    resource: valuesOf('resource'),
    tag: ofScope,
  }
}

const asPart = ({ dimension, value, name }: Anomaly['drivers'][number]) => ({ dimension, value, name })

/**
 * "Amazon EC2 cost $812.40 more than expected", with start, severity and main driver. `resourceIds` are the affected
 * resources.
 */
export function anomalyNotification(
  anomaly: Anomaly,
  change: AnomalyNews = 'new',
  resourceIds: readonly string[] = [],
): NewNotification {
  const { excess, currency, severity } = anomaly
  return {
    kind: 'anomaly',
    title: titleOf(anomaly, change),
    body: change === 'over' ? endOf(anomaly) : bodyOf(anomaly),
    href: `/anomalies?open=${anomaly.id}`,
    thread: `anomaly:${anomaly.id}`,
    alerts: [
      {
        kind: 'anomaly',
        severity,
        amount: absolute(excess),
        currency,
        labels: labelsOf(anomaly),
        resourceIds,
        is_recovery: change === 'over',
      },
    ],
  }
}

function titleOf({ scope, excess, currency, direction, severity, status }: Anomaly, change: AnomalyNews): string {
  const subject = scope.at(-1)?.name || 'Your organization'
  const deviation = `${money(excess, currency)} ${direction === 'above' ? 'more' : 'less'} than expected`
  if (change === 'worse') return `${subject}: severity is now ${severity}, ${deviation}`
  if (change === 'new') return `${subject} cost ${deviation}`
  return status === 'withdrawn'
    ? `${subject}: anomaly withdrawn after a corrected bill`
    : `${subject}: anomaly ended, ${deviation}`
}

function bodyOf({
  first_day,
  severity,
  drivers,
  explaining_dimension,
  status,
  excess,
  currency,
  projected_excess,
}: Anomaly) {
  const driver = drivers.find(({ dimension }) => dimension === explaining_dimension)
  return [
    `Since ${formatDay(first_day)}, ${severity} severity.`,
    driver ? `Mostly ${driver.name || `no ${driver.dimension} named`}.` : '',
    status === 'open' && projected_excess !== excess
      ? `About ${money(projected_excess, currency)} by the end of the month if it continues.`
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function endOf({ status, first_day, last_day, days }: Anomaly): string {
  if (status === 'withdrawn') return `A new bill replaced the one that showed an anomaly on ${formatDay(first_day)}.`
  const length = days.filter(({ is_anomalous }) => is_anomalous).length
  const lasted =
    first_day === last_day
      ? `It lasted one day, ${formatDay(first_day)}.`
      : `It lasted from ${formatDay(first_day)} to ${formatDay(last_day)}.`
  return length > 0 ? `${lasted} Spend is back to normal, or this is the new normal.` : lasted
}
