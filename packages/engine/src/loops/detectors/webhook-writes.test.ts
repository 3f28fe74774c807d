/** A receiver that is told of its own writes: the same few things, several times as often as usual. */
import { expect, it } from 'vitest'
import { LoopDetector } from '../loop-detector.ts'
import { resourceOf, spanOf, viewMinute } from '../testing/observed-view.ts'

const scorer = resourceOf('scorer')

interface Deliveries {
  /** Things that are written. */
  things?: number
  method?: string
  /** Deliveries a minute before the last ten minutes. */
  baseline?: number
}

/** Three hundred deliveries a minute for ten minutes, each with a write. */
function play({ things = 20, method = 'PATCH', baseline = 10 }: Deliveries = {}) {
  const detector = new LoopDetector()
  let delivery = 0
  const notify = (atMs: number, thing: number) => {
    const [traceId, startMs] = [`t${delivery}`, viewMinute * 60_000 + atMs]
    delivery += 1
    const base = { traceId, resource: scorer, startMs }
    detector.span(spanOf({ ...base, spanId: 'run', name: 'POST /hooks/contacts', kind: 'server', durationMs: 90 }))
    detector.span(
      spanOf({
        ...{ ...base, spanId: 'write', parentSpanId: 'run', name: method, kind: 'client', durationMs: 40 },
        facts: { method, endpoint: 'crm/contacts/{id}', target: `https://crm/contacts/${thing}` },
      }),
    )
  }
  for (let n = 0; n < 10 * baseline; n += 1) notify((n * 60_000) / baseline, 1_000_000 + n)
  for (let n = 0; n < 3000; n += 1) notify(600_000 + n * 200, n % things)
  detector.finish()
  return detector.incidents.all.flatMap(({ confirmedMinute, latest }) =>
    confirmedMinute === undefined ? [] : [latest.type],
  )
}

it('is found by what it writes, where deliveries name no object', () => {
  expect(play()).toEqual(['webhook_loop'])
})

it.each<[string, Deliveries]>([
  ['many things that are written once or twice', { things: 2000 }],
  ['one place that everything is sent to', { things: 1 }],
  ['reads', { method: 'GET' }],
  ['as many deliveries as always', { baseline: 300 }],
])('leaves %s', (_, deliveries) => {
  expect(play(deliveries)).toEqual([])
})
