/** Random cells, actions and prices for `kept savings attribute`: short clocks, so that everything meets everything. */
import type { AttributionInput } from '@kept/domain/attribution.ts'
import fc from 'fast-check'

export const hours = 24
const skus = ['large', 'medium', 'small'] as const
const resources = ['web', 'batch'] as const

const sku = fc.constantFrom(...skus)
const resource = fc.constantFrom(...resources)
const hour = fc.integer({ min: 0, max: hours - 1 })

/** Text of a decimal with `places` decimals below `most`. */
export function decimalBelow(max: number, scale: number): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: max * 10 ** scale }).map((units) => (units / 10 ** scale).toFixed(scale))
}

/** Small quantities often equal each other, as those of machines do. */
const quantity = fc.oneof(fc.constantFrom('0', '1', '2', '0.5'), decimalBelow(4, 3))

const price = (scale: number) =>
  fc.oneof(
    decimalBelow(2, scale),
    fc
      .uniqueArray(hour, { maxLength: 3 })
      .chain((laterHours) =>
        fc.tuple(
          ...[0, ...laterHours.filter((from) => from > 0)].map((from) =>
            fc.record({ from: fc.constant(from), price: decimalBelow(2, scale) }),
          ),
        ),
      ),
  )

const action = fc.record({
  resource,
  t: hour,
  expires: fc.option(fc.integer({ min: 0, max: hours + 2 }), { nil: undefined }),
  kind: fc.constantFrom('terminate' as const, 'schedule' as const, 'rightsize' as const),
  fromSku: sku,
  toSku: sku,
  offHours: fc.uniqueArray(hour, { maxLength: hours }),
})

/** Corrections among them. */
const effectiveCost = fc
  .tuple(fc.constantFrom('', '', '', '-'), decimalBelow(1, 11))
  .map(([sign, amount]) => sign + amount)

const cell = fc.record({
  h: hour,
  resource,
  actualSku: sku,
  actualQty: quantity,
  baseQty: quantity,
  ourCommitment: fc.option(fc.boolean(), { nil: undefined }),
  rows: fc.option(fc.array(fc.record({ effectiveCost }), { maxLength: 3 }), { nil: undefined }),
})

interface ArbitraryOptions {
  /** Decimals of prices; with three of a quantity, more than six make products that are rounded. */
  pricePlaces?: number
}

export function arbitraryAttribution({ pricePlaces = 8 }: ArbitraryOptions = {}): fc.Arbitrary<AttributionInput> {
  return fc
    .record({
      prices: fc.record({ large: price(pricePlaces), medium: price(pricePlaces), small: price(pricePlaces) }),
      actions: fc.array(action, { maxLength: 6 }),
      cells: fc.array(cell, { maxLength: 30 }),
    })
    .map(({ prices, actions, cells }) => ({
      currency: 'USD',
      prices,
      actions: actions.map((action, index) => ({ ...action, id: `action ${(index * 7) % 10}` })),
      cells,
    }))
}
