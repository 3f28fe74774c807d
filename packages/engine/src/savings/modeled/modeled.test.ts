import { describe, expect, it } from 'vitest'
import { billablePart } from './billable-part.ts'
import { conformalQuantile, heldOutMisses } from './conformal.ts'
import { fractionalUncertainty, tValues } from './fractional-uncertainty.ts'
import { freezeIntensity } from './freeze-intensity.ts'

describe('how sure a modeled saving is', () => {
  it('the worked example: CV 8%, 60 points, autocorrelation 0.4, 30 reported, a quarter saved', () => {
    const fit = { cv: 0.08, points: 60, autocorrelation: 0.4, reported: 30, fraction: 0.25 }
    const percent = (t: number) => (fractionalUncertainty(fit, t) * 100).toFixed(1)
    expect(percent(tValues.both68)).toBe('11.7')
    expect(percent(tValues.both80)).toBe('15.0')
    expect(percent(tValues.both90)).toBe('19.2')
    expect((400 * (1 - fractionalUncertainty(fit, tValues.lower80))).toFixed(1)).toBe('360.3')
  })

  it('the quantile of held-out misses has the rank that makes the promise true', () => {
    expect(conformalQuantile([0.3, 0.1, 0.2, 0.4], 0.8)).toBe(0.4)
    expect(conformalQuantile([0.3, 0.1, 0.2], 0.8)).toBeNull()
    expect(conformalQuantile([], 0.68)).toBeNull()
  })

  it('a week is predicted from the others', () => {
    const weeks = [
      { demand: 100, used: 10 },
      { demand: 100, used: 10 },
      { demand: 200, used: 10 },
    ]
    expect(heldOutMisses(weeks).over.map((miss) => miss.toFixed(3))).toEqual(['-0.500', '-0.500', '0.500'])
  })

  it('bills the lower bound, nothing when too unsure, and losses in full', () => {
    const part = (saved: bigint, unsure80: bigint, unsure68 = unsure80) =>
      billablePart({ saved, unsure80: unsure80 * 1_000_000n, unsure68: unsure68 * 1_000_000n })
    expect(part(400n, 40n)).toBe(360n)
    expect(part(400n, 0n, 200n)).toBe(400n)
    expect(part(400n, 0n, 201n)).toBe(0n)
    expect(part(400n, 480n, 16n)).toBe(0n)
    expect(part(-400n, 1440n)).toBe(-400n)
  })

  it('freezes use for each unit of demand, and reports when it cannot', () => {
    const hours = (weeks: number) =>
      Array.from({ length: weeks * 168 }, (_, hour) => ({ hour, demand: '1000', used: '2' }))
    expect(freezeIntensity(hours(5))).toEqual({ per_unit: '0.002', error_80_ppm: 0, error_68_ppm: 0 })
    const wild = hours(2).map((hour, index) => ({ ...hour, used: index % 2 ? '0' : '40' }))
    expect(freezeIntensity(wild).error_68_ppm).toBeGreaterThan(100_000)
    expect(() => freezeIntensity([])).toThrow('no demand')
  })
})
