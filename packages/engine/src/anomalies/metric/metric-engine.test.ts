import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateSeries } from '../evaluate-series.ts'
import { novelHeight, startBurst } from './burst.ts'
import { evaluateMetric, startMetric } from './metric-engine.ts'
import { memory, shape, startNearest, strangeness } from './nearest.ts'

const five = 5 * 60_000
/** A day of waves with a little noise, from a seed. */
function waves(rows: number, seed = 1) {
  let state = seed
  const noise = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 - 0.5
  }
  return Array.from({ length: rows }, (_, i) => ({
    at: 1_700_000_000_000 + i * five,
    value: 50 + 20 * Math.sin((2 * Math.PI * i) / 288) + 4 * noise(),
  }))
}
const spiked = (rows: number, index: number, amount: number) =>
  waves(rows).map((point, i) => (i === index ? { ...point, value: point.value + amount } : point))

describe('the metric engine', () => {
  it('alerts once, on the row of the change, and its severity lasts', () => {
    const broken = waves(2000).map((point, i) =>
      i >= 1500 && i < 1560 ? { ...point, value: point.value + 40 } : point,
    )
    const evaluations = evaluateSeries(broken)
    const alerts = evaluations.flatMap(({ alert }, row) => (alert && row > 600 ? [row] : []))
    expect(alerts[0]).toBe(1500)
    expect(alerts.every((row) => row < 1570)).toBe(true)
    expect(evaluations[1505]?.severity).toBeGreaterThan(0.5)
    expect(evaluations[1400]?.severity).toBeLessThan(0.2)
  })

  it('shows a departure of a series that has become quiet, though it once swung by more', () => {
    // 800 rows that swing by 40 around 50, then rows that swing by 4, of which ten stand 24 too high.
    const calmed = waves(1000).map(({ at }, i) => {
      const noise = Math.sin(i * 12.9898) * 43758.5453
      const swing = (noise - Math.floor(noise) - 0.5) * (i < 800 ? 80 : 4)
      return { at, value: 50 + swing + (i >= 900 && i < 910 ? 24 : 0) }
    })
    const severities = evaluateSeries(calmed).map(({ severity }) => severity)
    expect(severities[902]).toBeGreaterThan(0.2)
    expect(Math.max(...severities.slice(860, 900))).toBeLessThan(0.05)
  })

  it('is causal: cut anywhere, the rows before say the same', () => {
    const points = spiked(900, 500, 60)
    const evaluations = evaluateSeries(points)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900 }), (end) => {
        expect(evaluateSeries(points.slice(0, end))).toEqual(evaluations.slice(0, end))
      }),
      { numRuns: 15 },
    )
  })

  it('goes on from a stored state as if it had never stopped', () => {
    const points = spiked(4000, 3500, 60)
    const evaluations = evaluateSeries(points)
    let state = startMetric()
    points.forEach(({ at, value }, row) => {
      if (row % 450 === 0) state = JSON.parse(JSON.stringify(state))
      expect(evaluateMetric(state, at, value)).toEqual(evaluations[row])
    })
    expect(JSON.stringify(state).length).toBeLessThan(150_000)
  })

  it('does not care for the unit: values times a power of two say the same', () => {
    const points = spiked(1200, 700, 60)
    const scaled = points.map(({ at, value }) => ({ at, value: value * 2 ** -30 }))
    for (const [row, { score }] of evaluateSeries(scaled).entries())
      expect(score).toBeCloseTo(evaluated[row]?.score ?? -1, 6)
  })
  const evaluated = evaluateSeries(spiked(1200, 700, 60))

  it('detects nothing in a constant series, in zeros, in gaps, or before it has learned', () => {
    const flat = (value: number | null) => waves(600).map(({ at }) => ({ at, value }))
    for (const value of [0, 0.1, 123_456_789.123, null]) {
      expect(
        evaluateSeries(flat(value)).every(({ score, alert, severity }) => score === 0 && !alert && severity === 0),
      ).toBe(true)
    }
    expect(evaluateSeries(spiked(30, 5, 1e6)).every(({ alert, learning }) => learning && !alert)).toBe(true)
    expect(evaluateSeries([])).toEqual([])
  })

  it('sees the first movement of what never moved', () => {
    const flatSeries = waves(800).map(({ at }, i) => ({ at, value: i === 700 ? 1 : 0 }))
    expect(evaluateSeries(flatSeries).flatMap(({ alert }, row) => (alert ? [row] : []))).toEqual([700])
  })

  it('detects a spike despite gaps, late rows, duplicate times and files without order', () => {
    const points = spiked(900, 700, 90)
    const holes = points.map((point, i) => (i % 7 === 3 ? { at: point.at, value: null } : point))
    expect(evaluateSeries(holes)[700]?.alert).toBe(true)
    const latePoints = points.map((point, i) => (i === 300 ? { ...point, at: point.at - 20 * five } : point))
    expect(evaluateSeries(latePoints)[700]?.alert).toBe(true)
    const backwards = evaluateSeries(points.toReversed()).toReversed()
    expect(backwards).toEqual(evaluateSeries(points))
  })

  it('keeps every figure within [0, 1], whatever comes', () => {
    const value = fc.oneof(
      fc.double({ min: -1e100, max: 1e100, noNaN: true }),
      fc.constantFrom(0, 1, -1, 1e-300),
      fc.constant(null),
    )
    fc.assert(
      fc.property(fc.array(value, { minLength: 40, maxLength: 120 }), (values) => {
        for (const { score, severity } of evaluateSeries(
          values.map((sample, i) => ({ at: i * five, value: sample })),
        )) {
          expect(score >= 0 && score <= 1 && severity >= 0 && severity <= 1).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('strangeness', () => {
  it('is the distance to the two nearest runs, as a slow version finds it', () => {
    const values = waves(memory + 900, 7).map(({ value }, i) => (i % 400 === 0 ? value * 1000 : value))
    const state = startNearest()
    values.forEach((value, end) => {
      const distance = strangeness(state, value)
      if (end % 97 !== 0 || end < 60) return
      const distances: number[] = []
      for (let lag = 1; lag <= Math.min(memory, end + 1 - shape); lag += 1) {
        let square = 0
        for (let offset = 0; offset < shape; offset += 1)
          square += ((values[end - offset] ?? 0) - (values[end - offset - lag] ?? 0)) ** 2
        distances.push(Math.sqrt(square))
      }
      distances.sort((a, b) => a - b)
      expect(distance).toBeCloseTo(((distances[0] ?? 0) + (distances[1] ?? 0)) / 2, 2)
    })
  })
})

describe('bursts', () => {
  it('alert on new heights only, and less each time the same height returns', () => {
    const state = startBurst()
    const heights = Array.from({ length: 1300 }, (_, row) =>
      novelHeight(state, row % 400 === 100 ? 10 : row % 400 === 101 ? 9 : 0),
    )
    expect(heights[101]).toBe(0)
    expect([heights[100], heights[500], heights[900]]).toEqual([10, 5, 10 / 3])
  })
})
