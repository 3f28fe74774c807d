/** A change of autopilot waits for its hours, or for its turn: policies and amounts may change meanwhile. */
import type { AutopilotChange } from '@kept/domain/autopilot.ts'
import { compare } from '@kept/foundation/decimal.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { findRecommendation } from '@kept/store/recommendations/find.ts'
import { toRecommendation } from '@kept/store/recommendations/row.ts'
import { approvalOfChange } from '@kept/store/remediation/approvals.ts'
import { readEnforcedPolicies } from '@kept/store/security/enforced-policies.ts'
import { approvalReason, topicOf } from '../remediation/public/approvals.ts'

/** Why a second person would have to approve it now; undefined where no one has to, or one did. */
export async function missingApproval(
  tx: ScopedTransaction,
  { id, recommendation_id }: Pick<AutopilotChange, 'id' | 'recommendation_id'>,
): Promise<string | undefined> {
  const recommendation = toRecommendation(await findRecommendation(tx, recommendation_id))
  const reason = approvalReason(await readEnforcedPolicies(tx), topicOf(recommendation))
  if (reason === '') return undefined
  const approval = await approvalOfChange(tx, id)
  if (approval?.state !== 'approved') return reason
  const { monthly_savings: approved, currency } = approval
  const { monthly_savings: amount } = recommendation
  // Without an amount it was approved whatever it is.
  const isCovered =
    approved === null || (amount !== null && currency === recommendation.currency && compare(amount, approved) <= 0)
  return isCovered ? undefined : 'It changes more now than what was approved.'
}
