/** The worked examples of the method, from bill to amount, to the nano-dollar. The guide explains them. */

import type { SavingsAction } from '@kept/domain/action.ts'
import type { CommitmentHour } from '@kept/domain/saving.ts'
import { fromHour, type Hour, hoursOfMonth, localClock } from '@kept/foundation/calendar/hour.ts'
import { appendEntries, emptyChain } from '@kept/foundation/hash/chain.ts'
import { describe, expect, it } from 'vitest'
import {
  actionOn,
  amounts,
  baselineOf,
  calculateTestMonth,
  defaultConfig,
  machineLines,
  setupOf,
  sha256,
} from '../../testing/savings-bill.ts'
import { type Closing, newAccruals, newReversals } from './close-month.ts'

const september = hoursOfMonth('2026-09')
/** 22 days before the end of September: 528 hours. */
const ninth = september.from + 8 * 24
const dayAndNight = (from: Hour, price = '0.096') => machineLines({ from: from - 28 * 24, to: from, price })

function terminated(changes: { expires?: Hour } = {}) {
  const baseline = baselineOf(dayAndNight(ninth), ninth)
  return { baseline, action: actionOn(baseline, { kind: 'terminate', from: ninth, ...changes }) }
}

describe('worked examples', () => {
  it('1: a machine of $0.096 an hour is terminated, 528 hours remain', () => {
    const { action, baseline } = terminated()
    expect(amounts(calculateTestMonth(setupOf('2026-09', [action], [baseline]), {})).total).toBe('50.688000000')
  })

  it('2: the same, and the price is cut by a tenth after 240 hours', () => {
    const { action, baseline } = terminated()
    const price = (hour: Hour) => (hour < ninth + 240 ? '0.096' : '0.0864')
    const lines = machineLines({ resource: 'another', ...september, price })
    expect(amounts(calculateTestMonth(setupOf('2026-09', [action], [baseline]), { lines })).total).toBe('47.923200000')
    const priceNotices = [{ sku: 'large', hour: ninth + 240, price: '0.0864' }]
    expect(amounts(calculateTestMonth(setupOf('2026-09', [action], [baseline], { priceNotices }), {})).total).toBe(
      '47.923200000',
    )
  })

  it('2b: a price cut without an action saves nothing', () => {
    const from = september.from
    const baseline = baselineOf(dayAndNight(from), from)
    const schedule = actionOn(baseline, { kind: 'schedule', from, off_mask: { time_zone: 'UTC', hours_of_week: [0] } })
    const lines = machineLines({ ...september, price: '0.0864' })
    expect(amounts(calculateTestMonth(setupOf('2026-09', [schedule], [baseline]), { lines })).total).toBe('0.000000000')
    expect(amounts(calculateTestMonth(setupOf('2026-09', [], []), { lines })).total).toBe('0.000000000')
  })

  it('3: a rightsize from $0.192 to $0.096, and the customer ran it 600 of 744 hours', () => {
    const { from } = hoursOfMonth('2026-10')
    const baseline = baselineOf(dayAndNight(from, '0.192'), from)
    const action = actionOn(baseline, { kind: 'rightsize', from, from_sku: 'large', to_sku: 'medium' })
    const lines = machineLines({ sku: 'medium', from, to: from + 600 })
    expect(amounts(calculateTestMonth(setupOf('2026-10', [action], [baseline]), { lines })).total).toBe('57.600000000')
  })

  it('3b: growth from one to three instances, 100 hours', () => {
    const { from } = hoursOfMonth('2026-10')
    const baseline = baselineOf(dayAndNight(from, '0.192'), from)
    const action = actionOn(baseline, { kind: 'rightsize', from, from_sku: 'large', to_sku: 'medium' })
    const lines = machineLines({ sku: 'medium', from, to: from + 100, quantity: '3' })
    expect(amounts(calculateTestMonth(setupOf('2026-10', [action], [baseline]), { lines })).total).toBe('28.800000000')
  })

  /** February 2027: four weeks, from Monday on. On Monday to Friday from 8 to 20, and six hours on demand. */
  const february = hoursOfMonth('2027-02')
  const utc = localClock('UTC')
  const isWork = (hour: Hour) => utc(hour).dayOfWeek < 5 && utc(hour).hourOfDay >= 8 && utc(hour).hourOfDay < 20
  const isOn = (hour: Hour) => isWork(hour) || (hour >= february.from && hour < february.from + 6)
  const offHours = Array.from({ length: 168 }, (_, index) => index).filter((index) => !isWork(february.from + index))
  const off_mask = { time_zone: 'UTC', hours_of_week: offHours }

  it('4: a schedule Monday to Friday 8 to 20, 28 days, six hours started by hand', () => {
    const baseline = baselineOf(dayAndNight(february.from), february.from)
    const action = actionOn(baseline, { kind: 'schedule', from: february.from, off_mask })
    const lines = machineLines({ ...february, quantity: (hour) => (isOn(hour) ? '1' : '0') })
    expect(lines).toHaveLength(246)
    expect(amounts(calculateTestMonth(setupOf('2027-02', [action], [baseline]), { lines })).total).toBe('40.896000000')
  })

  it('5: a schedule, a rightsize and our commitment (200 hours at $0.0624, 10 of them more unused)', () => {
    const baseline = baselineOf(dayAndNight(february.from, '0.192'), february.from)
    const schedule = actionOn(baseline, { kind: 'schedule', id: 'a schedule', from: february.from, off_mask })
    const rightsize = actionOn(baseline, {
      kind: 'rightsize',
      from: february.from,
      from_sku: 'large',
      to_sku: 'medium',
    })
    const commitment: SavingsAction = {
      id: 'commitment',
      kind: 'commitment',
      commitment_ids: ['sp-1'],
      effective_time: fromHour(february.from),
      expires: null,
      evidence_hash: sha256('order'),
    }
    const ran = machineLines({ ...february, sku: 'medium', quantity: (hour) => (isOn(hour) ? '1' : '0') })
    const commitmentHours: CommitmentHour[] = [
      ...ran.slice(0, 200).map(({ hour, contracted }) => ({
        commitment: 'sp-1',
        hour,
        hours: 1,
        status: 'Used' as const,
        contracted,
        effective: '0.0624',
      })),
      ...ran.slice(200, 210).map(({ hour }) => ({
        commitment: 'sp-1',
        hour,
        hours: 1,
        status: 'Unused' as const,
        contracted: '0',
        effective: '0.0624',
      })),
    ]
    const covered = ran.map((line, index) =>
      index < 200 ? { ...line, effective: '0.0624', commitment: 'sp-1', status: 'Used' as const } : line,
    )
    const calculated = calculateTestMonth(setupOf('2027-02', [schedule, rightsize, commitment], [baseline]), {
      lines: covered,
      commitmentHours,
    })
    expect(amounts(calculated)).toEqual({
      'a schedule': '81.792000000',
      rightsize: '23.616000000',
      'commitment rate': '6.096000000',
      total: '111.504000000',
    })
  })

  describe('6: a terminated machine was covered by an old commitment at $0.06', () => {
    const reusedFor = (reused: number) => {
      const lines = machineLines({ from: ninth - 28 * 24, to: ninth, effective: '0.06', commitment: 'ri-old' })
      const baseline = baselineOf(lines, ninth)
      const action = actionOn(baseline, { kind: 'terminate', from: ninth })
      const window = { from: fromHour(ninth - 28 * 24), to: fromHour(ninth) }
      const before = { commitment: 'ri-old', ...window, unused: '0', contracted: '64.512', effective: '40.32' }
      const commitmentHours = Array.from({ length: 528 }, (_, index): CommitmentHour => {
        const used = { status: 'Used' as const, contracted: '0.096' }
        const unused = { status: 'Unused' as const, contracted: '0' }
        return {
          commitment: 'ri-old',
          hour: ninth + index,
          hours: 1,
          ...(index < reused ? used : unused),
          effective: '0.06',
        }
      })
      return amounts(
        calculateTestMonth(setupOf('2026-09', [action], [baseline], { commitmentBaselines: [before] }), {
          commitmentHours,
        }),
      )
    }
    it('and it stays unused', () => {
      expect(reusedFor(0)).toEqual({
        terminate: '50.688000000',
        'terminate penalty': '-50.688000000',
        total: '0.000000000',
      })
    })
    it('and 300 hours of it are reused', () => {
      expect(reusedFor(300)).toEqual({
        terminate: '50.688000000',
        'terminate penalty': '-21.888000000',
        total: '28.800000000',
      })
    })
  })

  it('7: the customer upsizes back after 50 of 100 hours', () => {
    const { from } = hoursOfMonth('2026-10')
    const baseline = baselineOf(dayAndNight(from, '0.192'), from)
    const action = actionOn(baseline, { kind: 'rightsize', from, from_sku: 'large', to_sku: 'medium' })
    const lines = [
      ...machineLines({ sku: 'medium', from, to: from + 50 }),
      ...machineLines({ sku: 'large', from: from + 50, to: from + 100, price: '0.192' }),
    ]
    expect(amounts(calculateTestMonth(setupOf('2026-10', [action], [baseline]), { lines })).total).toBe('4.800000000')
  })

  it('8: it comes back after 216 hours, nine days into the proof window: 20.736 accrues and is taken back', () => {
    const { action, baseline } = terminated()
    const lines = machineLines({ from: ninth + 216, to: september.to })
    const calculated = calculateTestMonth(setupOf('2026-09', [action], [baseline]), { lines })
    expect(amounts(calculated).total).toBe('20.736000000')
    const closing: Closing = {
      month: '2026-09',
      currency: 'USD',
      actions: [action],
      config: defaultConfig,
      configHash: sha256('config'),
      codeVersion: '1',
      booked: [],
    }
    const accrued = appendEntries(emptyChain, newAccruals(calculated, closing), sha256)
    const reversals = newReversals(calculated, { ...closing, booked: accrued })
    expect([...accrued, ...reversals].map(({ kind, amount }) => [kind, amount])).toEqual([
      ['accrual', '20736000000'],
      ['reversal', '-20736000000'],
    ])
    expect(reversals[0]?.refers_to).toBe(accrued[0]?.hash)
  })

  it('8b: had it come back after the fourteenth day, what was saved until then would stand', () => {
    const { action, baseline } = terminated()
    const calculated = calculateTestMonth(setupOf('2026-09', [action], [baseline]), {
      lines: machineLines({ from: ninth + 336, to: september.to }),
    })
    expect(amounts(calculated).total).toBe('32.256000000')
    const closing = {
      month: '2026-09',
      currency: 'USD',
      actions: [action],
      config: defaultConfig,
      configHash: sha256(''),
      codeVersion: '1',
    }
    const accrued = appendEntries(emptyChain, newAccruals(calculated, { ...closing, booked: [] }), sha256)
    expect(newReversals(calculated, { ...closing, booked: accrued })).toEqual([])
  })

  it('9: it expires after 240 hours', () => {
    const { action, baseline } = terminated({ expires: ninth + 240 })
    expect(amounts(calculateTestMonth(setupOf('2026-09', [action], [baseline]), {})).total).toBe('23.040000000')
  })

  it('10: less is used for a request, and spend rose all the same', () => {
    const { from, to } = september
    const intensity = { per_unit: '0.002', error_80_ppm: 0, error_68_ppm: 0 }
    const used = machineLines({ sku: 'vcpu-hour', from: from - 28 * 24, to: from, price: '0.04', quantity: '27' })
    const baseline = baselineOf(used, from, 28, { intensity })
    const action = actionOn(baseline, { kind: 'demand', sku: 'vcpu-hour', from })
    // 20 million requests in 20 days, 30,000 vCPU-hours for them.
    const hours = Array.from({ length: 480 }, (_, index) => from + index)
    const requests = (index: number) => (index % 3 === 0 ? '41668' : index % 3 === 1 ? '41666' : '41666')
    const demand = new Map([[action.id, new Map(hours.map((hour, index) => [hour, requests(index)]))]])
    const lines = machineLines({ sku: 'vcpu-hour', from, to: from + 480, price: '0.04', quantity: '62.5' })
    expect(to - from).toBe(720)
    const face = (ppm: number) => {
      const cautious = { ...baseline, intensity: { ...intensity, error_80_ppm: ppm, error_68_ppm: ppm } }
      const adjustedAction = {
        ...action,
        baseline_hash: actionOn(cautious, { kind: 'demand', sku: 'vcpu-hour', from }).baseline_hash,
      }
      return amounts(calculateTestMonth(setupOf('2026-09', [adjustedAction], [cautious], { demand }), { lines })).total
    }
    expect(face(0)).toBe('400.000000000')
    // A 9.92 % error of the saving is 2.48 % of what would have been used.
    expect(face(24_800)).toBe('360.320000000')
    expect(face(126_000)).toBe('0.000000000')
  })
})
