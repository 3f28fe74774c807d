/** The recommendations that a policy chooses from, with what Kept can do about each. */
import type { AutopilotSettings } from '@kept/domain/autopilot.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import type { RemediationOrder } from '@kept/domain/remediation.ts'
import type { Candidate } from '@kept/engine/autopilot/select-changes.ts'
import { isSameProvider } from '@kept/engine/rules/reading/cloud-of.ts'
import { countScope, listProviders, recommendationsOfRules } from '@kept/store/autopilot/scope.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { isCritical } from '../remediation/public/critical-tags.ts'
import { orderFor } from '../remediation/public/recommended-change.ts'

export interface PolicyCandidate {
  candidate: Candidate
  recommendation: Recommendation
  order: RemediationOrder | undefined
}

/** With `since`, also those that ended after it. */
export async function readCandidates(
  tx: ScopedTransaction,
  { rules, scope }: Pick<AutopilotSettings, 'rules' | 'scope'>,
  since?: Date,
): Promise<{ candidates: PolicyCandidate[]; scopeResources: number }> {
  const stored = await recommendationsOfRules(tx, rules, since)
  const { providers } = scope
  const candidates = stored.map(({ recommendation, tags }) => {
    const order = orderFor(recommendation, tags)
    const { id, rule, sub_account_id, region, resource_id, resource_name } = recommendation
    // As the policy names it.
    const provider = providers.find((name) => isSameProvider(name, recommendation.provider)) ?? recommendation.provider
    const { currency, monthly_savings, confidence, first_seen_at } = recommendation
    const candidate: Candidate = {
      ...{ id, rule, provider, sub_account_id, region, resource_id, resource_name: resource_name || resource_id, tags },
      ...{ currency, monthly_savings, confidence, first_seen_at },
      is_critical: isCritical(tags),
      has_remedy: order !== undefined,
    }
    return { candidate, recommendation, order }
  })
  const inScope = (await listProviders(tx)).filter((name) => providers.some((other) => isSameProvider(name, other)))
  const scopeResources = await countScope(tx, { ...scope, providers: inScope.length > 0 ? inScope : providers })
  return { candidates, scopeResources }
}
