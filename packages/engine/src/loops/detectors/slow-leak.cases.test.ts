/** A day of half hours seen at once: which curves are a leak of memory that has a limit of 1000 MiB. */
import type { MetricPoint } from '@kept/domain/span.ts'
import { describe, expect, it } from 'vitest'
import type { LoopEvaluation } from '../evaluation.ts'
import { metricPoints, observedView } from '../testing/observed-view.ts'
import { slowLeak } from './slow-leak.ts'

const now = 200
const minute = now * 30 - 1
/** Half-hourly values up to the last complete half hour. */
const halfHours = (metric: string, values: readonly number[], more: Partial<MetricPoint> = {}) =>
  metricPoints(metric, values, { step: 30, last: minute - 29, ...more })
/** Small, uneven, and without a trend. */
const jitter = (index: number) => ((index * 7) % 5) - 2 + ((index * 3) % 7) / 10
const curve = (level: (index: number) => number, count = 48) =>
  Array.from({ length: count }, (_, index) => level(index) + jitter(index))
const evaluate = (values: readonly number[], others: readonly MetricPoint[] = []): LoopEvaluation | undefined => {
  const view = observedView({
    minute,
    points: [...halfHours('memory_usage_mb', values), ...halfHours('memory_limit_mb', [1000]), ...others],
  })
  const series = view.series.ofResource('svc').find(({ role }) => role === 'memory')
  if (!series) throw new Error('no series')
  return slowLeak(series, view)
}
const missing = (evaluation: LoopEvaluation | undefined) =>
  evaluation?.features.filter(({ is_met }) => !is_met).map(({ name }) => name)

describe('slowLeak', () => {
  it('finds a level that grows by 200 MiB in a day, and tells when it is full', () => {
    const evaluation = evaluate(curve((index) => 400 + (200 * index) / 48))
    expect(missing(evaluation)).toEqual([])
    expect(evaluation?.volume).toBeGreaterThan(190)
    expect(evaluation?.volume).toBeLessThan(210)
    expect(evaluation).toMatchObject({ shape: true, gate: true, metrics: { iterations: 1 } })
    // 404 MiB are left of which 8.3 go in an hour.
    const hours = evaluation?.features.find(({ name }) => name === 'hours_left')?.value ?? 0
    expect(Math.abs(hours - 48.5)).toBeLessThan(3)
    expect(evaluation?.uses[0]?.size).toBeCloseTo((evaluation?.volume ?? 0) / 1000, 9)
  })
  it('needs a twentieth of the limit in a day, and looks from half of that', () => {
    const growing = (perDay: number) => evaluate(curve((index) => 400 + (perDay * index) / 48))
    expect(growing(60)?.gate).toBe(true)
    expect(growing(42)?.gate).toBe(false)
    expect(growing(15)).toBeUndefined()
    expect(growing(-200)).toBeUndefined()
  })
  it.each([
    ['a step in the middle of the day', (index: number) => (index < 24 ? 400 : 600), ['keeps_growing', 'quarters']],
    ['growth that ends at noon', (index: number) => 400 + 8 * Math.min(index, 24), ['keeps_growing', 'quarters']],
    ['growth that begins at noon', (index: number) => 400 + 8 * Math.max(0, index - 24), ['quarters']],
  ])('does not take %s for a leak', (_, level, names) => {
    expect(missing(evaluate(curve(level)))).toEqual(expect.arrayContaining(names))
  })
  it('needs forty half hours of the day, the last of them recent', () => {
    const leak = (index: number) => 400 + (200 * index) / 48
    expect(evaluate(curve(leak, 39))).toBeUndefined()
    expect(evaluate(curve(leak, 44))).toBeUndefined()
    expect(evaluate(curve(leak, 46))).toBeDefined()
  })
  it('leaves alone what came the day before too', () => {
    const daily = (index: number) => 400 + (200 * (index % 48)) / 48
    expect(missing(evaluate(curve(daily, 96)))).toContain('not_daily')
    const second = (index: number) => 400 + (index < 48 ? 0 : (200 * (index - 48)) / 48)
    expect(missing(evaluate(curve(second, 96)))).not.toContain('not_daily')
  })
  it('leaves alone what the load explains', () => {
    const load = Array.from({ length: 48 }, (_, index) => 100 + 5 * index + ((index * 11) % 13))
    const requests = halfHours('requests', load)
    const evaluation = evaluate(
      load.map((value, index) => 300 + value + jitter(index) / 10),
      requests,
    )
    expect(evaluation?.shape ?? false).toBe(false)
    // A load that falls explains no growth.
    const falling = halfHours('requests', load.toReversed())
    expect(
      evaluate(
        curve((index) => 400 + (200 * index) / 48),
        falling,
      )?.shape,
    ).toBe(true)
  })
  it('forgets what was before a restart', () => {
    const restarted = curve((index) => (index < 20 ? 800 : 300 + 5 * index))
    expect(evaluate(restarted)).toBeUndefined()
  })
})
