import { ofLoads } from '../roll-up-sql.ts'
import type { FactQuery } from './fact-query.ts'

/** Fee rows of up to this many days before the window are included. */
const longestCharge = 400

/** The part of an amount that falls into the window, by the length of its row. */
const inside = (amount: string) => `if(length = 0, ${amount}, ${amount} * overlap / length)`

/**
 * The unused part of a fee that keeps its full effective cost (Google Cloud): the share of the committed quantity that
 * no covered usage of the same unit used. Usage that does not name its commitment makes it unknown, counted as none.
 */
const unusedFee = `if(fee > 0 AND committed > 0 AND (covered > 0 OR NOT has_coverage AND NOT is_unnamed),
  greatest(0, fee - divideDecimal(multiplyDecimal(fee, covered, 18), if(committed > 0, committed, 1), 18)), 0)`

/**
 * Commitments with a fee row: only of these is the covered usage asked for. It is divided in a list that is empty for all
 * other rows, because both sides of a condition are calculated, and these decimals took four fifths of the query.
 */
const withFee = `SELECT groupUniqArray(CommitmentDiscountId) FROM cost_line
  WHERE ${ofLoads} AND charge_date >= {from:Date} - ${longestCharge} AND charge_date < {to:Date}
    AND CommitmentDiscountId != '' AND ChargeCategory = 'Purchase' AND EffectiveCost > 0`

/**
 * A commitment's used and unused part, wherever the bill has the latter: on usage rows, or on the fee row of a month,
 * which counts by the days of the window. Account, service and region are those with most of its cost.
 */
export const commitmentUse: FactQuery<'commitment_usage'> = {
  sql: `WITH (
      SELECT groupUniqArray((ServiceProviderName, BillingAccountId)) FROM cost_line
      WHERE ${ofLoads} AND charge_date >= {from:Date} AND charge_date < {to:Date}
        AND CommitmentDiscountStatus = 'Used' AND EffectiveCost < ContractedCost
        AND CommitmentDiscountId LIKE '% %'
    ) AS unnamed, (${withFee}) AS with_fee
    SELECT currency, provider, billing_account_id, argMax(sub_account_id, weight) AS sub_account_id,
      argMax(sub_account_name, weight) AS sub_account_name, argMax(service, weight) AS service,
      argMax(region, weight) AS region, commitment_id, max(name) AS commitment_name, max(type) AS commitment_type,
      max(category) AS commitment_category, sum(used) + sum(fee) - sum(${unusedFee}) AS effective_used,
      sum(unused) + sum(${unusedFee}) AS effective_unused, sum(billed) AS billed_purchase,
      sum(contracted) AS contracted_covered, min(first) AS first_day, max(last) AS last_day
    FROM (
      SELECT *, max(covered > 0) OVER (PARTITION BY currency, provider, billing_account_id, commitment_id) AS has_coverage,
        has(unnamed, (provider, billing_account_id)) AS is_unnamed
      FROM (
        SELECT BillingCurrency AS currency, ServiceProviderName AS provider, BillingAccountId AS billing_account_id,
          CommitmentDiscountId AS commitment_id, PricingUnit AS unit, max(row_weight) AS weight,
          argMax(SubAccountId, row_weight) AS sub_account_id, argMax(SubAccountName, row_weight) AS sub_account_name,
          argMax(ServiceName, row_weight) AS service, argMax(RegionId, row_weight) AS region,
          max(CommitmentDiscountName) AS name, max(CommitmentDiscountType) AS type, max(CommitmentDiscountCategory) AS category,
          sumIf(effective, NOT is_unused AND NOT is_purchase) AS used, sumIf(effective, is_unused) AS unused,
          sumIf(effective, is_purchase AND NOT is_unused) AS fee,
          sumIf(ifNull(PricingQuantity, 0), is_purchase AND NOT is_unused AND effective > 0) AS committed,
          sum(arraySum(arrayMap(row -> divideDecimal(multiplyDecimal(row.1, row.2, 18), row.3, 18),
            if(NOT is_purchase AND CommitmentDiscountStatus = 'Used' AND has(with_fee, CommitmentDiscountId),
              [(ifNull(PricingQuantity, 0), ifNull(ContractedCost - EffectiveCost, 0),
                if(ContractedCost > 0, assumeNotNull(ContractedCost), toDecimal256(1, 30)))], [])))) AS covered,
          sumIf(${inside('ifNull(BilledCost, 0)')}, is_purchase) AS billed,
          sumIf(ContractedCost, NOT is_unused AND NOT is_purchase) AS contracted,
          min(greatest(charge_date, {from:Date})) AS first,
          max(least(greatest(charge_date, toDate(ChargePeriodEnd - 1, 'UTC')), {to:Date} - 1)) AS last
        FROM (
          SELECT *, ChargeCategory = 'Purchase' AS is_purchase, CommitmentDiscountStatus = 'Unused' AS is_unused,
            dateDiff('second', ChargePeriodStart, ChargePeriodEnd) AS length,
            dateDiff('second', greatest(ChargePeriodStart, toDateTime({from:Date}, 'UTC')),
              least(ChargePeriodEnd, toDateTime({to:Date}, 'UTC'))) AS overlap,
            ${inside('ifNull(EffectiveCost, 0)')} AS effective, (effective, SubAccountId, ServiceName) AS row_weight
          FROM cost_line
          WHERE ${ofLoads} AND charge_date >= {from:Date} - ${longestCharge} AND charge_date < {to:Date}
            AND (charge_date >= {from:Date} OR ChargePeriodEnd > toDateTime({from:Date}, 'UTC'))
            AND CommitmentDiscountId != '' AND ChargeCategory IN ('Usage', 'Purchase')
        )
        GROUP BY currency, provider, billing_account_id, commitment_id, unit
      )
    )
    GROUP BY currency, provider, billing_account_id, commitment_id
    ORDER BY currency, provider, billing_account_id, commitment_id`,
}
