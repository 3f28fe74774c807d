/**
 * The change of each cell's cost, split into terms. Along one chain of amounts, from the earlier cost to the later one,
 * each term is the difference of two neighbors, so the terms add up exactly whatever is rounded in between:
 * C0, C0 * D1/D0 (days), C0 * Q1/Q0 (usage of the resource), C0 * q1/q0 (mix within it), then the ratios of list cost
 * (price), contracted cost (negotiated discounts) and cost (commitments). Source: price-volume-mix analysis.
 */
import type { CellSide, CostCell } from '@kept/domain/explanation.ts'
import type { ExplanationTerm } from '@kept/domain/explanation-terms.ts'
import { magnitude, scaleUnits, toUnits, type Units } from './units.ts'

export interface Periods {
  days: number
  previousDays: number
  /** Both are calendar months: what is priced by the month costs the same in a longer one. */
  areMonths: boolean
}

export interface DecomposedCell {
  cell: CostCell
  previous: Units
  current: Units
  /** Null where the bill does not say. */
  quantity: { previous: Units; current: Units } | null
  /** Terms that are not zero. */
  terms: [ExplanationTerm, Units][]
}

interface Side {
  cost: Units
  list: Units | null
  contracted: Units | null
  quantity: Units | null
}

interface Usage {
  cell: CostCell
  previous: Side
  current: Side
}

/** One entry for each price of a resource. Throws RangeError for periods without days. */
export function decomposeCells(cells: readonly CostCell[], periods: Periods): DecomposedCell[] {
  if (periods.days < 1 || periods.previousDays < 1) throw new RangeError('A period needs at least one day.')
  const usage: Usage[] = []
  const decomposed: DecomposedCell[] = []
  for (const cell of cells) {
    const entry = { cell, previous: sideOf(cell.previous), current: sideOf(cell.current) }
    const term = termOfCharge(cell)
    if (term === null) usage.push(entry)
    else decomposed.push(finish(entry, [[term, entry.current.cost - entry.previous.cost]]))
  }
  const prices = [...Map.groupBy(usage, priceKey).values()].map(mergeUsage)
  for (const group of Map.groupBy(prices, resourceKey).values()) decomposed.push(...decomposeResource(group, periods))
  return decomposed
}

/** Charges that are no usage have one term. Source: FOCUS 1.2, ChargeCategory, ChargeFrequency and ChargeClass. */
function termOfCharge({ category, frequency, class: chargeClass, commitment }: CostCell): ExplanationTerm | null {
  if (category === 'Tax') return 'tax'
  if (chargeClass === 'Correction' || category === 'Adjustment') return 'corrections'
  if (category === 'Credit') return 'credits'
  if (commitment === 'unused') return 'commitments'
  if (frequency === 'One-Time') return 'one_time'
  if (category === 'Purchase' && commitment !== 'none') return 'commitments'
  if (category === 'Purchase' || frequency === 'Recurring') return 'fees'
  return null
}

/** The same price, whether a commitment covers it or not. */
function priceKey({ cell }: Usage): string {
  const { currency, provider, sub_account, service, region, resource, sku, meter, unit } = cell
  const parts = [currency, provider, sub_account, service, region, resource, sku, meter, unit]
  // Cells of several resources differ only by the periods these are in.
  return JSON.stringify([...parts, cell.resources > 1, cell.is_in_previous, cell.is_in_current])
}

/** What has one quantity: the prices of a resource in one unit. A charge without a resource stands alone. */
function resourceKey(entry: Usage): string {
  const { currency, provider, resource, unit, resources } = entry.cell
  return resource === '' || resources > 1 ? priceKey(entry) : JSON.stringify([currency, provider, resource, unit])
}

function mergeUsage(entries: readonly Usage[]): Usage {
  const [first, ...rest] = entries as [Usage, ...Usage[]]
  return rest.reduce(
    (sum, { cell, previous, current }) => ({
      cell: cell.commitment === 'used' ? { ...sum.cell, commitment: 'used' } : sum.cell,
      previous: addSides(sum.previous, previous),
      current: addSides(sum.current, current),
    }),
    first,
  )
}

function decomposeResource(entries: readonly Usage[], periods: Periods): DecomposedCell[] {
  const isInPrevious = entries.some(({ cell }) => cell.is_in_previous)
  const isInCurrent = entries.some(({ cell }) => cell.is_in_current)
  if (!isInPrevious || !isInCurrent) {
    const term = isInPrevious ? 'ended' : 'new'
    return entries.map((entry) => finish(entry, [[term, entry.current.cost - entry.previous.cost]]))
  }
  const isMeasured = entries.every(({ previous, current }) => hasQuantity(previous) && hasQuantity(current))
  const quantityOf = (side: 'previous' | 'current') =>
    entries.reduce((sum, entry) => sum + (entry[side].quantity ?? 0n), 0n)
  const quantities = { previous: quantityOf('previous'), current: quantityOf('current') }
  return entries.map((entry) => {
    const daysCost = costOfDays(entry, periods)
    const days: [ExplanationTerm, Units] = ['days', daysCost - entry.previous.cost]
    const rest = entry.current.cost - daysCost
    if (!isMeasured) return finish(entry, [days, ['unmeasured', rest]])
    // A kind of usage that starts or ends on a resource that goes on.
    if (quantities.previous === 0n || quantities.current === 0n) return finish(entry, [days, ['usage', rest]])
    const usageCost = scaleUnits(entry.previous.cost, quantities.current, quantities.previous)
    return finish(entry, [days, ['usage', usageCost - daysCost], ...mixAndPrice(entry, usageCost)])
  })
}

