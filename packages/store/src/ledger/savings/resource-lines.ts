/**
 * Usage lines of some resources; rows of the same hour, SKU and price are combined. At most a few hundred resources.
 */
import type { SavingsLine } from '@kept/domain/saving.ts'
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

/** One row per meter of a resource, with its hours as arrays: a tenth of the text of one row per hour. */
interface Packed extends Pick<SavingsLine, 'resource' | 'sku' | 'hours' | 'commitment' | 'status'> {
  correction: number
  at: number[]
  quantity: string[]
  price: (string | null)[]
  contracted: string[]
  effective: string[]
}

const sql = `SELECT resource, sku, hours, nullIf(commitment, '') AS commitment, nullIf(status, '') AS status, correction,
    groupArray(hour) AS at, groupArray(q) AS quantity, groupArray(tuple(p)) AS prices, groupArray(c) AS contracted,
    groupArray(e) AS effective, arrayMap(one -> one.1, prices) AS price
  FROM (
    SELECT ResourceId AS resource, ${skuSql} AS sku, dateDiff('hour', ChargePeriodStart, ChargePeriodEnd) AS hours,
      CommitmentDiscountId AS commitment, CommitmentDiscountStatus AS status, ChargeClass = 'Correction' AS correction,
      ${hourSql} AS hour, ContractedUnitPrice AS p, sum(${quantitySql}) AS q, sum(${contractedSql}) AS c, sum(${effectiveSql}) AS e
    FROM cost_line
    WHERE ${countedLines} AND ResourceId IN {resources:Array(String)}
    GROUP BY resource, sku, hours, commitment, status, correction, hour, p
    ORDER BY resource, sku, hour
  )
  GROUP BY resource, sku, hours, commitment, status, correction`

export async function readResourceLines(
  warehouse: Warehouse,
  scope: Scope,
  span: CountedSpan,
  resources: readonly string[],
): Promise<SavingsLine[]> {
  const packed = await warehouse.query<Packed>(scope, sql, { ...spanParameters(span), resources })
  return packed.flatMap(({ at, quantity, price, contracted, effective, correction, ...shared }) =>
    at.map(
      (hour, index): SavingsLine => ({
        ...shared,
        hour,
        quantity: quantity[index] ?? '0',
        price: price[index] ?? null,
        contracted: contracted[index] ?? '0',
        effective: effective[index] ?? '0',
        correction: correction === 1,
      }),
    ),
  )
}
