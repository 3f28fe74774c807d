/** What people are told of anomalies. */
import type { NewAlertEvent } from '@kept/domain/alert.ts'
import type { Anomaly } from '@kept/domain/anomaly.ts'
import { absolute, toPlaces } from '@kept/domain/decimal.ts'
import type { NewNotification } from '@kept/store/notifications/add.ts'

const number = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const money = (amount: string, currency: string) =>
  `${number.format(toPlaces(absolute(amount), 2) as Intl.StringNumericLiteral)} ${currency}`

/** Where it happened and what drives it: a rule about a service hears of an account's anomaly that is of the service. */
function labelsOf({ scope, drivers }: Anomaly): NewAlertEvent['labels'] {
  const named = [...scope.map(({ by, value, name }) => ({ by, value, name })), ...drivers.map(asPart)]
  const of = (label: string) => [
    ...new Set(named.filter(({ by }) => by === label).flatMap(({ value, name }) => [value, name])),
  ]
  return {
    provider: of('provider'),
    sub_account: of('sub_account'),
    service: of('service'),
    region: of('region'),
    resource: of('resource'),
  }
}

const asPart = ({ dimension, value, name }: Anomaly['drivers'][number]) => ({ by: dimension, value, name })

/** "Amazon EC2 cost 812.40 USD more than expected": where, how much, since when, and what drives it. */
export function anomalyNotification(anomaly: Anomaly): NewNotification {
  const { scope, excess, currency, direction, first_day, projected_excess, status, drivers } = anomaly
  const where = scope.at(-1)?.name || 'Your organisation'
  const driver = drivers.find(({ dimension }) => dimension === anomaly.telling_dimension)
  return {
    kind: 'anomaly',
    title: `${where} cost ${money(excess, currency)} ${direction === 'above' ? 'more' : 'less'} than expected`,
    body: [
      `Since ${first_day}, ${anomaly.severity} severity.`,
      driver ? `Mostly ${driver.name || `no ${driver.dimension} named`}.` : '',
      status === 'open' && projected_excess !== excess
        ? `About ${money(projected_excess, currency)} by the end of the month if it goes on.`
        : '',
    ]
      .filter(Boolean)
      .join(' '),
    href: `/anomalies?open=${anomaly.id}`,
    thread: `anomaly:${anomaly.id}`,
    alerts: [
      {
        kind: 'anomaly',
        severity: anomaly.severity,
        amount: absolute(excess),
        currency,
        labels: labelsOf(anomaly),
      },
    ],
  }
}
