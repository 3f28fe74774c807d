import { ofLoads } from '../roll-up-sql.ts'
import type { FactQuery } from './fact-query.ts'
import { inWindow } from './place-sql.ts'

/**
 * A commitment's used and unused part. A purchase's effective cost is what of it covered nothing: zero in FOCUS, the
 * unused part of a reservation's fee row in older bills. A month's fee speaks for
 * the whole month. Account, service and region are those it costs most in.
 */
export const commitmentUse: FactQuery<'commitment_use'> = {
  sql: `WITH
      ChargeCategory = 'Purchase' AS is_purchase,
      CommitmentDiscountStatus = 'Unused' OR (is_purchase AND CommitmentDiscountStatus != 'Used') AS is_unused,
      (ifNull(EffectiveCost, 0), SubAccountId, ServiceName) AS weight
    SELECT BillingCurrency AS currency, ServiceProviderName AS provider, BillingAccountId AS billing_account_id,
      argMax(SubAccountId, weight) AS sub_account_id, argMax(SubAccountName, weight) AS sub_account_name,
      argMax(ServiceName, weight) AS service, argMax(RegionId, weight) AS region,
      CommitmentDiscountId AS commitment_id, max(CommitmentDiscountName) AS commitment_name,
      max(CommitmentDiscountType) AS commitment_type, max(CommitmentDiscountCategory) AS commitment_category,
      sumIf(ifNull(EffectiveCost, 0), NOT is_unused) AS effective_used,
      sumIf(ifNull(EffectiveCost, 0), is_unused) AS effective_unused,
      sumIf(ifNull(BilledCost, 0), is_purchase) AS billed_purchase,
      sumIf(ContractedCost, NOT is_unused AND NOT is_purchase) AS contracted_covered,
      min(charge_date) AS first_day,
      max(least(greatest(charge_date, toDate(ChargePeriodEnd - 1, 'UTC')), {to:Date} - 1)) AS last_day
    FROM cost_line
    WHERE ${ofLoads} AND ${inWindow} AND CommitmentDiscountId != '' AND ChargeCategory IN ('Usage', 'Purchase')
    GROUP BY currency, provider, billing_account_id, commitment_id
    ORDER BY currency, provider, billing_account_id, commitment_id`,
}
