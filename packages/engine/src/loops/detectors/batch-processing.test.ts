/** Records done again: a thousand in a quarter of an hour, four of five of all, and no progress. */
import { describe, expect, it } from 'vitest'
import type { BatchMinute, MinuteFacts } from '../aggregate/minute-facts.ts'
import { Nodes } from '../aggregate/nodes.ts'
import type { LoopEvaluation } from '../evaluation.ts'
import {
  defaultRule,
  metricPoints,
  observedView,
  resourceOf,
  service,
  spanOf,
  viewMinute,
} from '../testing/observed-view.ts'
import { batchProcessing } from './batch-processing.ts'

const rule = defaultRule('batch_processing_loop')
const only = (evaluations: LoopEvaluation[]): LoopEvaluation => {
  expect(evaluations).toHaveLength(1)
  return evaluations[0] as LoopEvaluation
}
const missing = ({ features }: LoopEvaluation) => features.filter(({ is_met }) => !is_met).map(({ name }) => name)

describe('batchProcessing over spans', () => {
  const nodes = new Nodes(5)
  const node = nodes.idOf(spanOf({ name: 'process' }))
  const batchOf = (more: Partial<BatchMinute> = {}): BatchMinute => ({
    ...{ resource: service, node, destination: 'orders', processed: 1000, redone: 1000, failures: 0 },
    ...{
      returning: more.redone ?? 1000,
      lowestOffset: Number.POSITIVE_INFINITY,
      highestOffset: Number.NEGATIVE_INFINITY,
    },
    ...{
      durationMs: 3000,
      poison: 1,
      bulk: 0,
      offsets: new Map(),
      isWeighted: false,
      checkpoints: new Map(),
      trace: 't',
    },
    ...more,
  })
  const evaluate = (batches: readonly Partial<BatchMinute>[], points = metricPoints('other', [])) =>
    batchProcessing.evaluate({
      view: observedView({
        ...{ nodes, points },
        facts: new Map(
          batches.map((batch, index) => [
            viewMinute - index,
            (facts: MinuteFacts) => facts.batches.set('b', batchOf(batch)),
          ]),
        ),
      }),
      rule,
    })
  const depth = (values: readonly number[]) => metricPoints('queue_depth', values, { resource: resourceOf('orders') })

  it('adds the minutes up', () => {
    const half = { processed: 500, redone: 500, durationMs: 1500, poison: 1 }
    expect(only(evaluate([half, half]))).toMatchObject({
      ...{ volume: 1000, gate: true, shape: true, partial: true, excludedBy: null, edges: ['orders'] },
      ...{ systems: ['svc', 'orders'], nodeRates: [[node, 1000 / 15]] },
      metrics: { iterations: 1000, perMinute: 1000 / 15, avgMs: 3 },
    })
    expect(only(evaluate([half, { ...half, redone: 499 }])).gate).toBe(false)
  })
  it('looks from a quarter of the threshold on', () => {
    expect(evaluate([{ redone: 249 }])).toHaveLength(0)
    expect(evaluate([{ redone: 250 }])).toHaveLength(1)
  })
  it.each([
    [800, [], true, null],
    [799, ['redone_share'], true, null],
    [301, ['redone_share'], true, null],
    [300, ['redone_share'], false, 'redelivery rate is normal'],
  ])('does %d of a thousand again', (redone, names, partial, excludedBy) => {
    const evaluation = only(evaluate([{ redone }]))
    expect(missing(evaluation)).toEqual(names)
    expect(evaluation).toMatchObject({ partial, excludedBy })
  })
  it('leaves a declared backfill alone', () => {
    expect(only(evaluate([{ bulk: 501 }])).excludedBy).toBe('a declared backfill')
    expect(only(evaluate([{ bulk: 500 }])).excludedBy).toBeNull()
  })
  it.each([
    ['records above the delivery limit', { poison: 1 }, [], []],
    ['no sign of being stuck', { poison: 0, returning: 0 }, [], ['no_progress', 'returning']],
    ['records that come back over longer', { poison: 0 }, [], []],
    ['a record done three times', { poison: 0, checkpoints: new Map([['c', 3]]) }, [], []],
    [
      'a record done twice',
      { poison: 0, returning: 0, checkpoints: new Map([['c', 2]]) },
      [],
      ['no_progress', 'returning'],
    ],
    ['a queue that does not shrink', { poison: 0 }, [5, 5, 5, 5, 5], []],
    ['a queue that shrinks', { poison: 0 }, [9, 8, 7, 6, 5], ['no_progress']],
    ['a queue seen too seldom', { poison: 0, returning: 0 }, [5, 5, 5, 5], ['no_progress', 'returning']],
  ])('makes progress or not: %s', (_, batch, depths, names) => {
    expect(missing(only(evaluate([batch], depth(depths))))).toEqual(names)
  })
  it('adds the returns of a record over the minutes', () => {
    const checkpoints = new Map([['c', 2]])
    expect(
      missing(
        only(
          evaluate([
            { poison: 0, checkpoints },
            { poison: 0, checkpoints },
          ]),
        ),
      ),
    ).toEqual([])
  })
})

