/** Storms of failures that only counts tell of, in metrics of their own or in attributes. */
import { describe, expect, it } from 'vitest'
import { restsOnOneLine } from '../cause/lines-of-evidence.ts'
import { defaultRule, metricPoints, observedView } from '../testing/observed-view.ts'
import { stormsFromMetrics } from './counted-storm.ts'

const rule = defaultRule('infinite_retry')
const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
const unmet = (features: readonly { name: string; is_met: boolean }[] | undefined) =>
  features?.filter(({ is_met }) => !is_met).map(({ name }) => name)

describe('storms in metrics', () => {
  /** Calls and failures a minute: an hour as usual, then the window. */
  function evaluate(
    baseline: [calls: number, failed: number],
    now: [calls: number, failed: number],
    prefix = 'outgoing',
  ) {
    const both = (index: 0 | 1) => [
      ...new Array<number>(30).fill(baseline[index]),
      ...new Array<number>(minutes).fill(now[index]),
    ]
    const points = [
      ...metricPoints(`${prefix}_requests`, both(0), { kind: 'delta' }),
      ...metricPoints(`${prefix}_errors`, both(1), { kind: 'delta' }),
    ]
    return stormsFromMetrics({ view: observedView({ points }), rule })
  }
  const many = Math.ceil((2 * threshold) / minutes)

  it('are found against the calls of the hour before', () => {
    const [storm] = evaluate([many / 5, 0], [many, many])
    expect(storm).toMatchObject({ shape: true, gate: true, edges: ['outgoing_requests'] })
    expect(storm?.volume).toBeCloseTo(many * minutes * 0.8, 6)
  })
  it('leave out minutes of which most calls failed', () => {
    expect(evaluate([many / 5, many / 5], [many, many])).toEqual([])
    expect(evaluate([many / 5, many / 10], [many, many])).toHaveLength(1)
  })
  it('are none where calls succeed, or are as many as usual', () => {
    expect(unmet(evaluate([many / 5, 0], [many, many * 0.89])[0]?.features)).toEqual(['failing'])
    expect(unmet(evaluate([many / 4, 0], [many, many])[0]?.features)).toEqual(['attempts_per_operation'])
    expect(evaluate([1, 0], [Math.ceil(threshold / minutes) - 1, 1])).toEqual([])
  })
  it('are of work that a process gives itself, where both counts share a name', () => {
    const counted = (calls: string, errors: string) => {
      const past = 30
      const values = (healthy: number, storm: number) =>
        Array.from({ length: past + minutes }, (_, minute) => (minute < past ? healthy : storm))
      const points = [
        ...metricPoints(calls, values(many / 5, many), { kind: 'delta' }),
        ...metricPoints(errors, values(0, many), { kind: 'delta' }),
      ]
      return stormsFromMetrics({ view: observedView({ points }), rule }).map(({ shape }) => shape)
    }
    expect(counted('controller_runtime_reconcile_total', 'controller_runtime_reconcile_errors_total')).toEqual([true])
    expect(counted('reconcile_total', 'webhook_errors_total')).toEqual([])
    expect(counted('page_views_total', 'page_views_errors_total')).toEqual([])
  })
  it('are of calls that are made, not of those that are answered', () => {
    expect(evaluate([many / 5, 0], [many, many], 'http')).toEqual([])
  })
})

describe('storms in attributes', () => {
  const past = 30
  const many = Math.ceil((2 * threshold) / minutes)
  const values = (healthy: number, now: number) =>
    Array.from({ length: past + minutes }, (_, minute) => (minute < past ? healthy : now))
  const calls = (kind: string, status: string, counts: number[]) =>
    metricPoints('traces.span.metrics.calls', counts, {
      ...{ kind: 'delta', series: `span.kind=SPAN_KIND_${kind},span.name=PUT,status.code=STATUS_CODE_${status}` },
    })
  const storm = (kind: string, [healthy, now]: [number, number], load: number[] = []) =>
    stormsFromMetrics({
      view: observedView({
        points: [
          ...calls(kind, 'UNSET', values(healthy, 0)),
          ...calls(kind, 'ERROR', values(0, now)),
          ...(load.length > 0 ? calls('CONSUMER', 'UNSET', load) : []),
        ],
      }),
      rule,
    })

  it('are of what a service calls, and of no one else', () => {
    expect(storm('CLIENT', [many / 5, many])).toMatchObject([{ shape: true, gate: true, excludedBy: null }])
    expect(storm('SERVER', [many / 5, many])).toEqual([])
    expect(unmet(storm('CLIENT', [many / 4, many])[0]?.features)).toEqual(['attempts_per_operation'])
  })
  it('rest on two lines where as much is asked for as before, and are none where more is', () => {
    const [alone] = storm('CLIENT', [many / 5, many])
    const [steady] = storm('CLIENT', [many / 5, many], values(40, 40))
    const [surge] = storm('CLIENT', [many / 5, many], values(40, 120))
    expect([alone, steady].map((evaluation) => evaluation && restsOnOneLine(evaluation))).toEqual([true, false])
    expect(steady?.shape).toBe(true)
    expect(unmet(surge?.features)).toEqual(['not_load'])
  })
})
