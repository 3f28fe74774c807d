/** Facts of an entire bill that the calculation for any resource needs: prices, and hours without data. */
import type { CommitmentHour, PriceSeen } from '@kept/domain/saving.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../../warehouse/client.ts'
import {
  type CountedSpan,
  commitmentLines,
  contractedSql,
  countedLines,
  effectiveSql,
  hourSql,
  linesInSpan,
  quantitySql,
  skuSql,
  spanParameters,
} from './counted-lines.ts'

/**
 * The lowest contracted unit price of each SKU in each hour. Corrections are no offers. The unused part of a commitment
 * has no contracted price of its own; its price of zero would be wrong.
 */
export function readPricesSeen(
  warehouse: Warehouse,
  scope: Scope,
  span: CountedSpan,
  skus: readonly string[],
): Promise<PriceSeen[]> {
  const offered = `FROM cost_line WHERE ${countedLines} AND ChargeClass != 'Correction'
    AND CommitmentDiscountStatus != 'Unused' AND sku IN {skus:Array(String)}`
  // A division costs a hundred times as much as reading a price: only lines without a price are divided, each once.
  return warehouse.query(
    scope,
    `SELECT sku, hour, min(price) AS price FROM (
       SELECT ${skuSql} AS sku, ${hourSql} AS hour, min(ContractedUnitPrice) AS price
       ${offered} AND isNotNull(ContractedUnitPrice) GROUP BY sku, hour
       UNION ALL
       SELECT sku, hour, divideDecimal(cost, quantity, 18) AS price FROM (
         SELECT DISTINCT ${skuSql} AS sku, ${hourSql} AS hour, ${contractedSql} AS cost, ${quantitySql} AS quantity
         ${offered} AND isNull(ContractedUnitPrice) AND quantity != 0 AND ${statesCost})
     ) GROUP BY sku, hour ORDER BY sku, hour`,
    { ...spanParameters(span), skus },
  )
}

/** The effective cost of covered usage is the price of its commitment, not its price without it. */
const statesCost = `if(CommitmentDiscountStatus = 'Used', isNotNull(ContractedCost), isNotNull(coalesce(ContractedCost, EffectiveCost)))`

/** Hours in which the bill has any usage; a daily line covers all of its hours. */
export async function readCoveredHours(warehouse: Warehouse, scope: Scope, span: CountedSpan): Promise<Set<number>> {
  const rows = await warehouse.query<{ hour: number }>(
    scope,
    `SELECT DISTINCT ${hourSql} + arrayJoin(range(toUInt8(least(24, greatest(1, dateDiff('hour', ChargePeriodStart,
       ChargePeriodEnd)))))) AS hour
     FROM cost_line WHERE ${countedLines} ORDER BY hour`,
    spanParameters(span),
  )
  return new Set(rows.map(({ hour }) => hour))
}

/**
 * The commitments by span. The unused part may be on a fee row (AWS Cost and Usage Reports), so purchases are read as
 * well; their billed cost is not included.
 */
export function readCommitmentHours(
  warehouse: Warehouse,
  scope: Scope,
  span: CountedSpan,
  commitments: readonly string[],
): Promise<CommitmentHour[]> {
  return warehouse.query(
    scope,
    `SELECT CommitmentDiscountId AS commitment, ${hourSql} AS hour,
       dateDiff('hour', ChargePeriodStart, ChargePeriodEnd) AS hours, CommitmentDiscountStatus AS status,
       sum(if(ChargeCategory = 'Usage', ${contractedSql}, 0)) AS contracted, sum(${effectiveSql}) AS effective
     FROM cost_line
     WHERE ${linesInSpan} AND CommitmentDiscountId IN {commitments:Array(String)} AND ${commitmentLines}
     GROUP BY commitment, hour, hours, status ORDER BY commitment, hour, hours, status`,
    { ...spanParameters(span), commitments },
  )
}

/**
 * Commitments whose purchase row is separate from their cost, as in FOCUS and AWS: then the unused part is on the bill
 * as well. A fee that keeps its effective cost (Google Cloud) has no unused part.
 */
export async function readPurchasedCommitments(
  warehouse: Warehouse,
  scope: Scope,
  span: CountedSpan,
  commitments: readonly string[],
): Promise<Set<string>> {
  const rows = await warehouse.query<{ commitment: string }>(
    scope,
    `SELECT CommitmentDiscountId AS commitment FROM cost_line
     WHERE ${linesInSpan} AND CommitmentDiscountId IN {commitments:Array(String)} AND ChargeCategory = 'Purchase'
     GROUP BY commitment HAVING max(${effectiveSql}) = 0 OR countIf(CommitmentDiscountStatus = 'Unused') > 0`,
    { ...spanParameters(span), commitments },
  )
  return new Set(rows.map(({ commitment }) => commitment))
}
