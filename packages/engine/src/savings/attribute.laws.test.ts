/** The invariants of the method, each over thousands of random cases, and the engine against the naive model. */
import type { AttributionInput, AttributionOutput } from '@kept/domain/attribution.ts'
import { add, compare, isZero, multiply, subtract, sum } from '@kept/foundation/decimal.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryAttribution, decimalBelow, hours } from '../testing/arbitrary-attribution.ts'
import { naiveAttribute } from '../testing/naive-savings.ts'
import { attribute } from './attribute.ts'

const runOptions = { numRuns: 3000 }
/** Thousands of cases take a second, or many on a machine that is busy. */
const timeoutMs = 60_000
/** Prices and quantities whose products need no rounding. */
const unrounded = arbitraryAttribution({ pricePlaces: 6 })

function law(name: string, input: fc.Arbitrary<AttributionInput>, check: (input: AttributionInput) => void) {
  it(name, () => fc.assert(fc.property(input, check), runOptions), timeoutMs)
}

function eachIsZero(output: AttributionOutput) {
  for (const amount of Object.values(output.byAction)) expect(isZero(amount)).toBe(true)
}

describe('the laws of attribution', () => {
  law('agrees with the naive model, to the nano, in every field', arbitraryAttribution(), (input) => {
    expect(attribute(input)).toEqual(naiveAttribute(input))
  })

  law('what is attributed adds up to base less actual, exactly', arbitraryAttribution(), (input) => {
    const { byAction, rate, base, actual, total } = attribute(input)
    const attributed = add(sum(Object.values(byAction)), rate)
    expect(compare(attributed, subtract(base, actual))).toBe(0)
    expect(compare(attributed, total)).toBe(0)
  })

  it(
    'does not depend on the order of actions, cells or rows',
    () => {
      const shuffled = arbitraryAttribution().chain((input) =>
        fc.record({
          input: fc.constant(input),
          actions: fc.shuffledSubarray(input.actions, { minLength: input.actions.length }),
          cells: fc.shuffledSubarray(input.cells, { minLength: input.cells.length }),
        }),
      )
      fc.assert(
        fc.property(shuffled, ({ input, actions, cells }) => {
          const turned = cells.map((cell) => ({ ...cell, rows: cell.rows?.toReversed() }))
          expect(attribute({ ...input, actions, cells: turned })).toEqual(attribute(input))
        }),
        runOptions,
      )
    },
    timeoutMs,
  )

  law('an action that changes nothing saves nothing', arbitraryAttribution(), (input) => {
    const actions = input.actions.map((action) => ({ ...action, fromSku: 'small', toSku: 'small', offHours: [] }))
    const cells = input.cells.map((cell) => ({ ...cell, baseQty: '0' }))
    eachIsZero(attribute({ ...input, actions, cells }))
  })

  law('an action on usage never saves less than nothing', arbitraryAttribution(), (input) => {
    const { byAction } = attribute(input)
    for (const { id, kind } of input.actions) {
      if (kind !== 'rightsize') expect(compare(byAction[id] ?? '0', '0')).toBeGreaterThanOrEqual(0)
    }
  })

  law('a resource that is fully back saves nothing', arbitraryAttribution(), (input) => {
    const actions = input.actions.map((action) => ({ ...action, fromSku: 'large', toSku: 'small' }))
    const cells = input.cells.map((cell) => ({
      ...cell,
      actualSku: 'large',
      actualQty: add(cell.baseQty, cell.actualQty),
    }))
    eachIsZero(attribute({ ...input, actions, cells }))
  })

  it(
    'prices times k are savings times k, so a price cut alone saves nothing',
    () => {
      fc.assert(
        fc.property(unrounded, fc.integer({ min: 0, max: 9 }), (input, factor) => {
          const k = String(factor)
          const times = (price: string) => multiply(price, k)
          const dearer: AttributionInput = {
            ...input,
            prices: Object.fromEntries(
              Object.entries(input.prices).map(([sku, price]) => [
                sku,
                typeof price === 'string' ? times(price) : price.map((step) => ({ ...step, price: times(step.price) })),
              ]),
            ),
            cells: input.cells.map((cell) => ({ ...cell, rows: undefined })),
          }
          const [before, after] = [attribute({ ...dearer, prices: input.prices }), attribute(dearer)]
          for (const [id, amount] of Object.entries(before.byAction)) {
            expect(compare(after.byAction[id] ?? '', times(amount))).toBe(0)
          }
          expect(compare(after.total, times(before.total))).toBe(0)
        }),
        runOptions,
      )
    },
    timeoutMs,
  )

  it(
    'is additive over any split of the period',
    () => {
      fc.assert(
        fc.property(arbitraryAttribution(), fc.integer({ min: 0, max: hours }), (input, splitHour) => {
          const total = attribute(input)
          const early = attribute({ ...input, cells: input.cells.filter(({ h }) => h < splitHour) })
          const late = attribute({ ...input, cells: input.cells.filter(({ h }) => h >= splitHour) })
          for (const [id, amount] of Object.entries(total.byAction)) {
            expect(compare(amount, add(early.byAction[id] ?? '', late.byAction[id] ?? ''))).toBe(0)
          }
          for (const part of ['rate', 'base', 'actual', 'total'] as const) {
            expect(compare(total[part], add(early[part], late[part]))).toBe(0)
          }
        }),
        runOptions,
      )
    },
    timeoutMs,
  )

  law('another resource changes nothing', arbitraryAttribution(), (input) => {
    const webOnly = attribute({ ...input, cells: input.cells.filter(({ resource }) => resource === 'web') })
    const { byAction } = attribute(input)
    for (const { id, resource } of input.actions) {
      if (resource === 'web') expect(byAction[id]).toBe(webOnly.byAction[id])
    }
  })

  it(
    'growth in hours that nothing masks changes no saving of a schedule or a termination',
    () => {
      fc.assert(
        fc.property(arbitraryAttribution(), decimalBelow(5, 3), (input, more) => {
          const isMasked = ({ h, resource }: AttributionInput['cells'][number]) =>
            input.actions.some(
              (action) =>
                action.resource === resource &&
                action.t <= h &&
                h < (action.expires ?? hours) &&
                (action.kind === 'terminate' || (action.kind === 'schedule' && action.offHours?.includes(h))),
            )
          const cells = input.cells.map((cell) =>
            isMasked(cell) ? cell : { ...cell, actualQty: add(cell.actualQty, more) },
          )
          const [before, after] = [attribute(input), attribute({ ...input, cells })]
          for (const { id, kind } of input.actions) {
            if (kind !== 'rightsize') expect(after.byAction[id]).toBe(before.byAction[id])
          }
        }),
        runOptions,
      )
    },
    timeoutMs,
  )

  it(
    'an action on usage that expires later never saves less',
    () => {
      fc.assert(
        fc.property(arbitraryAttribution(), fc.nat({ max: 5 }), fc.nat({ max: hours }), (input, index, extraHours) => {
          const action = input.actions[index]
          if (!action || action.kind === 'rightsize') return
          const extended = { ...action, expires: (action.expires ?? hours) + extraHours }
          const actions = input.actions.map((candidate) => (candidate === action ? extended : candidate))
          const [before, after] = [attribute(input), attribute({ ...input, actions })]
          expect(compare(after.byAction[action.id] ?? '', before.byAction[action.id] ?? '')).toBeGreaterThanOrEqual(0)
        }),
        runOptions,
      )
    },
    timeoutMs,
  )
})
