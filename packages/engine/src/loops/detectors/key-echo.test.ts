/** Records by their keys: sent back and forth, passed on once, or often at two places by chance. */
import { expect, it } from 'vitest'
import { loopProbability } from '../cause/confidence.ts'
import { LoopDetector } from '../loop-detector.ts'
import { resourceOf, spanOf, viewMinute } from '../testing/observed-view.ts'

const [east, west] = [resourceOf('sink-east'), resourceOf('sink-west')]
const calm = 8

/** One record is read at a place in each step. */
type Step = { atMs: number; location: 'east' | 'west'; key: string }

/** Who writes what is read at a place: the reader of the other one, someone else, or a request. */
type Writer = 'reader' | 'other' | 'request'

function play(steps: readonly Step[], { baseline = 20, writer = 'reader' as Writer } = {}) {
  const detector = new LoopDetector()
  const ordinary = Array.from(
    { length: calm * baseline },
    (_, n): Step => ({
      ...{ atMs: (n * 60_000) / baseline, location: n % 2 === 0 ? 'east' : 'west', key: `once-${n}` },
    }),
  )
  for (const [n, { atMs, location, key }] of [...ordinary, ...steps].entries()) {
    const startMs = viewMinute * 60_000 + atMs
    const [reader, back] = location === 'east' ? [east, west] : [west, east]
    const base = { traceId: `t${n}`, startMs, facts: { destination: `${location}.price`, objectKey: key } }
    detector.span(
      spanOf({ ...base, spanId: 'read', name: `${location}.price process`, kind: 'consumer', resource: reader }),
    )
    const sent = { ...base, traceId: `w${n}`, spanId: 'write', name: `${location}.price publish` }
    const resource = writer === 'other' ? resourceOf('orders') : back
    const parentSpanId = writer === 'request' ? 'asked' : ''
    detector.span(spanOf({ ...sent, kind: 'producer', resource, parentSpanId }))
    if (parentSpanId !== '')
      detector.span(
        spanOf({ traceId: `w${n}`, spanId: parentSpanId, name: 'POST /prices', kind: 'server', resource, startMs }),
      )
  }
  detector.finish()
  return detector.incidents.all.map(({ worst, confirmedMinute }) => ({
    ...{ type: worst.type, isConfirmed: confirmedMinute !== undefined, systems: worst.systems },
    probability: loopProbability(worst),
  }))
}

const minutes = 12
const from = calm * 60_000
/** Each of some keys is read at one place and then at the other, every second. */
const echo = (keys: number, locationAt = (n: number): Step['location'] => (n % 2 === 0 ? 'east' : 'west')): Step[] =>
  Array.from({ length: minutes * 60 * keys }, (_, n) => ({
    ...{ atMs: from + (n * 1000) / keys, location: locationAt(Math.floor(n / keys)), key: `row-${n % keys}` },
  }))

it('is a loop where the same keys go back and forth', () => {
  expect(play(echo(4))).toEqual([
    { type: 'circular_dependency', isConfirmed: true, systems: ['sink-east', 'sink-west'], probability: 0.85 },
  ])
})

it.each([
  ['each key goes over once', echo(4).map((step, n) => ({ ...step, key: `new-${Math.floor(n / 2)}` }))],
  ['keys are read at one place again and again', echo(4, () => 'east')],
  ['keys are at both places by chance', echo(4, (n) => ((n * 7919) % 1009 < 504 ? 'east' : 'west'))],
])('is none where %s', (_, steps) => {
  expect(play(steps)).toEqual([])
})

it.each<[string, Parameters<typeof play>[1]]>([
  ['as much was always sent', { baseline: 400 }],
  ['someone else writes what is read', { writer: 'other' }],
  ['each is the answer to a request', { writer: 'request' }],
])('is suspected at most where %s', (_, more) => {
  expect(play(echo(4), more).filter(({ isConfirmed }) => isConfirmed)).toEqual([])
})
