/**
 * What a savings rate is measured over: usage, with the unused part of commitments as cost. Purchases bill what usage
 * rows consume, so their list and contracted cost would be counted twice; taxes, credits and adjustments buy nothing.
 * Source: FinOps Foundation and ProsperOps, effective savings rate; FOCUS 1.2, EffectiveCost.
 */

export const usageSql = "(ChargeCategory = 'Usage' AND CommitmentDiscountStatus != 'Unused')"

/**
 * Rows whose effective cost is the part of a commitment that no usage row carries: unused usage rows (FOCUS, Azure),
 * the unused part on a fee row (AWS), the full fee where covered usage costs nothing (Google Cloud). In FOCUS a
 * purchase has an effective cost of 0.
 */
export const uncoveredCommitmentSql = `(CommitmentDiscountStatus = 'Unused' AND ChargeCategory IN ('Usage', 'Purchase')
  OR ChargeCategory = 'Purchase' AND (CommitmentDiscountId != '' OR CommitmentDiscountType != ''))`

/**
 * What trends, spikes and anomalies are calculated from: metered usage. Recurring and one-time charges put the cost of
 * a month on one day, and a correction is about another day than its own.
 */
export const meteredUsageSql = `(${usageSql} AND ChargeFrequency NOT IN ('Recurring', 'One-Time') AND ChargeClass != 'Correction')`
