/** A leak within minutes: each sign of it just within and just beyond its limit. 100 MiB in ten minutes is a loop. */
import type { MetricPoint } from '@kept/domain/span.ts'
import { describe, expect, it } from 'vitest'
import type { LoopEvaluation } from '../evaluation.ts'
import { defaultRule, eventOf, metricPoints, observedView, resourceOf, viewMinute } from '../testing/observed-view.ts'
import { memoryLeak } from './memory-leak.ts'

const line = (count: number, perMinute: number, first = 500) =>
  Array.from({ length: count }, (_, index) => first + index * perMinute)
const used = (values: readonly number[]) => metricPoints('memory_usage_mb', values)
const limit = (value: number) => metricPoints('memory_limit_mb', [value])
const evaluate = (points: readonly MetricPoint[], more: Partial<Parameters<typeof observedView>[0]> = {}) =>
  memoryLeak.evaluate({ view: observedView({ points, ...more }), rule: defaultRule('memory_leak_loop') })
const only = (evaluations: LoopEvaluation[]): LoopEvaluation => {
  expect(evaluations).toHaveLength(1)
  return evaluations[0] as LoopEvaluation
}
const missing = ({ features }: LoopEvaluation) => features.filter(({ is_met }) => !is_met).map(({ name }) => name)

describe('memoryLeak of a series with a limit', () => {
  it.each([
    [4.9, undefined],
    [5, { volume: 50, gate: false, isQuiet: false }],
    [9.9, { gate: false, isQuiet: false }],
    [10, { volume: 100, gate: true, isQuiet: false }],
  ])('grows by %d MiB a minute', (perMinute, expected) => {
    const [evaluation] = evaluate([...used(line(10, perMinute)), ...limit(700)])
    if (expected) expect(evaluation).toMatchObject({ ...expected, shape: true, partial: true, excludedBy: null })
    else expect(evaluation).toBeUndefined()
  })
  it('tells what it measured', () => {
    const evaluation = only(evaluate([...used(line(10, 10)), ...limit(690)]))
    expect(evaluation.metrics).toMatchObject({ perMinute: 10, memoryMb: 590, iterations: 1 })
    expect(evaluation.features.find(({ name }) => name === 'minutes_left')?.value).toBe(10)
    expect(evaluation.uses[0]).toMatchObject({ id: 'svc', size: 90 / 690 })
  })
  it.each([
    ['a straight line that is full within 45 minutes', line(10, 10), 590 + 449, []],
    ['a straight line that is full in 45 minutes', line(10, 10), 590 + 450, ['minutes_left']],
    // Alternating by 10 MiB leaves a line that explains 95%, and grows 9.94 a minute.
    [
      'an uneven line that is full within 30 minutes',
      [505, 515, 525, 535, 540, 555, 560, 575, 580, 590],
      590 + 290,
      [],
    ],
    ['growth that has ended', [500, 540, 580, 600, 610, 615, 620, 620, 620, 620], 700, ['linear', 'steady']],
    ['growth that began late', [500, 500, 500, 500, 500, 520, 550, 590, 640, 700], 900, ['linear', 'steady']],
  ])('looks at %s', (_, values, end, names) => {
    expect(missing(only(evaluate([...used(values), ...limit(end)])))).toEqual(names)
  })
  it('believes a line with some doubt for half an hour ahead', () => {
    const values = [500, 520, 512, 540, 535, 560, 548, 580, 575, 600]
    const evaluation = (end: number) => only(evaluate([...used(values), ...limit(end)]))
    const { metrics, features } = evaluation(700)
    expect(features[0]).toMatchObject({ name: 'linear', is_met: true })
    expect(features[0]?.value).toBeLessThan(0.98)
    expect(missing(evaluation(600 + metrics.perMinute * 29.9))).toEqual(expect.not.arrayContaining(['minutes_left']))
    expect(missing(evaluation(600 + metrics.perMinute * 30.1))).toEqual(expect.arrayContaining(['minutes_left']))
  })
  it('needs six points over most of the window', () => {
    expect(evaluate([...used(line(8, 10)), ...limit(800)])).toHaveLength(0)
    expect(evaluate([...used(line(9, 10)), ...limit(800)])).toHaveLength(1)
    const sparse = (count: number) =>
      metricPoints('memory_usage_mb', line(count, 40), { step: 2 }).concat(metricPoints('memory_limit_mb', [900]))
    expect(evaluate(sparse(5))).toHaveLength(0)
    expect(evaluate(sparse(6))).toHaveLength(1)
  })
  it('sees a leak before its window is full where the whole growth is there', () => {
    const flatThen = (perMinute: number) => [500, 500, ...line(8, perMinute)]
    expect(only(evaluate([...used(flatThen(15)), ...limit(700)])).shape).toBe(true)
    expect(only(evaluate([...used(flatThen(14)), ...limit(700)])).shape).toBe(false)
  })
  it('leaves what the load explains and what was just deployed', () => {
    const requests = (values: readonly number[]) => metricPoints('requests', values, { kind: 'delta' })
    expect(missing(only(evaluate([...used(line(10, 10)), ...limit(700), ...requests(line(10, 7))])))).toEqual([
      'not_load',
    ])
    expect(only(evaluate([...used(line(10, 10)), ...limit(700), ...requests(line(10, -7))])).shape).toBe(true)
    expect(only(evaluate([...used(line(10, 10)), ...limit(700), ...requests(line(5, 7))])).shape).toBe(true)
    const deployed = (age: number) =>
      only(evaluate([...used(line(10, 10)), ...limit(700)], { deploys: new Map([['svc', viewMinute - age]]) }))
    expect([deployed(9).excludedBy, deployed(10).excludedBy]).toEqual(['deployed less than 10 minutes ago', null])
  })
  it('counts a percentage by tenths, and takes a limit from memory and its percentage', () => {
    const percent = only(evaluate(metricPoints('memory_utilization', line(10, 1, 60))))
    expect(percent).toMatchObject({ volume: 10, gate: true, shape: true, metrics: { memoryMb: null } })
    expect(only(evaluate(metricPoints('memory_utilization', line(10, 0.9, 60)))).gate).toBe(false)
    const evaluations = evaluate([...used(line(10, 10, 410)), ...metricPoints('memory_utilization', [50])])
    // 500 MiB are 50%: 500 more at 10 a minute.
    const memory = evaluations.find(({ metrics }) => metrics.memoryMb !== null)
    expect(memory?.features.find(({ name }) => name === 'minutes_left')?.value).toBe(50)
  })
})

