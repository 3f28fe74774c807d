import type { SavingsLine } from '@kept/domain/saving.ts'
import { compare, multiply, sum } from '@kept/foundation/decimal.ts'
import { exactText } from '../exact.ts'
import { priceOfLine } from '../line-price.ts'

/** What cost most: the resource runs when this does. */
export function mainSku(lines: readonly SavingsLine[]): string | undefined {
  const bySku = Map.groupBy(lines, ({ sku }) => sku)
  const costs = [...bySku].flatMap(([sku, ofSku]) => {
    const price = ofSku.flatMap((line) => priceOfLine(line) ?? []).at(-1)
    return price ? [{ sku, cost: multiply(exactText(price), sum(ofSku.map(({ quantity }) => quantity))) }] : []
  })
  return costs.toSorted((a, b) => compare(b.cost, a.cost) || (a.sku < b.sku ? -1 : 1))[0]?.sku
}
