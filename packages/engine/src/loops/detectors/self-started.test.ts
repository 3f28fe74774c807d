/** Runs that each write once and are started by who knows what: suspected, and never an alarm. */
import type { Span } from '@kept/domain/span.ts'
import { expect, it } from 'vitest'
import { loopProbability } from '../cause/confidence.ts'
import { LoopDetector } from '../loop-detector.ts'
import { resourceOf, spanOf, viewMinute } from '../testing/observed-view.ts'

const [stamp, api] = [resourceOf('stamp-orders'), resourceOf('order-api')]
const [calm, busy] = [6, 7]

interface Played {
  resource: typeof stamp
  name: string
  kind: Span['kind']
  /** What each run calls, and what it reads, where that is known. */
  call: string
  source?: string
  perMinute: (minute: number) => number
}

function play(...all: Played[]) {
  const detector = new LoopDetector()
  for (let minute = 0; minute < calm + busy; minute += 1)
    for (const { resource, name, kind, call, source, perMinute } of all)
      for (let run = 0; run < perMinute(minute); run += 1) {
        const traceId = `${resource.name}/${minute}/${run}`
        const startMs = (viewMinute + minute + run / perMinute(minute)) * 60_000
        const facts = source === undefined ? {} : { destination: source }
        detector.span(spanOf({ resource, name, kind, traceId, spanId: 'run', startMs, durationMs: 30, facts }))
        detector.span(
          spanOf({
            ...{ resource, name: call, kind: 'client', traceId, spanId: 'call', parentSpanId: 'run', startMs },
          }),
        )
      }
  detector.finish()
  return detector.incidents.all.map(({ worst, confirmedMinute }) => ({
    type: worst.type,
    isConfirmed: confirmedMinute !== undefined,
    unknown: worst.features.filter(({ isMeasured }) => !isMeasured).map(({ name }) => name),
    probability: loopProbability(worst),
  }))
}

const since = (before: number, after: number) => (minute: number) => (minute < calm ? before : after)
const run: Played = {
  ...{ resource: stamp, name: 'handler', kind: 'consumer', call: 'DynamoDB.UpdateItem' },
  perMinute: since(20, 220),
}

it('are suspected with what would decide', () => {
  expect(play(run)).toEqual([
    { type: 'recursive_function', isConfirmed: false, unknown: ['same_store'], probability: 0.25 },
  ])
})

it('are at work where they read, run as often as before, or are known to work on a queue', () => {
  expect(play({ ...run, call: 'DynamoDB.GetItem' })).toEqual([])
  expect(play({ ...run, perMinute: since(220, 220) })).toEqual([])
  expect(play({ ...run, source: 'orders' })).toEqual([])
})

it('follow others that write more as well', () => {
  const orders: Played = { ...run, resource: api, name: 'POST /orders', kind: 'server', call: 'DynamoDB.PutItem' }
  expect(play(run, orders)).toEqual([])
})
