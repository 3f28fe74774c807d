/** Attempts beyond the first: five hundred in five minutes, five for each operation, half of them failing. */
import { describe, expect, it } from 'vitest'
import { EdgeHistory } from '../aggregate/edge-history.ts'
import { type EdgeMinute, edgeKey, type MinuteFacts } from '../aggregate/minute-facts.ts'
import { Nodes } from '../aggregate/nodes.ts'
import type { LoopEvaluation } from '../evaluation.ts'
import { defaultRule, metricPoints, observedView, resourceOf, spanOf, viewMinute } from '../testing/observed-view.ts'
import { infiniteRetry } from './infinite-retry.ts'

const rule = defaultRule('infinite_retry')
const only = (evaluations: LoopEvaluation[]): LoopEvaluation => {
  expect(evaluations).toHaveLength(1)
  return evaluations[0] as LoopEvaluation
}
const missing = ({ features }: LoopEvaluation) => features.filter(({ is_met }) => !is_met).map(({ name }) => name)

describe('infiniteRetry over calls', () => {
  const nodes = new Nodes(10)
  const from = nodes.idOf(spanOf({ resource: resourceOf('caller'), name: 'work' }))
  const to = nodes.idOf(spanOf({ resource: resourceOf('target'), name: 'pay' }))
  const key = edgeKey(from, to)
  const edgeOf = (more: Partial<EdgeMinute>): EdgeMinute => ({
    ...{ spanCount: 600, count: 600, failures: 600, durationMs: 1200, parents: 100, maxPerCaller: 6, stuck: 0 },
    ...{ gapRatios: [], bulk: 0, jobs: 0, trace: 't1', operations: more.parents ?? 100 },
    ...more,
  })
  const evaluate = (more: Partial<EdgeMinute>, history?: EdgeHistory) =>
    infiniteRetry.evaluate({
      view: observedView({
        nodes,
        ...(history && { history }),
        facts: new Map([[viewMinute, (facts: MinuteFacts) => facts.edges.set(key, edgeOf(more))]]),
      }),
      rule,
    })

  it('tells what it measured', () => {
    expect(only(evaluate({}))).toMatchObject({
      ...{ volume: 500, gate: true, shape: true, excludedBy: null, edges: ['caller work → target pay'] },
      metrics: { iterations: 500, perMinute: 100, avgMs: 2 },
      systems: ['caller', 'target'],
      nodeRates: [[to, 100]],
    })
  })
  it.each([
    [599, false],
    [600, true],
  ])('is loud enough with 500 attempts beyond the first: %d of 100', (count, gate) => {
    expect(only(evaluate({ count, failures: count })).gate).toBe(gate)
  })
  it.each([
    ['other work succeeds between', { elsewhere: 600 }],
    ['is answered for good', { answered: 600 }],
  ])('only suspects what %s, and says what would tell', (_, edge) => {
    const [ratio] = only(evaluate(edge)).features
    expect(ratio).toMatchObject({ isMeasured: false, is_met: false, description: expect.stringContaining('url.full') })
  })
  it('looks only where a twentieth of as many failed, and a caller is known', () => {
    expect(evaluate({ failures: 24 })).toHaveLength(0)
    expect(evaluate({ failures: 25 })).toHaveLength(1)
    expect(evaluate({ parents: 0 })).toHaveLength(0)
  })
  it.each([
    ['five attempts', { count: 500 }, []],
    ['fewer than five attempts', { count: 499 }, ['attempts_per_operation']],
    ['one operation stuck', { count: 499, stuck: 1 }, []],
    ['ten attempts of one caller that nearly all fail', { count: 450, failures: 441, maxPerCaller: 10 }, []],
    ['ten attempts that fail less', { count: 450, failures: 440, maxPerCaller: 10 }, ['attempts_per_operation']],
    ['nine attempts of one caller', { count: 450, failures: 450, maxPerCaller: 9 }, ['attempts_per_operation']],
    ['other work that succeeds between less than half', { stuck: 1, elsewhere: 299 }, []],
    ['other work that succeeds between them', { stuck: 1, elsewhere: 300 }, ['attempts_per_operation']],
    ['half of them failing', { failures: 300 }, []],
    ['less than half of them failing', { failures: 299 }, ['failing']],
    ['gaps that grow by a fifth', { gapRatios: [1.2, 1.2, 1.2, 1.2, 1.2] }, ['gap_growth']],
    ['gaps that grow by less', { gapRatios: [1.19, 1.19, 1.19, 1.19, 1.19] }, []],
    ['too few gaps to tell', { gapRatios: [2, 2, 2, 2] }, []],
  ])('looks at %s', (_, more, names) => {
    expect(missing(only(evaluate(more)))).toEqual(names)
  })
  it.each([
    ['three attempts', { count: 300, failures: 300 }, 'at most 3 attempts'],
    ['more than three attempts', { count: 301, failures: 300 }, null],
    ['three attempts of a stuck operation', { count: 300, failures: 300, stuck: 1 }, null],
    [
      'a fifth beyond the first',
      { count: 500, parents: 400, failures: 500, stuck: 1 },
      'retries are at most 20% of calls',
    ],
    ['more than a fifth beyond the first', { count: 500, parents: 399, failures: 500, stuck: 1 }, null],
  ])('excludes or not: %s', (_, more, reason) => {
    expect(only(evaluate(more)).excludedBy).toBe(reason)
  })
  it.each([
    [3, 'call volume is normal'],
    [2.9, null],
  ])('compares six calls of a caller with %d while healthy', (ratio, reason) => {
    const history = new EdgeHistory(10)
    for (const minute of [1, 2, 3]) history.note(key, minute, ratio, false)
    expect(only(evaluate({}, history)).excludedBy).toBe(reason)
  })
})

