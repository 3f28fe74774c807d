/** A receiver that is told of its own writes: the same few things, several times as often as usual. */
import { expect, it } from 'vitest'
import { LoopDetector } from '../loop-detector.ts'
import { resourceOf, spanOf, viewMinute } from '../testing/observed-view.ts'

const scorer = resourceOf('scorer')

interface Told {
  /** Things that are written. */
  things?: number
  method?: string
  /** Deliveries a minute before the last ten minutes. */
  usual?: number
}

/** Three hundred deliveries a minute for ten minutes, each with a write. */
function play({ things = 20, method = 'PATCH', usual = 10 }: Told = {}) {
  const detector = new LoopDetector()
  let delivery = 0
  const told = (atMs: number, thing: number) => {
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
  for (let n = 0; n < 10 * usual; n += 1) told((n * 60_000) / usual, 1_000_000 + n)
  for (let n = 0; n < 3000; n += 1) told(600_000 + n * 200, n % things)
  detector.finish()
  return detector.incidents.all.flatMap(({ confirmedMinute, latest }) =>
    confirmedMinute === undefined ? [] : [latest.type],
  )
}

it('is found by what it writes, where deliveries name no object', () => {
  expect(play()).toEqual(['webhook_loop'])
})

it.each<[string, Told]>([
  ['many things that are written once or twice', { things: 2000 }],
  ['one place that everything is sent to', { things: 1 }],
  ['reads', { method: 'GET' }],
  ['as many deliveries as always', { usual: 300 }],
])('leaves %s', (_, told) => {
  expect(play(told)).toEqual([])
})
