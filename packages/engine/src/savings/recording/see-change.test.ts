/** What the bill shows of an action: known answers, and the laws that hold wherever the change lies. */
import type { SavingsLine } from '@kept/domain/saving.ts'
import { fromHour, type Hour, toHour } from '@kept/foundation/calendar/hour.ts'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { machineLines } from '../../testing/savings-bill.ts'
import type { ChangeQuestion } from './change.ts'
import { seeChange } from './see-change.ts'

/** A Monday. */
const start = toHour('2026-09-07T00:00:00Z')
const week = 168
const runOptions = { numRuns: 100 }

function see(lines: readonly SavingsLine[], input: ChangeQuestion['input'], more: Partial<ChangeQuestion> = {}) {
  return seeChange({
    ...{ input, lines, notBefore: start, dataEnd: start + 3 * week, span: 1, isCovered: () => true },
    ...more,
  })
}
const running = (from: Hour, to: Hour, more = {}) => machineLines({ from, to, ...more })
const weekBefore = start - 4 * week
// A second of work, or many on a machine that is busy.
vi.setConfig({ testTimeout: 30_000 })

describe('a termination', () => {
  const offset = fc.integer({ min: 0, max: 2 * week })

  it('is the hour after the last one it ran in, wherever that lies', () => {
    fc.assert(
      fc.property(offset, (delay) => {
        const change = see(running(weekBefore, start + delay), { kind: 'terminate' })
        expect(change).toEqual({ kind: 'terminate', at: start + delay })
      }),
      runOptions,
    )
  })

  it('is never seen before 72 hours of silence, and always after them', () => {
    fc.assert(
      fc.property(offset, fc.integer({ min: 0, max: 200 }), (delay, silence) => {
        const change = see(
          running(weekBefore, start + delay),
          { kind: 'terminate' },
          { dataEnd: start + delay + silence },
        )
        expect('kind' in change).toBe(silence >= 72)
      }),
      runOptions,
    )
  })

  it('is not seen in a silence of the bill itself: hours without any data say nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 * week }), (coveredHours) => {
        const isCovered = (hour: Hour) => hour < start + coveredHours
        const change = see(running(weekBefore, start), { kind: 'terminate' }, { isCovered })
        expect('kind' in change).toBe(coveredHours >= 72)
      }),
      runOptions,
    )
  })

  it('is none when it stopped before the action, or runs on under another meter that costs something', () => {
    expect(see(running(weekBefore, start - 5), { kind: 'terminate' })).toHaveProperty('notYet')
    const disk = running(weekBefore, start + 300, { sku: 'disk', price: '0.01' })
    expect(see([...running(weekBefore, start), ...disk], { kind: 'terminate' })).toHaveProperty('notYet')
    const free = running(weekBefore, start + 300, { sku: 'tag', price: '0' })
    expect(see([...running(weekBefore, start), ...free], { kind: 'terminate' })).toMatchObject({ at: start })
  })
})

describe('a rightsize', () => {
  it('is the first hour of the new size; the old one may share that hour and no later one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: week }), fc.integer({ min: 0, max: 4 }), (delay, overlap) => {
        const lines = [
          ...running(weekBefore, start + delay + overlap, { sku: 'xlarge', price: '0.192' }),
          ...running(start + delay, start + 3 * week, { sku: 'large' }),
        ]
        const change = see(lines, { kind: 'rightsize' })
        if (overlap > 1) expect(change).toHaveProperty('notYet')
        else expect(change).toEqual({ kind: 'rightsize', at: start + delay, fromSku: 'xlarge', toSku: 'large' })
      }),
      runOptions,
    )
  })

  it('takes the size that was said, and waits when the bill shows another', () => {
    const lines = [
      ...running(weekBefore, start, { sku: 'xlarge', price: '0.192' }),
      ...running(start, start + week, { sku: 'large' }),
    ]
    expect(see(lines, { kind: 'rightsize', to_sku: 'small' })).toEqual({
      notYet: 'The bill does not show the new size yet.',
    })
    expect(see(lines, { kind: 'rightsize', from_sku: 'xlarge', to_sku: 'large' })).toMatchObject({ at: start })
  })

  it('a meter it always had is no new size', () => {
    const lines = [
      ...running(weekBefore, start, { sku: 'xlarge', price: '0.192' }),
      ...running(weekBefore, start + 3 * week, { sku: 'traffic', price: '0.01' }),
    ]
    expect(see(lines, { kind: 'rightsize' })).toHaveProperty('notYet')
  })
})

