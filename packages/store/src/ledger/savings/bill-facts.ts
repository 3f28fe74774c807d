/** What must be known of a whole bill before the lines of any resource can be judged: prices, and hours without data. */
import type { CommitmentHour, PriceSeen } from '@kept/domain/saving.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../../warehouse/client.ts'
import {
  type CountedSpan,
  contractedSql,
  countedLines,
  effectiveSql,
  hourSql,
  quantitySql,
  skuSql,
  spanParameters,
} from './counted-lines.ts'

/** The lowest contracted unit price of each SKU in each hour; corrections are no offers. */
export function readPricesSeen(
  warehouse: Warehouse,
  scope: Scope,
  span: CountedSpan,
  skus: readonly string[],
): Promise<PriceSeen[]> {
  const offered = `FROM cost_line WHERE ${countedLines} AND ChargeClass != 'Correction' AND sku IN {skus:Array(String)}`
  // A division costs a hundred times as much as reading a price: only lines without one are divided, and each once.
  return warehouse.ask(
    scope,
    `SELECT sku, hour, min(price) AS price FROM (
       SELECT ${skuSql} AS sku, ${hourSql} AS hour, min(ContractedUnitPrice) AS price
       ${offered} AND isNotNull(ContractedUnitPrice) GROUP BY sku, hour
       UNION ALL
       SELECT sku, hour, divideDecimal(cost, quantity, 18) AS price FROM (
         SELECT DISTINCT ${skuSql} AS sku, ${hourSql} AS hour, ${contractedSql} AS cost, ${quantitySql} AS quantity
         ${offered} AND isNull(ContractedUnitPrice) AND quantity != 0)
     ) GROUP BY sku, hour ORDER BY sku, hour`,
    { ...spanParameters(span), skus },
  )
}

/** Hours in which the bill has any usage; a line of a day covers all of its hours. */
export async function readCoveredHours(warehouse: Warehouse, scope: Scope, span: CountedSpan): Promise<Set<number>> {
  const rows = await warehouse.ask<{ hour: number }>(
    scope,
    `SELECT DISTINCT ${hourSql} + arrayJoin(range(toUInt8(least(24, greatest(1, dateDiff('hour', ChargePeriodStart,
       ChargePeriodEnd)))))) AS hour
     FROM cost_line WHERE ${countedLines} ORDER BY hour`,
    spanParameters(span),
  )
  return new Set(rows.map(({ hour }) => hour))
}

/** What commitments did, hour by hour. */
export function readCommitmentHours(
  warehouse: Warehouse,
  scope: Scope,
  span: CountedSpan,
  commitments: readonly string[],
): Promise<CommitmentHour[]> {
  return warehouse.ask(
    scope,
    `SELECT CommitmentDiscountId AS commitment, ${hourSql} AS hour, CommitmentDiscountStatus AS status,
       sum(${contractedSql}) AS contracted, sum(${effectiveSql}) AS effective
     FROM cost_line
     WHERE ${countedLines} AND CommitmentDiscountId IN {commitments:Array(String)} AND CommitmentDiscountStatus IN ('Used', 'Unused')
     GROUP BY commitment, hour, status ORDER BY commitment, hour, status`,
    { ...spanParameters(span), commitments },
  )
}
