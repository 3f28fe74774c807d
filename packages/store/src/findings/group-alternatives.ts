/** Alternatives on the same money under the finding whose saving counts. */
import type { FindingDraft } from '@kept/domain/finding.ts'

/** What tells whose money a finding is about. */
type Claim = Pick<
  FindingDraft,
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
 * `leading` in their order, each with those of `others` that name its rule and lie on its resource, or in its service
 * and place where lines name no resource. Others that belong to none of them are left out.
 */
export function groupAlternatives<Found extends Claim>(
  leading: readonly Found[],
  others: readonly Found[],
): (Found & { alternatives: Found[] })[] {
  const waiting = Map.groupBy(others, (finding) => moneyKey(finding.counted_in, finding))
  return leading.map((finding) => {
    const key = moneyKey(finding.rule, finding)
    const alternatives = waiting.get(key) ?? []
    // A rule may count two parts of one resource: an alternative stands under the first of them.
    waiting.delete(key)
    return { ...finding, alternatives }
  })
}

function moneyKey(rule: string, finding: Claim): string {
  const { currency, provider, resource_id, billing_account_id, sub_account_id, service, region } = finding
  return JSON.stringify(
    resource_id
      ? [rule, currency, provider, resource_id]
      : [rule, currency, provider, billing_account_id, sub_account_id, service, region],
  )
}
