import { fromHour, localClock, toHour } from '@kept/foundation/calendar/hour.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { machineLines, sha256 } from '../../testing/savings-bill.ts'
import { exactText } from '../exact.ts'
import { expectedBy } from './expected.ts'
import { type BaselineRequest, freezeBaseline } from './freeze.ts'

const start = toHour('2026-09-07T00:00:00Z')
const request = (
  days: number,
  quantity: (hour: number) => string,
  more: Partial<BaselineRequest> = {},
): BaselineRequest => ({
  resource: 'vm',
  lines: machineLines({ from: start, to: start + days * 24, quantity }),
  from: start,
  to: start + days * 24,
  timeZone: 'UTC',
  grain: 'hour',
  isCovered: () => true,
  ...more,
})
const expectedAt = (baseline: ReturnType<typeof freezeBaseline>, hour: number) =>
  exactText(expectedBy(baseline)(new Set(['large']), hour))

describe('the frozen baseline', () => {
  it('is the median of each hour of the week, in four weeks', () => {
    const clock = localClock('UTC')
    const atWork = (hour: number) => (clock(hour).dayOfWeek < 5 && clock(hour).hourOfDay >= 8 ? '2' : '0')
    const baseline = freezeBaseline(request(28, atWork))
    expect(baseline).toMatchObject({ statistic: 'median', confidence: 'high', cv_rmse_ppm: 0, covered_hours: 672 })
    expect(baseline.meters[0]?.quantities).toHaveLength(168)
    for (let hour = start + 672; hour < start + 840; hour += 1) expect(expectedAt(baseline, hour)).toBe(atWork(hour))
  })

  it('weeks that fall make it unsure by what they would fall in the month ahead, and weeks that rise do not', () => {
    const changing = (perWeek: number) => (hour: number) => (4 + (perWeek * (hour - start - 336)) / 168).toFixed(4)
    // From 4 in the middle to 4.15 weeks later, of 4.
    expect((freezeBaseline(request(28, changing(-0.2))).error_80_ppm ?? 0) / 1e6).toBeCloseTo((0.2 * 4.15) / 4, 2)
    expect(freezeBaseline(request(28, changing(0.2))).error_80_ppm).toBeLessThan(120_000)
    expect(freezeBaseline(request(28, () => '4')).error_80_ppm).toBe(0)
  })

  it('one wild day does not move it', () => {
    const baseline = freezeBaseline(request(28, (hour) => (hour < start + 24 ? '1.2' : '1')))
    expect(baseline.meters[0]?.quantities.every((quantity) => quantity === '1')).toBe(true)
  })

  it('with less than three weeks it knows the hours of the day', () => {
    const baseline = freezeBaseline(request(14, (hour) => String((hour % 24) + 1)))
    expect(baseline).toMatchObject({ statistic: 'median', confidence: 'high' })
    expect(baseline.meters[0]?.quantities).toEqual(Array.from({ length: 24 }, (_, hour) => String(hour + 1)))
  })

  it('with less than two weeks, or when nothing repeats, it takes the lower quartile and says so', () => {
    expect(freezeBaseline(request(13, () => '1'))).toMatchObject({ statistic: 'lower_quartile', confidence: 'low' })
    const wild = freezeBaseline(request(28, (hour) => String(Math.floor((hour - start) / 168) * 3 + 1)))
    expect(wild).toMatchObject({ statistic: 'lower_quartile', confidence: 'low' })
    expect(wild.meters[0]?.quantities.every((quantity) => quantity === '1')).toBe(true)
  })

  it('follows the local clock through daylight saving', () => {
    const berlin = localClock('Europe/Berlin')
    const morning = (hour: number) => (berlin(hour).hourOfDay === 8 ? '1' : '0')
    const from = toHour('2026-09-28T00:00:00Z')
    const to = from + 28 * 24
    const lines = machineLines({ from, to, quantity: morning })
    const baseline = freezeBaseline({ ...request(28, morning), lines, from, to, timeZone: 'Europe/Berlin' })
    // Berlin's clocks go back on 25 October 2026: eight o'clock is 06:00 UTC before and 07:00 UTC after.
    expect(expectedAt(baseline, toHour('2026-10-24T06:00:00Z'))).toBe('1')
    expect(expectedAt(baseline, toHour('2026-10-28T06:00:00Z'))).toBe('0')
    expect(expectedAt(baseline, toHour('2026-10-28T07:00:00Z'))).toBe('1')
  })

  it('leaves out what the bill does not know, and refuses to know nothing', () => {
    const gap = freezeBaseline(
      request(28, (hour) => (hour < start + 300 ? '0' : '1'), { isCovered: (hour) => hour >= start + 300 }),
    )
    expect(gap).toMatchObject({ covered_hours: 372, confidence: 'high' })
    expect(gap.meters[0]?.quantities.every((quantity) => quantity === '1')).toBe(true)
    expect(() => freezeBaseline(request(28, () => '1', { isCovered: () => false }))).toThrow('has no baseline')
  })

  it('has one canonical form: the order of the lines changes no hash', () => {
    const lines = machineLines({ from: start, to: start + 480, quantity: (hour) => String((hour * 7) % 5) })
    const hashOf = (baselineLines: typeof lines) =>
      sha256(canonicalJson(freezeBaseline({ ...request(20, () => '1'), lines: baselineLines })))
    fc.assert(
      fc.property(
        fc.shuffledSubarray(lines, { minLength: lines.length }),
        (shuffled) => hashOf(shuffled) === hashOf(lines),
      ),
      { numRuns: 20 },
    )
  })

  it('takes days where the provider bills by the day', () => {
    const lines = Array.from({ length: 28 }, (_, day) => ({
      ...machineLines({ from: start + day * 24, to: start + day * 24 + 1, quantity: '24' })[0]!,
      hours: 24,
    }))
    const baseline = freezeBaseline({ ...request(28, () => '1'), lines, grain: 'day' })
    expect(baseline).toMatchObject({ covered_hours: 672, cv_rmse_ppm: 0, confidence: 'high' })
    expect(baseline.meters[0]?.quantities).toEqual(Array.from({ length: 7 }, () => '24'))
    expect(expectedAt(baseline, toHour(fromHour(start + 700)))).toBe('24')
  })
})