describe('infiniteRetry over keys', () => {
  const nodes = new Nodes(10)
  const node = nodes.idOf(spanOf({ name: 'charge' }))
  const keyMinute = (attempts: number, more = {}) => ({
    ...{ node, attempts, logical: 10, failures: attempts, successes: 0, stuck: 0, maxAttempts: 8 },
    ...{ gapRatios: [] as number[], trace: `t${attempts}` },
    ...more,
  })
  const evaluate = (...minutes: ReturnType<typeof keyMinute>[]) =>
    infiniteRetry.evaluate({
      view: observedView({
        nodes,
        facts: new Map(
          minutes.map((minute, index) => [viewMinute - index, (facts: MinuteFacts) => facts.keys.set(node, minute)]),
        ),
      }),
      rule,
    })

  it('adds the minutes of one operation up', () => {
    const evaluation = only(evaluate(keyMinute(300), keyMinute(220)))
    expect(evaluation).toMatchObject({ volume: 500, gate: true, shape: true, excludedBy: null })
    expect(evaluation).toMatchObject({ cycle: [{ count: 520 }], nodeRates: [[node, 100]] })
    expect(only(evaluate(keyMinute(300), keyMinute(219))).gate).toBe(false)
  })
  it('looks only where a quarter of the threshold was tried again', () => {
    expect(evaluate(keyMinute(134))).toHaveLength(0)
    expect(evaluate(keyMinute(135))).toHaveLength(1)
  })
  it('counts ten attempts at one key as stuck, whatever the mean', () => {
    const mean = { logical: 100 }
    expect(missing(only(evaluate(keyMinute(450, { ...mean, maxAttempts: 9 }))))).toEqual(['attempts_per_operation'])
    expect(missing(only(evaluate(keyMinute(450, { ...mean, maxAttempts: 10 }))))).toEqual([])
    expect(missing(only(evaluate(keyMinute(450, { ...mean, stuck: 1 }))))).toEqual([])
  })
  it('shows the trace with the most attempts', () => {
    const traces = only(evaluate(keyMinute(300, { maxAttempts: 4 }), keyMinute(200, { maxAttempts: 9 }))).traces
    expect(traces).toEqual(['t200'])
  })
})

describe('infiniteRetry over metrics', () => {
  const counter = (metric: string, value: number) => metricPoints(metric, [value], { kind: 'delta' })
  const evaluate = (...metrics: [string, number][]) =>
    infiniteRetry.evaluate({
      view: observedView({ points: metrics.flatMap(([metric, value]) => counter(metric, value)) }),
      rule,
    })

  it.each([
    [
      'retries beside requests',
      [
        ['retries', 500],
        ['requests', 100],
      ],
      { volume: 500, gate: true, shape: true },
    ],
    [
      'a retry fewer',
      [
        ['retries', 499],
        ['requests', 100],
      ],
      { volume: 499, gate: false, shape: true },
    ],
    [
      'attempts beside operations',
      [
        ['attempts', 600],
        ['requests', 100],
      ],
      { volume: 500, gate: true, shape: true },
    ],
    [
      'an attempt fewer',
      [
        ['attempts', 599],
        ['requests', 100],
      ],
      { volume: 499, gate: false, shape: true },
    ],
    [
      'attempts of which retries are known',
      [
        ['attempts', 600],
        ['retries', 500],
      ],
      { volume: 500, shape: true },
    ],
    ['retries of an unknown number of operations', [['retries', 500]], { volume: 500, gate: true, shape: false }],
    [
      'as many attempts as operations',
      [
        ['attempts', 600],
        ['requests', 700],
      ],
      { volume: 0, gate: false },
    ],
  ] as [string, [string, number][], object][])('reads %s', (_, metrics, expected) => {
    expect(only(evaluate(...metrics))).toMatchObject(expected)
  })
  it('does not conclude from what it cannot compare', () => {
    expect(only(evaluate(['retries', 900]))).toMatchObject({ partial: true, shape: false, excludedBy: null })
  })
  it('looks only at a quarter of the threshold', () => {
    expect(evaluate(['retries', 124], ['requests', 10])).toHaveLength(0)
    expect(evaluate(['retries', 125], ['requests', 10])).toHaveLength(1)
  })
  it('takes what is repeated to fail unless errors are counted', () => {
    const metrics: [string, number][] = [
      ['attempts', 600],
      ['requests', 100],
    ]
    expect(missing(only(evaluate(...metrics, ['errors', 299])))).toEqual(['failing'])
    expect(missing(only(evaluate(...metrics, ['errors', 300])))).toEqual([])
  })
})
