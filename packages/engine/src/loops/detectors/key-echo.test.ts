/** Records by their keys: sent to and fro, passed on once, or often at two places by chance. */
import { expect, it } from 'vitest'
import { loopProbability } from '../cause/confidence.ts'
import { LoopDetector } from '../loop-detector.ts'
import { resourceOf, spanOf, viewMinute } from '../testing/observed-view.ts'

const [east, west] = [resourceOf('sink-east'), resourceOf('sink-west')]
const calm = 8

/** One record is read at a place in each step. */
type Step = { atMs: number; place: 'east' | 'west'; key: string }

function play(steps: readonly Step[], usual = 20) {
  const detector = new LoopDetector()
  const ordinary = Array.from(
    { length: calm * usual },
    (_, n): Step => ({
      ...{ atMs: (n * 60_000) / usual, place: n % 2 === 0 ? 'east' : 'west', key: `once-${n}` },
    }),
  )
  for (const [n, { atMs, place, key }] of [...ordinary, ...steps].entries())
    detector.span(
      spanOf({
        ...{ traceId: `t${n}`, spanId: 's', name: `${place}.price process`, kind: 'consumer', durationMs: 8 },
        ...{ resource: place === 'east' ? east : west, startMs: viewMinute * 60_000 + atMs },
        facts: { destination: `${place}.price`, objectKey: key },
      }),
    )
  detector.finish()
  return detector.incidents.all.map(({ worst, confirmedMinute }) => ({
    ...{ type: worst.type, isConfirmed: confirmedMinute !== undefined, systems: worst.systems },
    probability: loopProbability(worst),
  }))
}

const minutes = 12
const from = calm * 60_000
/** Each of some keys is read at one place and then at the other, every second. */
const echo = (keys: number, placeAt = (n: number): Step['place'] => (n % 2 === 0 ? 'east' : 'west')): Step[] =>
  Array.from({ length: minutes * 60 * keys }, (_, n) => ({
    ...{ atMs: from + (n * 1000) / keys, place: placeAt(Math.floor(n / keys)), key: `row-${n % keys}` },
  }))

it('is a loop where the same keys go to and fro', () => {
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

it('is suspected at most where as much was always sent', () => {
  expect(play(echo(2), 400).filter(({ isConfirmed }) => isConfirmed)).toEqual([])
})
