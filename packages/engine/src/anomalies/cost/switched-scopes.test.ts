/** Scopes of one machine: the same to the cent each day, until it is resized, put on a schedule, or stopped. */
import { day } from '@kept/domain/series.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { evaluateCost } from './cost-engine.ts'
import { startCost } from './cost-state.ts'
import { beyondHistory } from './expected.ts'
import { logarithm } from './scale.ts'

const start = Date.UTC(2026, 3, 27)

const span = fc.record({
  days: fc.integer({ min: 1, max: 90 }),
  price: fc.constantFrom(0, 1.2, 35.38944, 70.77888, 4_000, -12),
  hours: fc.constantFrom('always', 'weekdays', 'first half of the month'),
})
type Span = typeof span extends fc.Arbitrary<infer Value> ? Value : never

function isOn(hours: Span['hours'], timestamp: number): boolean {
  const date = Temporal.Instant.fromEpochMilliseconds(timestamp).toZonedDateTimeISO('UTC')
  return hours === 'always' || (hours === 'weekdays' ? date.dayOfWeek < 6 : date.day < 16)
}

/** Rows of all spans, one after the other. */
const rowsOf = (spans: readonly Span[]) =>
  spans
    .flatMap(({ days, ...rest }) => Array.from({ length: days }, () => rest))
    .map(({ price, hours }, row) => {
      const timestamp = start + row * day
      return { timestamp, value: isOn(hours, timestamp) ? price : 0 }
    })

it('never runs away from the days that were, whatever was switched before', () => {
  fc.assert(
    fc.property(fc.array(span, { minLength: 2, maxLength: 6 }), (spans) => {
      const state = startCost(day)
      const seen: number[] = []
      for (const { timestamp, value } of rowsOf(spans)) {
        const { expected } = evaluateCost(state, timestamp, value)
        seen.push(logarithm(value))
        if (expected === null) continue
        const [lowest, highest] = [Math.min(...seen), Math.max(...seen)]
        // The shape of months adds at most what lies between the days that were; a lift and a trend so much each.
        const most = highest - lowest + 2 * beyondHistory + 1e-9
        expect(logarithm(expected)).toBeGreaterThanOrEqual(lowest - most)
        expect(logarithm(expected)).toBeLessThanOrEqual(highest + most)
      }
    }),
    { numRuns: Number(process.env.KEPT_SWITCHED_SCOPES ?? 12) },
  )
})

it('takes no resizing at the turn of a month for a price of the month', () => {
  const state = startCost(day)
  const rows = rowsOf([
    { days: 154, price: 70.77888, hours: 'always' },
    { days: 60, price: 35.38944, hours: 'weekdays' },
  ])
  for (const { timestamp, value } of rows) evaluateCost(state, timestamp, value)
  expect(state.shape).toBeNull()
})
