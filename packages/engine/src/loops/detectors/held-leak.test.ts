/** Files and connections that are taken and not given back, against the most of them that there may be. */
import { describe, expect, it } from 'vitest'
import { roleOf } from '../aggregate/metric-role.ts'
import { defaultRule, metricPoints, observedView } from '../testing/observed-view.ts'
import { memoryLeak } from './memory-leak.ts'

const line = (from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1))
/** Two hours of rest, and three hours to nearly all of a thousand. */
const climb = [...new Array<number>(24).fill(50), ...line(50, 970, 36)]

function evaluate(
  requests: readonly number[] | undefined,
  { series = '', limit = series }: { series?: string; limit?: string } = {},
) {
  const view = observedView({
    points: [
      ...metricPoints('process_open_fds', climb, { step: 5, series }),
      ...metricPoints('process_max_fds', [1000], { series: limit }),
      ...(requests ? metricPoints('http_requests', requests, { step: 5, kind: 'delta' }) : []),
    ],
  })
  return memoryLeak.evaluate({ view, rule: defaultRule('memory_leak_loop') })
}
const even = climb.map((_, index) => 400 + (index % 3))

describe('things that are held', () => {
  it('leak where they grow to their limit while requests stay', () => {
    expect(evaluate(even)).toMatchObject([{ shape: true, gate: true, metrics: { memoryMb: null } }])
  })
  it('do not where requests take them, and are suspected where no one counts requests', () => {
    const named = (evaluations: ReturnType<typeof evaluate>) =>
      evaluations[0]?.features.find(({ name }) => name === 'not_load')
    expect(named(evaluate(climb))).toMatchObject({ is_met: false, isMeasured: true })
    expect(named(evaluate(undefined))).toMatchObject({ is_met: false, isMeasured: false })
  })
  it('are not those of a pool that no one uses, nor held against the limit of another', () => {
    const countFor = (series: string, limit: string) => evaluate(even, { series, limit }).length
    expect([countFor('pool=a,use=used', 'pool=a'), countFor('pool=a,use=idle', 'pool=a')]).toEqual([1, 0])
    expect([countFor('pool=a', ''), countFor('pool=a', 'pool=b')]).toEqual([1, 0])
  })
  it.each([
    ['process_open_fds', 'held'],
    ['process_max_fds', 'held_limit'],
    ['hikaricp_connections_active', 'held'],
    ['hikaricp_connections_max', 'held_limit'],
    ['connection_errors_count', 'errors'],
    ['memory.usage.total', 'memory'],
    ['memory_total', 'memory_limit'],
    ['process_start_time_seconds', 'restarts'],
  ])('are told by their name: %s', (metric, role) => {
    expect(roleOf(metric, '', 1).role).toBe(role)
  })
})
