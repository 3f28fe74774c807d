/** Texts of recommendation notifications. */

import { totalByCurrency } from '@kept/domain/money.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import type { NewAlert } from '@kept/store/alerts/add-events.ts'
import type { NewNotification } from '@kept/store/notifications/add.ts'

/** "57 new recommendations", with estimated savings by currency. Alternatives are not counted twice. */
export function newRecommendationsNotification(all: Recommendation[]): NewNotification | undefined {
  // Alternatives to another recommendation don't count.
  const newRecommendations = all.filter(({ counted_in }) => counted_in === '')
  if (newRecommendations.length === 0) return undefined
  const savings = totalByCurrency(
    newRecommendations
      .filter(({ monthly_savings }) => monthly_savings !== null)
      .map(({ monthly_savings, currency }) => ({ amount: monthly_savings ?? '0', currency })),
  )
  const amounts = savings.map(({ amount, currency }) => formatMoney(amount, currency)).join(' and ')
  const [largest] = newRecommendations.toSorted(
    (a, b) => Number(b.monthly_savings ?? 0) - Number(a.monthly_savings ?? 0),
  )
  return {
    kind: 'recommendations',
    title: `${newRecommendations.length} new ${newRecommendations.length === 1 ? 'recommendation' : 'recommendations'}`,
    body: [
      amounts ? `Estimated savings: ${amounts} a month.` : 'Savings not estimated.',
      largest?.monthly_savings ? `Largest: ${largest.title}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
    href: '/savings',
    alerts: newRecommendations.map(recommendationAlert),
  }
}

/** One alert per recommendation, so rules about one service match. */
function recommendationAlert(recommendation: Recommendation): NewAlert {
  return {
    ...alertOf(recommendation),
    kind: 'recommendation',
    severity: 'low',
    thread: `recommendation:${recommendation.id}`,
  }
}

function alertOf({ title, summary, monthly_savings, currency, ...recommendation }: Recommendation) {
  return {
    amount: monthly_savings,
    currency,
    title,
    body: summary,
    href: `/savings?recommendation=${recommendation.id}`,
    labels: {
      provider: [recommendation.provider],
      sub_account: [recommendation.sub_account_id, recommendation.sub_account_name],
      service: [recommendation.service],
      region: [recommendation.region],
      resource: [recommendation.resource_id, recommendation.resource_name],
      rule: [recommendation.rule],
      owner: [recommendation.owner],
    },
    resourceIds: [recommendation.resource_id],
  }
}

/** Reopened recommendations, one alert each. */
export function regressionNotification(regressed: Recommendation[]): NewNotification {
  const names = regressed.map(({ resource_name, resource_id }) => resource_name || resource_id).filter(Boolean)
  const [first] = names
  return {
    kind: 'savings_regression',
    title: `${regressed.length} ${regressed.length === 1 ? 'recommendation' : 'recommendations'} reopened`,
    body: `The bill shows the cost again${first ? `: ${first}${names.length > 1 ? ` and ${names.length - 1} more` : ''}` : ''}. The saving stops until the change is made again.`,
    href: '/savings',
    alerts: regressed.map((recommendation) => ({
      ...alertOf(recommendation),
      kind: 'savings_regression' as const,
      severity: 'high' as const,
      thread: `recommendation:${recommendation.id}`,
      title: `Reopened: ${recommendation.title}`,
    })),
  }
}
