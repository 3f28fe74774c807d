/** What people are told of anomalies. */
import type { NewAlertEvent } from '@kept/domain/alert.ts'
import type { Anomaly } from '@kept/domain/anomaly.ts'
import { absolute } from '@kept/domain/decimal.ts'
import type { AnomalyNews } from '@kept/store/anomalies/news-of.ts'
import type { NewNotification } from '@kept/store/notifications/add.ts'
import { moneyWords } from '../platform/money-words.ts'

const money = (amount: string, currency: string) => moneyWords(absolute(amount), currency)

/** Where it happened and what drives it: a rule about a service hears of an account's anomaly that is of the service. */
function labelsOf({ scope, drivers }: Anomaly): NewAlertEvent['labels'] {
  const named = [...scope.map(({ by, value, name }) => ({ by, value, name })), ...drivers.map(asPart)]
  const of = (label: string) => [
    ...new Set(named.filter(({ by }) => by === label).flatMap(({ value, name }) => [value, name])),
  ]
  const ofScope = scope.filter(({ by }) => by.startsWith('tag:')).map(({ by, value }) => `${by.slice(4)}=${value}`)
  return {
    provider: of('provider'),
    sub_account: of('sub_account'),
    service: of('service'),
    region: of('region'),
    resource: of('resource'),
    tag: ofScope,
  }
}

const asPart = ({ dimension, value, name }: Anomaly['drivers'][number]) => ({ by: dimension, value, name })

/**
 * "Amazon EC2 cost 812.40 USD more than expected": where, how much, since when, and what drives it. `on` are the
 * resources it happened on.
 */
export function anomalyNotification(
  anomaly: Anomaly,
  news: AnomalyNews = 'new',
  on: readonly string[] = [],
): NewNotification {
  const { excess, currency, severity } = anomaly
  return {
    kind: 'anomaly',
    title: titleOf(anomaly, news),
    body: news === 'over' ? endOf(anomaly) : bodyOf(anomaly),
    href: `/anomalies?open=${anomaly.id}`,
    thread: `anomaly:${anomaly.id}`,
    alerts: [
      {
        kind: 'anomaly',
        severity,
        amount: absolute(excess),
        currency,
        labels: labelsOf(anomaly),
        on,
        calm: news === 'over',
      },
    ],
  }
}

function titleOf({ scope, excess, currency, direction, severity, status }: Anomaly, news: AnomalyNews): string {
  const where = scope.at(-1)?.name || 'Your organisation'
  const off = `${money(excess, currency)} ${direction === 'above' ? 'more' : 'less'} than expected`
  if (news === 'worse') return `${where} is now of ${severity} severity: ${off}`
  if (news === 'new') return `${where} cost ${off}`
  return status === 'withdrawn' ? `${where}: a corrected bill shows no anomaly any more` : `${where} is over: ${off}`
}

function bodyOf({
  first_day,
  severity,
  drivers,
  telling_dimension,
  status,
  excess,
  currency,
  projected_excess,
}: Anomaly) {
  const driver = drivers.find(({ dimension }) => dimension === telling_dimension)
  return [
    `Since ${first_day}, ${severity} severity.`,
    driver ? `Mostly ${driver.name || `no ${driver.dimension} named`}.` : '',
    status === 'open' && projected_excess !== excess
      ? `About ${money(projected_excess, currency)} by the end of the month if it goes on.`
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function endOf({ status, first_day, last_day, days }: Anomaly): string {
  if (status === 'withdrawn') return `What was told of ${first_day} stood in a bill that has been replaced.`
  const length = days.filter(({ off }) => off).length
  const lasted =
    first_day === last_day ? `It lasted one day, ${first_day}.` : `It lasted from ${first_day} to ${last_day}.`
  return length > 0 ? `${lasted} Spend is back on its path, or this is its level now.` : lasted
}
