/** A recommendation or an anomaly as a ticket for another tool, in Markdown. */
import type { Anomaly } from '@kept/domain/anomaly.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { nameOfScope, placeOfScope } from '../anomalies/anomaly-text.ts'

export interface TicketText {
  title: string
  body: string
}

/** What it is, what it saves, where, and what to do. `address` leads back to it. */
export function ticketOfRecommendation(recommendation: Recommendation, address: string): TicketText {
  const { title, summary, resource_name: name, service, currency, steps } = recommendation
  const saving =
    recommendation.monthly_savings === null
      ? 'Savings not estimated'
      : `Estimated savings: ${formatMoney(recommendation.monthly_savings, currency)} of ${formatMoney(recommendation.monthly_cost, currency)} a month`
  const facts = [
    ['Resource', [name, recommendation.resource_id].filter(Boolean).join(', ')],
    ['Service', `${recommendation.provider} ${service}`],
    ['Account', recommendation.sub_account_name || recommendation.sub_account_id],
    ['Region', recommendation.region],
    ...recommendation.evidence
      .filter(({ step }) => step === undefined)
      .map(({ label, value, unit }) => [label, [value, unit].filter(Boolean).join(' ')]),
  ].filter(([, value]) => value !== '')
  return {
    title: `${title}: ${name || service}`,
    body: sections([
      summary,
      `**${saving}.** Effort ${recommendation.effort}, risk ${recommendation.risk}.`,
      facts.map(([label, value]) => `- ${label}: ${value}`).join('\n'),
      steps.length > 0 && `### What to do\n\n${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}`,
      `Evidence: ${address}`,
    ]),
  }
}

export function ticketOfAnomaly(anomaly: Anomaly, address: string): TicketText {
  const { currency, expected, actual, excess, first_day: first, last_day: last, drivers } = anomaly
  const name = nameOfScope(anomaly)
  const money = (amount: string) => formatMoney(amount, currency)
  const days = first === last ? `on ${formatDay(first)}` : `from ${formatDay(first)} to ${formatDay(last)}`
  const causes = drivers
    .slice(0, 5)
    .map(
      (driver) => `- ${driver.name || driver.value}: ${formatMoney(driver.contribution, currency, { signed: true })}`,
    )
  return {
    title: `Cost anomaly in ${name}: ${formatMoney(excess, currency, { signed: true })}`,
    body: sections([
      `${name} (${placeOfScope(anomaly) || 'entire organization'}) cost ${money(actual)} ${days}. Expected: ${money(expected)}.`,
      causes.length > 0 && `### Top drivers\n\n${causes.join('\n')}`,
      `Evidence: ${address}`,
    ]),
  }
}

function sections(parts: readonly (string | false)[]): string {
  return parts.filter(Boolean).join('\n\n')
}
