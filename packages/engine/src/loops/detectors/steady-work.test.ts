/** Work that a process gives itself, by its counts, and the healthy systems whose counts look the same. */

import type { LoopType } from '@kept/domain/loop-types.ts'
import type { MetricPoint } from '@kept/domain/span.ts'
import { describe, expect, it } from 'vitest'
import { loopProbability } from '../cause/confidence.ts'
import { isTrue } from '../incidents.ts'
import { defaultRule, metricPoints, observedView, resourceOf } from '../testing/observed-view.ts'
import { steadyWork } from './steady-work.ts'

const hour = 60

interface Counted {
  metric: string
  before: number
  now: number
  series?: string
  kind?: MetricPoint['kind']
  resource?: MetricPoint['resource']
}

/** An hour as before, then so many minutes as now. */
function evaluate(all: Counted[], { minutes = 50, type = 'recursive_function' as LoopType } = {}) {
  const points = all.flatMap(({ metric, before, now, ...more }) =>
    metricPoints(metric, [...new Array<number>(hour).fill(before), ...new Array<number>(minutes).fill(now)], {
      kind: 'delta',
      ...more,
    }),
  )
  return steadyWork({ view: observedView({ points }), rule: defaultRule(type) })
}
const runs = (more: Partial<Counted> = {}): Counted => ({ metric: 'reconcile_total', before: 10, now: 900, ...more })
const writes = (more: Partial<Counted> = {}): Counted => ({
  ...{ metric: 'rest_client_requests_total', series: 'code=200,method=PUT', before: 2, now: 890 },
  ...more,
})

describe('steadyWork', () => {
  it.each([
    ['writes with each run what wakes it', [runs(), writes()]],
    ['changes nothing', [runs(), { metric: 'reconcile_noop_total', before: 9, now: 899 }]],
    [
      'changes nothing, as an attribute says',
      [runs({ series: 'result=unchanged' }), runs({ series: 'result=success', before: 1, now: 2 })],
    ],
    [
      'goes over the same things',
      [runs(), { metric: 'managed_objects', before: 240, now: 240, kind: 'gauge' as const }],
    ],
  ])('is a loop where it %s', (_, counted) => {
    const [loop, ...others] = evaluate(counted)
    expect(others).toEqual([])
    expect(loop && isTrue(loop)).toBe(true)
    expect(loop && loopProbability(loop)).toBe(0.85)
  })
  it('is suspected with what would decide, where no second count tells', () => {
    for (const counted of [[runs()], [runs({ metric: 'job_executions_total' })]]) {
      const [loop] = evaluate(counted)
      expect(loop?.features.filter(({ isMeasured }) => !isMeasured).map(({ name }) => name)).toEqual(['no_progress'])
      expect(loop && loopProbability(loop)).toBe(0.25)
    }
  })
  it.each<[string, Counted[], number]>([
    ['ends after minutes', [runs(), writes()], 11],
    ['is asked for', [runs(), writes(), { metric: 'http_requests_total', before: 20, now: 1800 }], 50],
    [
      'follows another service',
      [runs(), writes(), { metric: 'http_requests_total', before: 20, now: 1800, resource: resourceOf('shop') }],
      50,
    ],
    ['moves on', [runs(), writes(), { metric: 'documents_indexed_total', before: 2, now: 900 }], 50],
    ['was always so', [runs({ before: 900 }), writes({ before: 890 })], 50],
    ['fails, which is a storm', [runs({ series: 'result=error' }), writes()], 50],
    ['is what others ask for', [runs({ metric: 'http_requests_total' })], 50],
    ['is a size', [runs({ metric: 'jobs_bytes_total' })], 50],
  ])('is none where it %s', (_, counted, minutes) => {
    expect(evaluate(counted, { minutes })).toEqual([])
  })
  it('waits until work through what there is would have ended', () => {
    const [loop] = evaluate([runs(), writes()], { minutes: 30 })
    expect(loop && isTrue(loop)).toBe(false)
  })
  it('says of which type it is by what is counted', () => {
    const records = [runs({ metric: 'records_processed_total' })]
    expect(evaluate(records)).toEqual([])
    expect(evaluate(records, { type: 'batch_processing_loop' })).toHaveLength(1)
  })
})