describe('a schedule', () => {
  const nights = [0, 1, 2, 3, 4, 5].flatMap((hour) => [0, 1, 2, 3, 4].map((day) => day * 24 + hour))
  const quietAt = (offHours: ReadonlySet<number>) => ({
    quantity: (hour: Hour) => (hour >= start && offHours.has((hour - start) % week) ? '0' : '1'),
  })

  it('is the hours that were off in two weeks, as the bill has them', () => {
    const lines = running(weekBefore, start + 3 * week, quietAt(new Set(nights)))
    const change = see(lines, { kind: 'schedule' })
    expect(change).toMatchObject({ kind: 'schedule', at: start })
    expect('offMask' in change && change.offMask.hours_of_week).toEqual(nights.toSorted((a, b) => a - b))
  })

  it('whatever it says is off was off in every one of those hours', () => {
    const hours = fc.uniqueArray(fc.integer({ min: 0, max: week - 1 }), { minLength: 1, maxLength: week - 1 })
    fc.assert(
      fc.property(hours, (offHours) => {
        const lines = running(weekBefore, start + 3 * week, quietAt(new Set(offHours)))
        const change = see(lines, { kind: 'schedule' })
        const isOff = new Set('offMask' in change ? change.offMask.hours_of_week : [])
        for (const hour of isOff) expect(offHours).toContain(hour)
        // Less than eight hours of the week are no schedule.
        expect(isOff.size > 0).toBe(offHours.length >= 8)
      }),
      { numRuns: 100 },
    )
  })

  it('keeps the mask that was said, in its time zone, and waits while it is not kept', () => {
    const mask = { time_zone: 'Europe/Berlin', hours_of_week: nights }
    // Berlin is two hours ahead of UTC in September.
    const shifted = new Set(nights.map((hour) => (hour + week - 2) % week))
    const onSchedule = running(weekBefore, start + 3 * week, quietAt(shifted))
    expect(see(onSchedule, { kind: 'schedule', off_mask: mask })).toMatchObject({ offMask: mask })
    const broken = running(weekBefore, start + 3 * week, quietAt(new Set(nights.slice(8))))
    expect(see(broken, { kind: 'schedule', off_mask: mask })).toHaveProperty('notYet')
  })

  it('off for good is no schedule', () => {
    expect(see(running(weekBefore, start), { kind: 'schedule' })).toHaveProperty('notYet')
  })
})

describe('a stopped loop', () => {
  const burning = (from: Hour, to: Hour, quantity: string) => running(from, to, { sku: 'gb-seconds', quantity })
  const quiet = (to: Hour) => burning(start + 1, to, '2')
  const input = { kind: 'loop_stop' as const, started_at: fromHour(start - 10) }

  it('is counted at the smaller of what was measured and what the bill shows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 500 }),
        fc.option(fc.integer({ min: 10, max: 500 })),
        (billed, measured) => {
          const lines = [...burning(start - 10, start, String(billed)), ...quiet(start + 48)]
          const change = see(lines, { ...input, ...(measured !== null && { hourly_quantity: String(measured) }) })
          const minQuantity = Math.min(billed, measured ?? billed)
          expect(change).toEqual({
            kind: 'loop_stop',
            at: start,
            sku: 'gb-seconds',
            hourlyQuantity: String(minQuantity),
          })
        },
      ),
      runOptions,
    )
  })

  it('one that burned less than an hour stands as it was billed, never extrapolated', () => {
    const lines = [...burning(start, start + 1, '40'), ...quiet(start + 48)]
    const change = see(lines, { ...input, started_at: fromHour(start) })
    // The hour it burned in is itself no less than the rate; from the next on it is.
    expect(change).toEqual({ kind: 'loop_stop', at: start + 1, sku: 'gb-seconds', hourlyQuantity: '40' })
  })

  it('waits while it burns on, and for a day of what came after', () => {
    expect(see(burning(start - 10, start + 100, '100'), input)).toHaveProperty('notYet')
    const lines = [...burning(start - 10, start, '100'), ...quiet(start + 20)]
    expect(see(lines, input, { dataEnd: start + 20 })).toHaveProperty('notYet')
    expect(see([], input)).toEqual({ notYet: 'The bill shows no usage while the loop ran.' })
  })

  it('is never counted on a bill by the day', () => {
    expect(see(burning(start - 10, start, '100'), input, { span: 24 })).toHaveProperty('never')
  })
})

describe('a fix in code', () => {
  const input = { kind: 'demand' as const, demand: { resource_id: 'lb', metric: 'requests' } }
  const demandFor = (from: Hour, to: Hour, demandAt: (hour: Hour) => number) =>
    new Map(Array.from({ length: to - from }, (_, index) => [from + index, String(demandAt(from + index))] as const))

  it('is seen when a unit of demand costs less, whatever the demand does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5 }), (perTen, growth) => {
        const requestsAt = (hour: Hour) => (hour < start ? 100 : 100 * growth)
        const lines = running(weekBefore, start + week, {
          quantity: (hour: Hour) => String(hour < start ? 100 : (requestsAt(hour) * perTen) / 10),
        })
        const change = see(lines, input, { demand: demandFor(weekBefore, start + week, requestsAt) })
        expect(change).toMatchObject({ kind: 'demand', at: start, sku: 'large', intensity: { per_unit: '1' } })
      }),
      { numRuns: 60 },
    )
  })

  it('waits without demand, with too little of it before or after, or when nothing got cheaper', () => {
    const lines = running(weekBefore, start + week, { quantity: '100' })
    const constantDemand = () => 100
    expect(see(lines, input)).toEqual({ notYet: 'Needs hourly data for the metric requests of lb.' })
    expect(see(lines, input, { demand: demandFor(start - 13 * 24, start + week, constantDemand) })).toEqual({
      notYet: 'Needs 14 days of requests of lb before the change (13 available).',
    })
    expect(see(lines, input, { demand: demandFor(weekBefore, start + 71, constantDemand) })).toHaveProperty('notYet')
    expect(see(lines, input, { demand: demandFor(weekBefore, start + week, constantDemand) })).toEqual({
      notYet: 'The bill does not show lower usage for the same demand yet.',
    })
  })
})

it('with no kind said, the bill decides: another size, else an end, else a schedule', () => {
  expect(see(running(weekBefore, start), {})).toMatchObject({ kind: 'terminate' })
  const resized = [...running(weekBefore, start), ...running(start, start + week, { sku: 'small', price: '0.048' })]
  expect(see(resized, {})).toMatchObject({ kind: 'rightsize', toSku: 'small' })
  expect(see([], {})).toEqual({ notYet: 'The bill has no price for anything this resource used.' })
})