/** The earlier cost for the days of the later period. */
function costOfDays({ cell, previous }: Usage, { days, previousDays, areMonths }: Periods): Units {
  if (areMonths && isMonthly(cell.unit)) return previous.cost
  return scaleUnits(previous.cost, BigInt(days), BigInt(previousDays))
}

/** "GB-Mo", "1 GB/Month", "GiBy.mo". */
function isMonthly(unit: string): boolean {
  return /(^|[^a-z])mo(nths?)?([^a-z]|$)/i.test(unit)
}

/** From the cost at the resource's new quantity to the later cost. */
function mixAndPrice({ cell, previous, current }: Usage, usageCost: Units): [ExplanationTerm, Units][] {
  const [q0, q1] = [previous.quantity ?? 0n, current.quantity ?? 0n]
  // A price that is new on the resource, or no longer on it: nothing to compare it with.
  if (q0 === 0n || q1 === 0n) return [['mix', current.cost - usageCost]]
  const mixCost = scaleUnits(previous.cost, q1, q0)
  const mix: [ExplanationTerm, Units] = ['mix', mixCost - usageCost]
  const listCost = scaleByRatio(previous.cost, previous.list, current.list)
  const contractedCost = scaleByRatio(previous.cost, previous.contracted, current.contracted)
  if (listCost === null && contractedCost === null) return [mix, ['price', current.cost - mixCost]]
  if (contractedCost === null) {
    const rest = cell.commitment === 'used' ? 'commitments' : 'discount'
    return [mix, ['price', (listCost ?? mixCost) - mixCost], [rest, current.cost - (listCost ?? mixCost)]]
  }
  const priceCost = listCost ?? contractedCost
  return [
    mix,
    ['price', priceCost - mixCost],
    ['discount', contractedCost - priceCost],
    ['commitments', current.cost - contractedCost],
  ]
}

function scaleByRatio(amount: Units, previous: Units | null, current: Units | null): Units | null {
  if (previous === null || current === null || previous <= 0n || current <= 0n) return null
  return scaleUnits(amount, current, previous)
}

/** Known and not negative, and above zero where there is a cost. */
function hasQuantity({ cost, quantity }: Side): boolean {
  return quantity !== null && (quantity > 0n || (quantity === 0n && cost === 0n))
}

function sideOf({ cost, list, contracted, quantity }: CellSide): Side {
  const unitsOf = (text: string | null) => (text === null ? null : toUnits(text))
  return { cost: toUnits(cost), list: unitsOf(list), contracted: unitsOf(contracted), quantity: unitsOf(quantity) }
}

function addSides(a: Side, b: Side): Side {
  const addUnits = (x: Units | null, y: Units | null) => (x === null || y === null ? null : x + y)
  return {
    cost: a.cost + b.cost,
    list: addUnits(a.list, b.list),
    contracted: addUnits(a.contracted, b.contracted),
    quantity: addUnits(a.quantity, b.quantity),
  }
}

function finish({ cell, previous, current }: Usage, terms: [ExplanationTerm, Units][]): DecomposedCell {
  return {
    cell,
    previous: previous.cost,
    current: current.cost,
    quantity:
      previous.quantity === null || current.quantity === null
        ? null
        : { previous: previous.quantity, current: current.quantity },
    terms: withoutDust(terms.filter(([, amount]) => amount !== 0n)),
  }
}

/** What rounding alone may leave: a billionth. */
const dust: Units = 10n ** 21n

/** Terms that rounding left go to the largest one, so that the sum stays. */
function withoutDust(terms: [ExplanationTerm, Units][]): [ExplanationTerm, Units][] {
  if (terms.every(([, amount]) => magnitude(amount) >= dust)) return terms
  const [largest, ...others] = terms.toSorted(([, a], [, b]) => (magnitude(a) < magnitude(b) ? 1 : -1))
  if (!largest || magnitude(largest[1]) < dust) return terms
  const rest = others.filter(([, amount]) => magnitude(amount) < dust).reduce((sum, [, amount]) => sum + amount, 0n)
  return [[largest[0], largest[1] + rest], ...others.filter(([, amount]) => magnitude(amount) >= dust)]
}