describe('batchProcessing over metrics', () => {
  const counter = (metric: string, value: number, resource = service) =>
    metricPoints(metric, [value], { kind: 'delta', resource })
  const evaluate = (...points: ReturnType<typeof counter>[]) =>
    batchProcessing.evaluate({ view: observedView({ points: points.flat() }), rule })
  const depth = metricPoints('queue_depth', [5, 5, 5, 5, 5])

  it('compares what was redelivered with what was processed', () => {
    const evaluation = (redone: number, processed = 1250) =>
      only(evaluate(counter('messages_processed', processed), counter('redelivered', redone), depth))
    expect(evaluation(1000)).toMatchObject({ volume: 1000, gate: true, shape: true, excludedBy: null })
    expect(evaluation(999)).toMatchObject({ gate: false, shape: false })
    expect(evaluation(300, 1000)).toMatchObject({ excludedBy: 'redelivery rate is normal', partial: false })
    expect(evaluation(301, 1000)).toMatchObject({ excludedBy: null, partial: true })
  })
  it('looks from half of the threshold on', () => {
    const count = (processed: number, redone: number) =>
      evaluate(counter('messages_processed', processed), counter('redelivered', redone)).length
    expect([count(499, 499), count(500, 249), count(500, 250)]).toEqual([0, 0, 1])
  })
  it('takes all for redone while the checkpoint stands still', () => {
    const checkpoint = (values: readonly number[]) => metricPoints('checkpoint', values)
    const processed = counter('messages_processed', 1000)
    expect(only(evaluate(processed, checkpoint([7, 7, 7])))).toMatchObject({ volume: 1000, shape: true })
    expect(evaluate(processed, checkpoint([7, 7, 8]))).toHaveLength(0)
    expect(evaluate(processed, checkpoint([7, 7]))).toHaveLength(0)
  })
  it('takes what is no longer acknowledged for redone, and not what never was', () => {
    const evaluation = (acknowledged: readonly number[]) =>
      evaluate(
        metricPoints('messages_received', [150, 150, 150, 150, 150, 150, 150, 150, 150], { kind: 'delta' }),
        metricPoints('messages_deleted', acknowledged, { kind: 'delta' }),
        depth,
      )
    expect(only(evaluation([150, 0, 0, 0, 0, 0, 0, 0, 0]))).toMatchObject({ volume: 1200, shape: true })
    expect(evaluation([0, 0, 0, 0, 0, 0, 0, 0, 0])).toEqual([])
  })
  it('leaves a backfill alone that says so twice', () => {
    const evaluation = (resource: typeof service) =>
      only(evaluate(counter('messages_processed', 1000, resource), counter('redelivered', 1000, resource))).excludedBy
    expect(evaluation(resourceOf('backfill', { bulk: true }))).toBe('a declared backfill')
    expect(evaluation(resourceOf('backfill'))).toBeNull()
    expect(evaluation(resourceOf('orders', { bulk: true }))).toBeNull()
  })
})
