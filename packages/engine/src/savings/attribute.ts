/** `kept savings attribute`: the chain over cells given as input, without a bill. */
import type { AttributionInput, AttributionOutput } from '@kept/domain/attribution.ts'
import { minorDigits } from '@kept/domain/currency.ts'
import { badInput } from '@kept/domain/errors.ts'
import { sum } from '@kept/foundation/decimal.ts'
import { attributeCell, type Cell, type ChainAction, inOrder, type PriceOf } from './chain.ts'
import { exact, exactReader, type Nano, nanoText, toNano } from './exact.ts'
import { type PriceStep, priceAt } from './price-steps.ts'

type InputCell = AttributionInput['cells'][number]
type InputAction = AttributionInput['actions'][number]

export function attribute(input: AttributionInput): AttributionOutput {
  if (minorDigits(input.currency) === undefined) {
    throw badInput(`currency must be an ISO 4217 code such as "USD"; it is "${input.currency}".`)
  }
  const prices = readPrices(input.prices)
  const actions = Map.groupBy(inOrder(readActions(input.actions)), ({ resource }) => resource)
  const read = exactReader()
  const saved = new Map<string, Nano>(input.actions.map(({ id }) => [id, 0n]))
  let [rate, base, actual] = [0n, 0n, 0n]
  for (const [index, cell] of input.cells.entries()) {
    const quantities: Cell = {
      hour: cell.h,
      sku: cell.actualSku,
      quantity: read(cell.actualQty),
      base: read(cell.baseQty),
    }
    const priceOf = pricesIn(prices, cell.h, `cells[${index}]`)
    const saving = attributeCell(quantities, actions.get(cell.resource) ?? [], priceOf)
    for (const { id, saved: step } of saving.steps) saved.set(id, (saved.get(id) ?? 0n) + step)
    const paid = paidFor(cell, saving.actual)
    rate += saving.actual - paid
    base += saving.base
    actual += paid
  }
  return {
    byAction: Object.fromEntries([...saved].map(([id, amount]) => [id, nanoText(amount)])),
    rate: nanoText(rate),
    base: nanoText(base),
    actual: nanoText(actual),
    total: nanoText(base - actual),
  }
}

/**
 * What counts as paid: the effective cost where our commitment worked. A commitment of the customer's own is neither to
 * our credit nor our debit, so there the contracted cost stands.
 */
function paidFor({ rows = [], ourCommitment = true }: InputCell, contracted: Nano): Nano {
  if (rows.length === 0) return contracted
  if (!ourCommitment) return contracted
  // A correction may bring an hour below zero; it is the bill's word, and counts as it stands.
  return toNano(exact(sum(rows.map(({ effectiveCost }) => effectiveCost))))
}

function pricesIn(prices: ReadonlyMap<string, readonly PriceStep[]>, hour: number, path: string): PriceOf {
  return (sku) => {
    const steps = prices.get(sku)
    if (!steps) throw badInput(`prices has no entry for the SKU "${sku}", which ${path} needs in hour ${hour}.`)
    const price = priceAt(steps, hour)
    if (price) return price
    throw badInput(`prices["${sku}"] begins in hour ${steps[0]?.from}, after hour ${hour}, in which ${path} needs it.`)
  }
}

function readPrices(input: AttributionInput['prices']): Map<string, readonly PriceStep[]> {
  return new Map(Object.entries(input).map(([sku, price]) => [sku, stepsOf(sku, price)]))
}

function stepsOf(sku: string, price: AttributionInput['prices'][string]): PriceStep[] {
  if (typeof price === 'string') return [{ from: Number.NEGATIVE_INFINITY, price: exact(price) }]
  const steps = price.map((step) => ({ from: step.from, price: exact(step.price) })).toSorted((a, b) => a.from - b.from)
  const twice = steps.find(({ from }, index) => steps[index + 1]?.from === from)
  if (twice) throw badInput(`prices["${sku}"] has two prices from hour ${twice.from}. Remove one.`)
  return steps
}

function readActions(actions: readonly InputAction[]): (ChainAction & { resource: string })[] {
  const seenIds = new Set<string>()
  return actions.map((action, index) => {
    if (seenIds.has(action.id))
      throw badInput(`actions[${index}].id "${action.id}" is used twice. Give each action its own id.`)
    seenIds.add(action.id)
    const { id, resource, t, expires } = action
    return { id, resource, from: t, until: expires ?? null, change: changeOf(action, `actions[${index}]`) }
  })
}

function changeOf({ kind, offHours, fromSku, toSku }: InputAction, path: string): ChainAction['change'] {
  switch (kind) {
    case 'terminate':
      return { kind: 'mask', isOff: () => true }
    case 'schedule': {
      if (!offHours) throw badInput(`${path}.offHours is missing. A schedule needs the hours it turns off.`)
      const hoursOff = new Set(offHours)
      return { kind: 'mask', isOff: (hour) => hoursOff.has(hour) }
    }
    case 'rightsize':
      if (!fromSku) throw badInput(`${path}.fromSku is missing. A rightsize needs the SKU before the change.`)
      if (!toSku) throw badInput(`${path}.toSku is missing. A rightsize needs the SKU after the change.`)
      return { kind: 'rightsize', fromSku, toSku }
  }
}
