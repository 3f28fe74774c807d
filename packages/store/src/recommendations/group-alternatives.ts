/** Groups alternatives on the same money under the recommendation whose saving counts. */
import type { RecommendationDraft } from '@kept/domain/recommendation.ts'

/** The columns that identify the money a recommendation is about. */
type Claim = Pick<
  RecommendationDraft,
  | 'rule'
  | 'counted_in'
  | 'currency'
  | 'provider'
  | 'resource_id'
  | 'billing_account_id'
  | 'sub_account_id'
  | 'service'
  | 'region'
>

/**
 * `leading` in their order, each with those of `others` that name its rule and are on its resource, or in its service
 * and location where lines name no resource. Others that belong to none of them are left out.
 */
export function groupAlternatives<Found extends Claim>(
  leading: readonly Found[],
  remaining: readonly Found[],
): (Found & { alternatives: Found[] })[] {
  const waiting = Map.groupBy(remaining, (recommendation) => moneyKey(recommendation.counted_in, recommendation))
  return leading.map((recommendation) => {
    const key = moneyKey(recommendation.rule, recommendation)
    const alternatives = waiting.get(key) ?? []
    // A rule may count two parts of one resource: an alternative is listed under the first of them.
    waiting.delete(key)
    return { ...recommendation, alternatives }
  })
}

function moneyKey(rule: string, recommendation: Claim): string {
  const { currency, provider, resource_id, billing_account_id, sub_account_id, service, region } = recommendation
  return JSON.stringify(
    resource_id
      ? [rule, currency, provider, resource_id]
      : [rule, currency, provider, billing_account_id, sub_account_id, service, region],
  )
}
