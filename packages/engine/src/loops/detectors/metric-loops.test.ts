/** Recursion and polling as metrics tell of them, without traces. */
import { describe, expect, it } from 'vitest'
import type { LoopEvaluation } from '../evaluation.ts'
import { defaultRule, metricPoints, observedView } from '../testing/observed-view.ts'
import { apiPolling } from './api-polling.ts'
import { recursiveFunction } from './recursive-function.ts'

const only = (evaluations: LoopEvaluation[]): LoopEvaluation => {
  expect(evaluations).toHaveLength(1)
  return evaluations[0] as LoopEvaluation
}
const missing = ({ features }: LoopEvaluation) => features.filter(({ is_met }) => !is_met).map(({ name }) => name)
const counter = (metric: string, values: readonly number[]) => metricPoints(metric, values, { kind: 'delta' })

describe('recursiveFunction over metrics', () => {
  const evaluate = (...points: ReturnType<typeof counter>[]) =>
    recursiveFunction.evaluate({
      view: observedView({ points: points.flat() }),
      rule: defaultRule('recursive_function'),
    })
  const depth = (value: number) => metricPoints('recursion_depth', [1, value, 1])
  const chainDepth = (value: number) => metricPoints('call_depth', [1, value, 1])

  it('reads the highest depth of the window', () => {
    expect(evaluate(chainDepth(7))).toHaveLength(0)
    expect(only(evaluate(depth(8).map((point) => ({ ...point, metric: 'call_depth' }))))).toMatchObject({
      ...{ shape: false, gate: false, volume: 0 },
      excludedBy: 'depth of at most 15, normal for tree walks and pagination',
    })
    expect(only(evaluate(chainDepth(15))).excludedBy).not.toBeNull()
    expect(only(evaluate(chainDepth(16)))).toMatchObject({ excludedBy: null, shape: true, gate: false })
    expect(only(evaluate(chainDepth(63))).gate).toBe(false)
    expect(only(evaluate(chainDepth(64))).gate).toBe(true)
  })
  it('counts iterations, requests and dropped invocations, whichever is most', () => {
    expect(only(evaluate(chainDepth(20), counter('iterations', [600, 400])))).toMatchObject({
      volume: 1000,
      gate: true,
    })
    expect(only(evaluate(chainDepth(20), counter('requests', [999])))).toMatchObject({ volume: 999, gate: false })
    const dropped = counter('recursive_invocations_dropped', [30, 33])
    expect(only(evaluate(dropped))).toMatchObject({ volume: 63 * 16, gate: true, shape: true })
    expect(evaluate(counter('recursive_invocations_dropped', [0, 0]))).toHaveLength(0)
  })
})

describe('apiPolling over metrics', () => {
  const evaluate = (unchanged: readonly number[], polls: readonly number[], name = 'polls') =>
    apiPolling.evaluate({
      view: observedView({ points: [...counter('unchanged_responses', unchanged), ...counter(name, polls)] }),
      rule: defaultRule('api_polling_loop'),
    })
  const even = (value: number) => new Array<number>(5).fill(value)

  it('finds a thousand even polls of which 99% change nothing', () => {
    expect(only(evaluate(even(198), even(200)))).toMatchObject({ volume: 1000, gate: true, shape: true })
    expect(missing(only(evaluate(even(197), even(200))))).toEqual(['unchanged'])
    expect(only(evaluate(even(198), [200, 200, 200, 200, 199])).gate).toBe(false)
  })
  it('looks from half of the threshold on, at polls or else at requests', () => {
    expect(evaluate(even(99), even(99))).toHaveLength(0)
    expect(evaluate(even(100), even(100))).toHaveLength(1)
    expect(evaluate(even(100), even(100), 'requests')).toHaveLength(1)
    expect(evaluate(even(100), even(100), 'restarts')).toHaveLength(0)
  })
  it('keeps a rhythm within 30%', () => {
    const spread = (deviation: number) => {
      const polls = [200 - deviation, 200 + deviation, 200 - deviation, 200 + deviation]
      return missing(only(evaluate(polls, polls)))
    }
    expect([spread(60), spread(62)]).toEqual([[], ['rhythm']])
  })
  it('counts what a queue gives out, and how often it had nothing', () => {
    const queue = (empty: readonly number[]) =>
      apiPolling.evaluate({
        view: observedView({
          points: [
            ...counter('NumberOfEmptyReceives', empty),
            ...counter(
              'NumberOfMessagesReceived',
              empty.map(() => 1),
            ),
          ],
        }),
        rule: defaultRule('api_polling_loop'),
      })
    const before = new Array<number>(30).fill(3)
    expect(only(queue([...before, ...even(300)]))).toMatchObject({ volume: 1505, gate: true, shape: true })
    const always = only(queue(new Array<number>(35).fill(300)))
    expect(always).toMatchObject({ gate: true, shape: false, partial: true })
    expect(always.features.find(({ name }) => name === 'over_usual')).toMatchObject({ isMeasured: false })
  })
})
