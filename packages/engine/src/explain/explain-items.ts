/** What a term comes from: resources, and charges without one. */
import type { Filter } from '@kept/domain/cost-query.ts'
import type { CostCell, ExplainedItem } from '@kept/domain/explanation.ts'
import type { ExplanationTerm } from '@kept/domain/explanation-terms.ts'
import type { DecomposedCell } from './decompose.ts'
import { magnitude, toDecimal, type Units } from './units.ts'

interface ItemRequest {
  filters: readonly Filter[]
  accountNames: ReadonlyMap<string, string>
}

/** The largest amounts first. */
export function explainItems(
  term: ExplanationTerm,
  entries: readonly DecomposedCell[],
  request: ItemRequest,
): ExplainedItem[] {
  const amounts = new Map<DecomposedCell, Units>()
  for (const entry of entries) {
    const amount = entry.terms.reduce((units, [name, value]) => (name === term ? units + value : units), 0n)
    if (amount !== 0n) amounts.set(entry, amount)
  }
  return [...Map.groupBy(amounts, ([{ cell }]) => itemKey(cell)).values()]
    .map((members) => ({
      members: members.map(([entry]) => entry),
      amount: members.reduce((units, [, value]) => units + value, 0n),
    }))
    .toSorted((a, b) => compareUnits(magnitude(b.amount), magnitude(a.amount)))
    .map(({ members, amount }) => toItem(members, amount, request))
}

/** A resource is one item, whatever it is charged for. */
function itemKey(cell: CostCell): string {
  const { provider, sub_account, service, region, resource, sku, meter, unit, category } = cell
  return resource !== '' && cell.resources <= 1
    ? JSON.stringify([provider, resource])
    : JSON.stringify([provider, sub_account, service, region, sku, meter, unit, category, cell.resources > 1])
}

function toItem(members: readonly DecomposedCell[], amount: Units, request: ItemRequest): ExplainedItem {
  const largest = members.reduce((best, entry) =>
    magnitude(entry.current - entry.previous) > magnitude(best.current - best.previous) ? entry : best,
  )
  const { provider, service, sub_account, region, resource, resource_name, meter, resources } = largest.cell
  const previous = members.reduce((units, entry) => units + entry.previous, 0n)
  const current = members.reduce((units, entry) => units + entry.current, 0n)
  return {
    ...{ provider, service, sub_account, sub_account_name: request.accountNames.get(sub_account) ?? '' },
    ...{ region, resource, resource_name, meter, resources },
    amount: toDecimal(amount),
    previous: toDecimal(previous),
    current: toDecimal(current),
    quantity: quantityOf(members),
    filters: filtersOfItem(largest.cell, request.filters),
  }
}

/** Quantities of one unit can be added; of different ones, none is shown. */
function quantityOf(members: readonly DecomposedCell[]): ExplainedItem['quantity'] {
  const units = new Set(members.map(({ cell }) => cell.unit))
  const [unit = ''] = units
  if (units.size > 1 || unit === '') return null
  let [previous, current] = [0n, 0n]
  for (const { quantity } of members) {
    if (quantity === null) return null
    previous += quantity.previous
    current += quantity.current
  }
  return previous === 0n && current === 0n ? null : { previous: toDecimal(previous), current: toDecimal(current), unit }
}

function filtersOfItem(cell: CostCell, filters: readonly Filter[]): Filter[] {
  const own: [Filter['dimension'], string][] =
    cell.resource !== '' && cell.resources <= 1
      ? [['resource', cell.resource]]
      : [
          ['service', cell.service],
          ['sub_account', cell.sub_account],
          ['region', cell.region],
          [cell.sku === '' ? 'meter' : 'sku', cell.sku || cell.meter],
          ['charge_category', cell.category],
        ]
  const names = new Set(own.map(([dimension]) => dimension))
  return [
    ...filters.filter(({ dimension, op }) => !(op === 'is' && names.has(dimension))),
    ...own.map(([dimension, value]): Filter => ({ dimension, op: 'is', values: [value] })),
  ]
}

function compareUnits(a: Units, b: Units): number {
  return a < b ? -1 : a > b ? 1 : 0
}
