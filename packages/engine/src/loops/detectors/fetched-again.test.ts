/** One address of which the answers have one size: a loop only where it is asked for many times as often as it was. */
import { expect, it } from 'vitest'
import { LoopDetector } from '../loop-detector.ts'
import { resourceOf, spanOf, viewMinute } from '../testing/observed-view.ts'

const ui = resourceOf('ui')

interface Fetches {
  /** Calls a minute in the ten minutes before. */
  baseline?: number
  /** Addresses that are asked for. */
  addresses?: number
  /** What began each call. */
  parentSpanId?: string
}

/** Six hundred calls a minute for ten minutes, by four tabs at any time. */
function play({ baseline = 10, addresses = 1, parentSpanId = '' }: Fetches = {}) {
  const detector = new LoopDetector()
  let call = 0
  const fetch = (atMs: number) => {
    call += 1
    const target = `https://desk/api/settings/${call % addresses}`
    const facts = { method: 'GET', endpoint: 'desk/api/settings', target, statusCode: 200, bodySize: 4321 }
    const at = { startMs: viewMinute * 60_000 + atMs, durationMs: 120 + ((call * 37) % 200) }
    detector.span(
      spanOf({ traceId: `t${call}`, parentSpanId, resource: ui, name: 'GET', kind: 'client', ...at, facts }),
    )
  }
  for (let n = 0; n < 10 * baseline; n += 1) fetch((n * 60_000) / baseline)
  for (let n = 0; n < 6000; n += 1) fetch(600_000 + n * 100 + ((n * 61) % 90))
  detector.finish()
  return detector.incidents.all.flatMap(({ confirmedMinute, latest }) =>
    confirmedMinute === undefined ? [] : [latest.type],
  )
}

it('is found where a client asks by itself, many times as often as before', () => {
  expect(play()).toEqual(['api_polling_loop'])
})

it.each<[string, Fetches]>([
  ['as many calls as always', { baseline: 600 }],
  ['calls for different things', { addresses: 400 }],
  ['calls that requests began', { parentSpanId: 'request' }],
])('leaves %s', (_, fetches) => {
  expect(play(fetches)).toEqual([])
})
