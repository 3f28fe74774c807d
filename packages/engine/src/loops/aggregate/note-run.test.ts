/** Runs that stop at the same call, and begin again with the first. */
import type { Span } from '@kept/domain/span.ts'
import { expect, it } from 'vitest'
import { LoopDetector } from '../loop-detector.ts'
import { resourceOf, spanOf, viewMinute } from '../testing/observed-view.ts'

const copy = resourceOf('copy')
const [pages, runs] = [200, 12]

interface Play {
  status?: Span['status']
  lastCall?: Span['status']
  page?: (run: number, page: number) => string
}

/** Twelve runs of two minutes and a half, each of two hundred pages. */
function play({ status = 'error', lastCall = 'error', page = (_, n) => `page=${n}` }: Play = {}) {
  const detector = new LoopDetector()
  for (let run = 0; run < runs; run += 1) {
    const [traceId, startMs] = [`t${run}`, viewMinute * 60_000 + run * 150_000]
    const base = { traceId, resource: copy }
    detector.span(
      spanOf({ ...base, spanId: 'run', name: 'copy', kind: 'internal', status, startMs, durationMs: 140_000 }),
    )
    for (let n = 0; n < pages; n += 1)
      detector.span(
        spanOf({
          ...{ ...base, spanId: `${n}`, parentSpanId: 'run', name: 'GET', kind: 'client' as const, durationMs: 300 },
          ...{ startMs: startMs + n * 700, status: n === pages - 1 ? lastCall : 'unset' },
          facts: { method: 'GET', endpoint: 'records/v1', target: `https://records/v1?${page(run, n)}` },
        }),
      )
  }
  detector.finish()
  return detector.incidents.all.flatMap(({ confirmedMinute, latest }) =>
    confirmedMinute === undefined ? [] : [latest.type],
  )
}

it('finds a job that begins with the first page after each failure', () => {
  expect(play()).toEqual(['batch_processing_loop'])
})

it.each<[string, Play]>([
  ['a round that is made again and succeeds', { status: 'unset', lastCall: 'unset' }],
  ['a round that fails for something on the way', { lastCall: 'unset' }],
  ['a job that goes on where it stopped', { page: (run, n) => `page=${run * pages + n}` }],
])('leaves %s', (_, run) => {
  expect(play(run)).toEqual([])
})
