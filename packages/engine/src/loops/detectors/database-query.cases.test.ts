/** Queries in a loop: a thousand in five minutes, fifty for each caller, five times the baseline. */
import { describe, expect, it } from 'vitest'
import { EdgeHistory } from '../aggregate/edge-history.ts'
import { type EdgeMinute, edgeKey, type MinuteFacts } from '../aggregate/minute-facts.ts'
import { Nodes } from '../aggregate/nodes.ts'
import type { LoopEvaluation } from '../evaluation.ts'
import { defaultRule, metricPoints, observedView, resourceOf, spanOf, viewMinute } from '../testing/observed-view.ts'
import { databaseQuery } from './database-query.ts'

const rule = defaultRule('database_query_loop')
const only = (evaluations: LoopEvaluation[]): LoopEvaluation => {
  expect(evaluations).toHaveLength(1)
  return evaluations[0] as LoopEvaluation
}
const missing = ({ features }: LoopEvaluation) => features.filter(({ is_met }) => !is_met).map(({ name }) => name)

describe('databaseQuery over calls', () => {
  const edgeOf = (more: Partial<EdgeMinute> = {}): EdgeMinute => ({
    ...{
      spanCount: 200,
      count: 200,
      failures: 0,
      durationMs: 400,
      parents: 4,
      operations: 4,
      maxPerCaller: 50,
      stuck: 0,
    },
    ...{ gapRatios: [], bulk: 0, jobs: 0, trace: 't1' },
    ...more,
  })
  const evaluate = (
    edges: readonly EdgeMinute[],
    {
      caller = resourceOf('shop'),
      operation = 'GET /orders',
      statement = 'SELECT 1' as string | null,
      baseline = undefined as number | undefined,
      deploys = new Map<string, number>(),
      kind = 'server' as 'server' | 'consumer',
      /** Statements of another text that each request made before. */
      others = undefined as number | undefined,
    } = {},
  ) => {
    const nodes = new Nodes(10)
    const from = nodes.idOf(spanOf({ resource: caller, name: operation, kind }))
    const to = nodes.idOf(
      spanOf({ resource: resourceOf('db'), name: 'query', facts: statement === null ? {} : { statement } }),
    )
    const key = edgeKey(from, to)
    const history = new EdgeHistory(10)
    if (baseline !== undefined)
      for (let minute = 0; minute < 10; minute += 1) history.note(key, minute, baseline, false)
    const other = nodes.idOf(spanOf({ resource: resourceOf('db'), name: 'query', facts: { statement: 'SELECT 2' } }))
    if (others !== undefined)
      for (let minute = 0; minute < 10; minute += 1) history.note(edgeKey(from, other), minute, others, false)
    const facts = new Map(
      edges.map((edge, index) => [
        viewMinute - edges.length + 1 + index,
        (minuteFacts: MinuteFacts) => minuteFacts.edges.set(key, edge),
      ]),
    )
    return databaseQuery.evaluate({ view: observedView({ nodes, history, facts, deploys }), rule })
  }
  const five = (more: Partial<EdgeMinute> = {}) => [1, 2, 3, 4, 5].map(() => edgeOf(more))

  it('tells what it measured', () => {
    expect(only(evaluate(five()))).toMatchObject({
      ...{ volume: 1000, gate: true, shape: true, partial: true, isQuiet: false, excludedBy: null },
      edges: ['shop GET /orders → SELECT 1'],
      metrics: { iterations: 1000, perMinute: 200, avgMs: 2 },
      systems: ['shop', 'db'],
    })
  })
  it('leaves what is asked for less and less, as by pages that fill a cache', () => {
    const counts = (list: readonly number[]) => list.map((count) => edgeOf({ count, spanCount: count }))
    const options = { baseline: 2 }
    expect(missing(only(evaluate(counts([280, 260, 240, 220, 198]), options)))).toEqual([])
    expect(missing(only(evaluate(counts([280, 260, 240, 220, 196]), options)))).toEqual(['stays'])
  })
  it('holds a statement that was never seen against all that its requests made before', () => {
    const isDecided = (options: Parameters<typeof evaluate>[1]) =>
      only(evaluate(five(), options)).features.every(({ isMeasured }) => isMeasured)
    expect(missing(only(evaluate(five(), { others: 2 })))).toEqual([])
    expect(isDecided({ others: 2 })).toBe(true)
    expect(missing(only(evaluate(five(), { others: 20 })))).toEqual(['over_usual'])
    expect(isDecided({})).toBe(false)
    expect(isDecided({ others: 2, kind: 'consumer' })).toBe(false)
  })
  it('takes rows that are written for messages for as many as were sent', () => {
    const insert = { statement: 'INSERT INTO orders VALUES (?)', baseline: 2 }
    expect(missing(only(evaluate(five(), insert)))).toEqual([])
    expect(missing(only(evaluate(five(), { ...insert, kind: 'consumer' })))).toEqual(['over_usual'])
  })
  it('looks at statements only, and from a twentieth of the threshold', () => {
    expect(evaluate(five(), { statement: null })).toHaveLength(0)
    expect(evaluate([edgeOf({ count: 49, parents: 1 })])).toHaveLength(0)
    expect(evaluate([edgeOf({ count: 50, parents: 1 })])).toHaveLength(1)
    expect(evaluate([edgeOf({ count: 999, parents: 80 })])).toHaveLength(0)
    expect(evaluate([edgeOf({ count: 1000, parents: 80 })])).toHaveLength(1)
    expect(evaluate([edgeOf({ count: 999, parents: 0 })])).toHaveLength(0)
  })
  it.each([
    ['less than fifty for each caller', { count: 199 }, ['per_parent']],
    ['half of them failing', { failures: 100 }, ['not_failing']],
    ['fewer than half failing', { failures: 99 }, []],
    ['background jobs without a past', { jobs: 3 }, ['over_usual']],
    ['half of the callers background jobs', { jobs: 2 }, []],
  ])('looks at %s', (_, more, names) => {
    expect(missing(only(evaluate(five(more))))).toEqual(names)
  })
  it.each([
    [10, []],
    [10.1, ['over_usual']],
  ])('compares fifty with a baseline of %d', (baseline, names) => {
    expect(missing(only(evaluate(five(), { baseline })))).toEqual(names)
  })
  it('lasts: four minutes in a row, or the whole of what is there', () => {
    const [busy, idle] = [edgeOf(), edgeOf({ count: 4, parents: 4 })]
    expect(missing(only(evaluate([idle, busy, busy, busy, busy])))).toEqual([])
    expect(missing(only(evaluate([idle, idle, busy, busy, busy])))).toEqual(['every_minute'])
    expect(missing(only(evaluate([busy, busy])))).toEqual([])
    // The baseline before the onset does not thin the loop out.
    expect(only(evaluate([idle, busy, busy, busy, busy])).features[0]?.value).toBe(50)
    expect(only(evaluate([idle, busy, busy, busy, busy])).metrics.perMinute).toBe(200)
    expect(only(evaluate([idle, idle, busy, busy, busy])).metrics.perMinute).toBe(608 / 5)
    // It is over in the last minute: the whole window counts.
    expect(
      only(evaluate([busy, busy, busy, busy, edgeOf({ count: 400, parents: 20 })])).features[0]?.value,
    ).toBeCloseTo(1200 / 36, 9)
  })
  it.each([
    ['most callers working in bulk', five({ bulk: 3 }), {}, 'bulk processing'],
    ['half of the callers working in bulk', five({ bulk: 2 }), {}, null],
    ['a bulk resource', five(), { caller: resourceOf('shop', { bulk: true }) }, 'bulk processing'],
    ['a bulk name', five(), { caller: resourceOf('nightly-export') }, 'bulk processing'],
    ['a bulk operation', five(), { operation: 'run batch' }, 'bulk processing'],
    ['a name that only holds the letters', five(), { operation: 'GET /jobsite' }, null],
    [
      'nine minutes after a deploy',
      five(),
      { deploys: new Map([['shop', viewMinute - 9]]) },
      'deployed less than 10 minutes ago',
    ],
    ['ten minutes after a deploy', five(), { deploys: new Map([['shop', viewMinute - 10]]) }, null],
  ])('excludes or not: %s', (_, edges, setting, reason) => {
    expect(only(evaluate(edges, setting)).excludedBy).toBe(reason)
  })
  it('is partial from twenty for each caller', () => {
    const partial = (count: number) => only(evaluate(five({ count, parents: 10 }))).partial
    expect([partial(199), partial(200)]).toEqual([false, true])
  })
})

