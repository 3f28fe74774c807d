/** A leak of hours: towards a known limit in a straight line, and again after each restart. */
import { describe, expect, it } from 'vitest'
import { metricPoints, observedView } from '../testing/observed-view.ts'
import { fillingLeak } from './filling-leak.ts'

const limit = 1000

/** The evaluation of one series of memory, a point every five minutes, the last in the minute of the view. */
function evaluate(values: readonly number[], { metric = 'memory_usage_mb', withLimit = true } = {}) {
  const view = observedView({
    points: [
      ...metricPoints(metric, values, { step: 5 }),
      ...(withLimit ? metricPoints('memory_limit_mb', [limit]) : []),
    ],
  })
  const series = view.activeSeries.find((candidate) => candidate.metric === metric)
  return series && fillingLeak(series, view)
}
/** Two hours of rest, so that it is known when it began to fill. */
const before = Array.from({ length: 24 }, () => 200)
const unmet = (evaluation: ReturnType<typeof evaluate>) =>
  evaluation?.features.filter(({ is_met }) => !is_met).map(({ name }) => name)

/** From one level to another in even steps. */
const line = (from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1))

describe('memory that fills towards its limit', () => {
  it('is found in a straight line, with the hours that are left', () => {
    const evaluation = evaluate([...before, ...line(200, 800, 36)])
    expect(evaluation).toMatchObject({ shape: true, gate: true, metrics: { memoryMb: 800 } })
    expect(unmet(evaluation)).toEqual([])
    const left = evaluation?.features.find(({ name }) => name === 'minutes_left')?.value
    // 600 of 1000 in 175 minutes; 200 are left.
    expect(left).toBeCloseTo((200 / 600) * 175, 6)
  })
  it.each([
    [700, false],
    [960, true],
  ])('knows with %d of a thousand whether it goes on to the end: %s', (level, isMeasured) => {
    const near = evaluate([...before, ...line(200, level, 60)])?.features.find(({ name }) => name === 'near_end')
    expect(near).toMatchObject({ is_met: true, isMeasured })
  })
  it('is nothing without a limit', () => {
    expect(evaluate(line(200, 800, 36), { withLimit: false })).toBeUndefined()
  })
  it.each([
    ['grew by less than a quarter of the limit', line(560, 800, 36)],
    ['filled less than 60% of it', line(200, 590, 36)],
    ['shrinks', line(800, 200, 36)],
    ['grew for less than 90 minutes', line(200, 800, 17)],
  ])('is nothing that %s', (_, values) => {
    expect(evaluate(values)).toBeUndefined()
  })
  it('is no cache that fills more and more slowly', () => {
    expect(unmet(evaluate(line(0, 1, 36).map((x) => 200 + 600 * Math.sqrt(x))))).toContain('keeps_growing')
  })
  it('is no memory that counts the page cache', () => {
    expect(
      unmet(
        evaluate(
          [...before, ...line(200, 800, 36)].map((value) => value * 1024 * 1024),
          { metric: 'container_memory_usage_bytes' },
        ),
      ),
    ).toEqual(['own_memory'])
  })
})

describe('memory that no one saw begin to fill', () => {
  it('is only suspected until it is at its end', () => {
    const filling = evaluate(line(200, 800, 36))
    expect(filling).toMatchObject({ shape: false, partial: true })
    expect(unmet(filling)).toEqual(['begun'])
    expect(evaluate(line(200, 960, 36))).toMatchObject({ shape: true })
  })
  it('is only suspected in a heap until it is at its end', () => {
    const metric = 'jvm_memory_used_mb'
    expect(unmet(evaluate([...before, ...line(200, 800, 36)], { metric }))).toEqual(['begun'])
    expect(evaluate([...before, ...line(200, 960, 36)], { metric })).toMatchObject({ shape: true })
  })
})

describe('memory that was as full before', () => {
  const teeth = [...line(150, 900, 49), ...line(150, 900, 49), ...line(150, 800, 44)]
  const restarts = (counts: readonly number[]) => metricPoints('container_restarts', counts, { step: 5 })
  const evaluateWith = (counts: readonly number[] | undefined) => {
    const points = [...metricPoints('memory_usage_mb', teeth, { step: 5 }), ...metricPoints('memory_limit_mb', [limit])]
    const view = observedView({ points: counts ? [...points, ...restarts(counts)] : points })
    const series = view.activeSeries.find(({ metric }) => metric === 'memory_usage_mb')
    return series && fillingLeak(series, view)
  }
  const counted = (first: number, second: number) => teeth.map((_, at) => (at < 49 ? 3 : at < 98 ? first : second))

  it('is no leak where nothing was started again', () => {
    const evaluation = evaluateWith(counted(3, 3))
    expect(evaluation?.shape).toBe(false)
    expect(evaluation?.features.find(({ name }) => name === 'started_again')).toMatchObject({
      is_met: false,
      isMeasured: true,
    })
  })
  it('is a leak where it was started again each time', () => {
    expect(evaluateWith(counted(4, 5))).toMatchObject({ shape: true, gate: true, volume: 2 })
  })
  it('is only suspected where no one counts restarts, and it never came to its limit', () => {
    const evaluation = evaluateWith(undefined)
    expect(evaluation?.features.find(({ name }) => name === 'started_again')).toMatchObject({
      is_met: false,
      isMeasured: false,
    })
  })
})

describe('memory that filled up and was started again', () => {
  /** Four hours from a tenth of the limit to all of it. */
  const climb = line(100, 1000, 49)
  const names = (evaluation: ReturnType<typeof evaluate>) => evaluation?.features.map(({ name }) => name)

  it('is found from the second time on', () => {
    const twice = evaluate([...climb, ...climb, ...line(100, 300, 8)])
    expect(names(twice)).toContain('filled_again')
    expect(twice).toMatchObject({ volume: 2, shape: true, gate: true })
    const once = evaluate([...climb, ...line(100, 300, 8)])
    expect(once).toMatchObject({ volume: 1, gate: false })
    expect(unmet(once)).toEqual(['filled_again'])
  })
  it('is no heap that a collector empties', () => {
    expect(evaluate([...climb, ...climb, ...line(100, 300, 8)], { metric: 'jvm_memory_used_mb' })).toBeUndefined()
  })
  it('is none where memory fell before it was nearly full', () => {
    const half = line(100, 700, 49)
    expect(evaluate([...half, ...half, ...line(100, 300, 8)])).toBeUndefined()
  })
})

describe('memory with a cache of files beside it', () => {
  it.each([
    ['most of what it grew by', 0.9, false],
    ['little of it', 0.2, true],
  ])('is told from it where the cache is %s', (_, share, isOwn) => {
    const values = [...before, ...line(200, 950, 36)]
    const points = [
      ...metricPoints('container.memory.usage.total', values, { step: 5 }),
      ...metricPoints(
        'container.memory.file',
        values.map((value) => 30 + share * (value - 200)),
        { step: 5 },
      ),
      ...metricPoints('container.memory.usage.limit', [limit]),
    ]
    const view = observedView({ points })
    const series = view.activeSeries.find(({ metric }) => metric === 'container.memory.usage.total')
    const own = (series && fillingLeak(series, view))?.features.find(({ name }) => name === 'own_memory')
    expect(own?.is_met).toBe(isOwn)
  })
})
