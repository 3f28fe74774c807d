/** Corners of a month that no worked example has. */
import { fromHour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { describe, expect, it } from 'vitest'
import {
  actionOn,
  amounts,
  baselineOf,
  calculateTestMonth,
  defaultConfig,
  machineLines,
  setupOf,
} from '../../testing/savings-bill.ts'
import { splitByWeight } from './split.ts'

const { from, to } = hoursOfMonth('2026-09')
const baseline = baselineOf(machineLines({ from: from - 672, to: from }), from)
const terminate = actionOn(baseline, { kind: 'terminate', from })

describe('a month', () => {
  it('knows a successor: what came back under another name saves nothing', () => {
    const linked = { ...terminate, resource_ids: ['vm', 'vm-2'] }
    const lines = machineLines({ resource: 'vm-2', from: from + 400, to })
    expect(amounts(calculateTestMonth(setupOf('2026-09', [linked], [baseline]), { lines })).total).toBe('38.400000000')
    expect(amounts(calculateTestMonth(setupOf('2026-09', [terminate], [baseline]), { lines })).total).toBe(
      '69.120000000',
    )
  })

  it('what was left behind of a terminated machine is no return', () => {
    const disk = (start: number, end: number) => machineLines({ from: start, to: end, sku: 'disk', price: '0.01' })
    const two = baselineOf(
      [...machineLines({ from: from - 680, to: from - 8 }), ...disk(from - 680, from - 8)],
      from - 8,
    )
    const action = actionOn(two, { kind: 'terminate', from: from - 8 })
    const leftBehind = calculateTestMonth(setupOf('2026-09', [action], [two]), { lines: disk(from, to) })
    expect([amounts(leftBehind).total, leftBehind.returned.size]).toEqual(['69.120000000', 0])
    const resumed = calculateTestMonth(setupOf('2026-09', [action], [two]), {
      lines: machineLines({ from: from + 5, to }),
    })
    expect(resumed.returned.get('terminate')).toBe(from + 5)
  })

  it('counts every meter of a terminated machine, and a rightsize on its own meter only', () => {
    const traffic = machineLines({ from: from - 672, to: from, sku: 'traffic', price: '0.09', quantity: '0.1' })
    const two = baselineOf([...machineLines({ from: from - 672, to: from }), ...traffic], from)
    expect(
      amounts(calculateTestMonth(setupOf('2026-09', [actionOn(two, { kind: 'terminate', from })], [two]), {})).total,
    ).toBe('75.600000000')
    const rightsize = actionOn(two, { kind: 'rightsize', from, from_sku: 'large', to_sku: 'small' })
    const lines = [
      ...machineLines({ from, to: from + 10, sku: 'small', price: '0.048' }),
      ...machineLines({ from, to: from + 10, sku: 'traffic', price: '0.09', quantity: '5' }),
    ]
    expect(amounts(calculateTestMonth(setupOf('2026-09', [rightsize], [two]), { lines })).total).toBe('0.480000000')
  })

  it('values avoided units at the lowest tier reached, and never above the price before when that is agreed', () => {
    const lines = [
      ...machineLines({ resource: 'another', from, to, price: '0.12' }),
      ...machineLines({ resource: 'cheaper', from: from + 100, to, price: '0.1' }),
    ]
    const under = (price_policy: 'reporting' | 'smaller') =>
      amounts(
        calculateTestMonth(
          setupOf('2026-09', [terminate], [baseline], { config: { ...defaultConfig, price_policy } }),
          { lines },
        ),
      ).total
    expect(under('reporting')).toBe('74.000000000')
    expect(under('smaller')).toBe('69.120000000')
  })

  it('leaves the metered cost as it is when tiers or corrections make it another than price times quantity', () => {
    const schedule = actionOn(baseline, {
      kind: 'schedule',
      from,
      off_mask: { time_zone: 'UTC', hours_of_week: Array.from({ length: 168 }, (_, hour) => hour) },
    })
    const [line] = machineLines({ from, to: from + 1, quantity: '0.5' })
    const correction = {
      ...line!,
      quantity: '0',
      price: null,
      contracted: '-0.01',
      effective: '-0.01',
      correction: true,
    }
    const isCovered = (hour: number) => hour === from
    expect(
      amounts(calculateTestMonth(setupOf('2026-09', [schedule], [baseline]), { lines: [line!, correction], isCovered }))
        .total,
    ).toBe('0.048000000')
  })

  it('holds back a resource whose lines contradict themselves, and goes on with the others', () => {
    const other = baselineOf(machineLines({ resource: 'other', from: from - 672, to: from }), from)
    const stop = actionOn(other, { kind: 'terminate', id: 'stop', from })
    const [line] = machineLines({ from, to: from + 1 })
    const calculated = calculateTestMonth(setupOf('2026-09', [terminate, stop], [baseline, other]), {
      lines: [{ ...line!, contracted: '96' }],
    })
    expect(calculated.parts.map(({ action }) => action)).toEqual(['stop'])
    expect(calculated.held).toEqual([
      { lineage: 'vm', reason: 'vm, SKU large, 2026-09-01T00:00:00Z: 1 at 0.096 is not the contracted cost of 96.' },
    ])
  })

  it('names what is missing instead of guessing', () => {
    expect(() => calculateTestMonth(setupOf('2026-09', [terminate], []), {})).toThrow('has no baseline')
    expect(() =>
      calculateTestMonth(setupOf('2026-09', [{ ...terminate, effective_time: fromHour(from - 1) }], [baseline]), {}),
    ).toThrow('after the action started')
    const rightsize = actionOn(baseline, { kind: 'rightsize', from, from_sku: 'unheard-of', to_sku: 'small' })
    const lines = machineLines({ from, to: from + 1, sku: 'small', price: '0.048' })
    expect(calculateTestMonth(setupOf('2026-09', [rightsize], [baseline]), { lines }).held[0]?.reason).toContain(
      'has a price for the SKU "unheard-of"',
    )
  })

  it('books a stopped loop as avoidance, for a day at most', () => {
    const loop = actionOn(baseline, { kind: 'loop_stop', sku: 'large', hourly_quantity: '40', from })
    const lines = machineLines({ from, to, quantity: '1' })
    expect(amounts(calculateTestMonth(setupOf('2026-09', [loop], [baseline]), { lines }))).toEqual({
      'loop_stop avoidance': '89.856000000',
      total: '89.856000000',
    })
  })

  it('ends what was never ended: a schedule after 90 days, anything in development after 90', () => {
    const long = baselineOf(machineLines({ from: from - 3000, to: from - 2300 }), from - 2300)
    const old = actionOn(long, { kind: 'terminate', from: from - 2000, environment: 'development' })
    expect(amounts(calculateTestMonth(setupOf('2026-09', [old], [long]), {})).total).toBe('15.360000000')
    expect(
      amounts(calculateTestMonth(setupOf('2026-09', [{ ...old, environment: 'production' }], [long]), {})).total,
    ).toBe('69.120000000')
  })

  it('a commitment left idle by others costs our actions no more than they saved', () => {
    const covered = { ...baseline, commitments: ['ri'] }
    const action = actionOn(covered, { kind: 'terminate', from: to - 10 })
    const window = { from: baseline.from, to: baseline.to }
    const before = { commitment: 'ri', ...window, unused: '0', contracted: '64.512', effective: '40.32' }
    const commitmentHours = Array.from({ length: 10 }, (_, index) => ({
      commitment: 'ri',
      hour: to - 10 + index,
      hours: 1,
      status: 'Unused' as const,
      contracted: '0',
      effective: '600',
    }))
    expect(
      amounts(
        calculateTestMonth(setupOf('2026-09', [action], [covered], { commitmentBaselines: [before] }), {
          commitmentHours,
        }),
      ).total,
    ).toBe('0.000000000')
  })

  it('splits to the last nano', () => {
    expect(splitByWeight(10n, [1n, 1n, 1n])).toEqual([4n, 3n, 3n])
    expect(splitByWeight(-10n, [2n, 1n])).toEqual([-7n, -3n])
    expect(splitByWeight(10n, [0n, 0n])).toEqual([0n, 0n])
  })
})