describe('databaseQuery over metrics', () => {
  /** Two hours in which each request has `baseline` statements, then five minutes in which each has `now`. */
  const points = (baseline: number, now: number, requests = 4, resource = resourceOf('svc')) => {
    const minutes = (before: number, last: number) => [
      ...new Array<number>(116).fill(before),
      ...new Array<number>(5).fill(last),
    ]
    return [
      ...metricPoints('db_queries', minutes(requests * baseline, requests * now), { kind: 'delta', resource }),
      ...metricPoints('requests', minutes(requests, requests), { kind: 'delta', resource }),
    ]
  }
  const evaluate = (metrics: ReturnType<typeof points>) =>
    databaseQuery.evaluate({ view: observedView({ points: metrics }), rule })

  it('finds a thousand statements, fifty for each request, five times the baseline', () => {
    expect(only(evaluate(points(10, 50)))).toMatchObject({ volume: 1000, gate: true, shape: true, partial: true })
    expect(evaluate(points(10, 49))).toHaveLength(0)
    expect(missing(only(evaluate(points(10.1, 50))))).toEqual(['over_usual'])
    expect(missing(only(evaluate(points(5, 49, 5))))).toEqual(['per_parent'])
  })
  it('is partial from twenty for each request', () => {
    expect(only(evaluate(points(1, 20, 20))).partial).toBe(true)
    expect(only(evaluate(points(1, 19, 20))).partial).toBe(false)
  })
  it('does not know a baseline from the last quarter of an hour', () => {
    const late = points(10, 50).filter(({ timeMs }) => timeMs >= (viewMinute - 15) * 60_000)
    expect(missing(only(evaluate(late)))).toEqual(['over_usual'])
    const earlier = points(10, 50).filter(({ timeMs }) => timeMs >= (viewMinute - 16) * 60_000)
    expect(missing(only(evaluate(earlier)))).toEqual([])
  })
  it('leaves bulk work alone, and statements without requests', () => {
    expect(only(evaluate(points(10, 50, 4, resourceOf('etl')))).excludedBy).toBe('bulk processing')
    expect(only(evaluate(points(10, 50, 4, resourceOf('svc', { bulk: true })))).excludedBy).toBe('bulk processing')
    expect(only(evaluate(points(10, 50))).excludedBy).toBeNull()
    expect(evaluate(points(10, 50).filter(({ metric }) => metric !== 'requests'))).toHaveLength(0)
  })
})
