/** A count that runs at one rate since some minute, against what it was before. */
import { describe, expect, it } from 'vitest'
import { metricPoints, observedView, service, viewMinute } from '../testing/observed-view.ts'
import { steadyRunOf } from './steady-run.ts'

const wavers = (value: number) => (_: unknown, at: number) => value * (1 + (at % 2 === 0 ? 0.05 : -0.05))
const runOf = (values: number[], kind: 'delta' | 'gauge' = 'delta') => {
  const [series] = observedView({ points: metricPoints('runs', values, { kind }) }).series.ofResource(service.id)
  return series && steadyRunOf(series, viewMinute)
}
const calm = Array.from({ length: 40 }, (_, at) => 5 + (at % 10))

describe('steadyRunOf', () => {
  it('knows since when, how often, and against which busy minutes', () => {
    const run = runOf([...calm, ...Array.from({ length: 20 }, wavers(600))])
    expect(run).toMatchObject({ startMinute: viewMinute - 19, length: 20 })
    expect(run?.over).toBeCloseTo(570 / 13, -1)
    expect(run?.spread).toBeCloseTo(0.05, 3)
  })
  it('reads a level that only grows as a count', () => {
    let total = 100_000
    const values = [...calm, ...new Array<number>(20).fill(600)].map((more) => (total += more))
    expect(runOf(values, 'gauge')).toMatchObject({ length: 20, perMinute: 600, spread: 0 })
  })
  it('is spread where people ask', () => {
    const values = [...calm, ...Array.from({ length: 20 }, (_, at) => 400 + 200 * Math.sin(at / 3))]
    expect(runOf(values)?.spread).toBeGreaterThan(0.2)
  })
  it('is none where nothing is known from before, or it is over', () => {
    expect(runOf(new Array<number>(40).fill(600))).toBeUndefined()
    expect(runOf([...new Array<number>(30).fill(600), ...new Array<number>(5).fill(0)])?.length ?? 0).toBeLessThan(6)
  })
})