describe('memoryLeak of a series without a limit', () => {
  it('needs an hour of a straight line', () => {
    expect(evaluate(used(line(54, 10, 2000)))).toHaveLength(0)
    expect(only(evaluate(used(line(55, 10, 2000))))).toMatchObject({ gate: true, shape: true, uses: [] })
  })
  it('needs half an hour in which it grows by half', () => {
    expect(only(evaluate(used(line(28, 10, 540)))).shape).toBe(true)
    expect(evaluate(used(line(27, 10, 520)))).toHaveLength(0)
    expect(evaluate(used(line(28, 10, 541)))).toHaveLength(0)
  })
  it('must be higher than ever before', () => {
    const earlier = (highest: number) =>
      metricPoints('memory_usage_mb', [highest], { last: viewMinute - 120 }).concat(used(line(60, 10, 2000)))
    expect(missing(only(evaluate(earlier(2400))))).toEqual([])
    expect(missing(only(evaluate(earlier(2500))))).toEqual(['new_high'])
  })
})

describe('memoryLeak of kills', () => {
  const killed = (counts: readonly number[], name = 'svc') =>
    counts.map((count, index) =>
      eventOf({
        ...{ kind: 'out_of_memory', count, resource: resourceOf(name) },
        timeMs: (viewMinute - index * 29) * 60_000,
      }),
    )
  it.each([
    [[1], { volume: 1, gate: false, isQuiet: true, shape: false }],
    [[1, 1], { volume: 2, gate: false, isQuiet: false, shape: false }],
    [[1, 1, 1], { volume: 3, gate: true, isQuiet: false, shape: true }],
    [[3], { volume: 3, gate: true, shape: true }],
    // The third was more than an hour ago.
    [[1, 1, 0, 1], { volume: 2, shape: false }],
  ])('within an hour: %j', (counts, expected) => {
    expect(only(evaluate([], { events: killed(counts) }))).toMatchObject(expected)
  })
  it('are restarts, where the memory was full each time', () => {
    const climbs = (top: number) => [0, 1, 2, 3].flatMap(() => line(5, (top - 100) / 4, 100))
    const restarts = (count: number) =>
      metricPoints(
        'container_restarts',
        Array.from({ length: 20 }, (_, index) => Math.min(count, Math.floor(index / 5))),
      )
    const kills = (top: number, count: number) =>
      evaluate([...used(climbs(top)), ...limit(500), ...restarts(count)]).filter(
        ({ edges }) => edges[0] === 'out of memory',
      )
    expect(kills(500, 3)).toMatchObject([{ volume: 3, gate: true, shape: true }])
    expect(kills(500, 2)).toMatchObject([{ volume: 2, shape: false }])
    expect(kills(380, 3)).toEqual([])
    expect(kills(500, 0)).toEqual([])
  })
  it('adds up events and metrics of one resource, and of no two', () => {
    const events = [...killed([1]), ...killed([1], 'other')]
    const points = metricPoints('oom_kills', [1, 1], { kind: 'delta', step: 30 })
    expect(evaluate(points, { events }).map(({ resource, volume }) => [resource.id, volume])).toEqual([
      ['svc', 3],
      ['other', 1],
    ])
    expect(evaluate([], { events: killed([0]) })).toEqual([])
  })
})
