/**
 * The method once more, as plainly as it can be said: decimal text, nested loops, every state written out. It shares
 * nothing with the engine but the words of the method, and is what the engine is held against.
 */
import type { AttributionInput, AttributionOutput } from '@kept/domain/attribution.ts'
import { add, compare, type Decimal, multiply, subtract, toPlaces } from '@kept/foundation/decimal.ts'

export function naiveAttribute(input: AttributionInput): AttributionOutput {
  const byAction: Record<string, Decimal> = {}
  for (const action of input.actions) byAction[action.id] = '0'
  let rate: Decimal = '0'
  let base: Decimal = '0'
  let actual: Decimal = '0'

  for (const cell of input.cells) {
    const live = []
    for (const action of input.actions) {
      const hasStarted = action.resource === cell.resource && action.t <= cell.h
      const over = action.expires !== undefined && action.expires <= cell.h
      if (hasStarted && !over) live.push(action)
    }
    live.sort((a, b) => (a.t !== b.t ? a.t - b.t : a.id < b.id ? -1 : 1))

    const masking = live.filter((action) => {
      if (action.kind === 'terminate') return true
      return action.kind === 'schedule' && action.offHours?.includes(cell.h)
    })
    const rightsizes = live.filter((action) => action.kind === 'rightsize')
    const last = rightsizes.at(-1)
    const counts = last !== undefined && last.toSku === cell.actualSku

    let sku = counts ? (rightsizes[0]?.fromSku ?? '') : cell.actualSku
    let quantity = cell.actualQty
    if (masking.length > 0 && compare(cell.baseQty, cell.actualQty) > 0) quantity = cell.baseQty

    const costs = [cost(input, sku, quantity, cell.h)]
    for (const action of live) {
      if (masking.includes(action)) quantity = cell.actualQty
      if (action.kind === 'rightsize' && counts) sku = action.toSku ?? ''
      costs.push(cost(input, sku, quantity, cell.h))
    }
    live.forEach((action, i) => {
      byAction[action.id] = add(byAction[action.id] ?? '0', subtract(costs[i] ?? '0', costs[i + 1] ?? '0'))
    })

    const contracted = cost(input, cell.actualSku, cell.actualQty, cell.h)
    let paid = contracted
    if (cell.rows && cell.rows.length > 0 && cell.ourCommitment !== false) {
      paid = toPlaces(
        cell.rows.reduce((total, row) => add(total, row.effectiveCost), '0'),
        9,
      )
    }
    rate = add(rate, subtract(contracted, paid))
    base = add(base, costs[0] ?? '0')
    actual = add(actual, paid)
  }
  const nine = (amount: Decimal) => toPlaces(amount, 9)
  return {
    byAction: Object.fromEntries(Object.entries(byAction).map(([id, amount]) => [id, nine(amount)])),
    rate: nine(rate),
    base: nine(base),
    actual: nine(actual),
    total: nine(subtract(base, actual)),
  }
}

function cost({ prices }: AttributionInput, sku: string, quantity: Decimal, hour: number): Decimal {
  const price = prices[sku]
  if (price === undefined) throw new Error(`no price for ${sku}`)
  if (typeof price === 'string') return toPlaces(multiply(price, quantity), 9)
  let match: { from: number; price: string } | undefined
  for (const step of price) if (step.from <= hour && (!match || step.from > match.from)) match = step
  if (!match) throw new Error(`no price for ${sku} yet`)
  return toPlaces(multiply(match.price, quantity), 9)
}
