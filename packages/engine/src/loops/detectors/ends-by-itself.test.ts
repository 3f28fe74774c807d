/** Chains that end: calls that return with success, and what went around before anything else was known. */
import type { Span } from '@kept/domain/span.ts'
import { expect, it } from 'vitest'
import { LoopDetector } from '../loop-detector.ts'
import { resourceOf, spanOf, viewMinute } from '../testing/observed-view.ts'

const [walker, other] = [resourceOf('walker'), resourceOf('other')]
const depth = 40

interface Chain {
  /** Milliseconds between two steps, and how many there are. */
  stepMs?: number
  steps?: number
  /** Whether each run waits for the next. */
  isAwaited: boolean
  status?: Span['status']
  /** Minutes of the record before the first chain. */
  before: number
}

/** Six chains a minute for twelve minutes, of forty runs each. */
function play({ isAwaited, status = 'unset', before, stepMs = 100, steps = depth }: Chain) {
  const detector = new LoopDetector()
  for (let minute = 0; minute < before; minute += 1)
    detector.span(spanOf({ traceId: `o${minute}`, resource: other, startMs: (viewMinute + minute) * 60_000 }))
  for (let chain = 0; chain < 72; chain += 1)
    for (let step = 0; step < steps; step += 1)
      detector.span(
        spanOf({
          ...{ traceId: `t${chain}`, spanId: `${step}`, parentSpanId: step === 0 ? '' : `${step - 1}`, status },
          ...{
            resource: walker,
            name: 'walk',
            startMs: (viewMinute + before) * 60_000 + chain * 10_000 + step * stepMs,
          },
          durationMs: isAwaited ? (steps - step) * 200 : 50,
        }),
      )
  detector.finish()
  return detector.incidents.all.map(({ confirmedMinute, worst }) => ({
    isConfirmed: confirmedMinute !== undefined,
    excludedBy: worst.excludedBy,
    unknown: worst.features
      .filter(({ isMeasured, name }) => !isMeasured && name !== 'separate_runs')
      .map(({ name }) => name),
  }))
}

it('confirms chains that began in the record and wait for nothing', () => {
  expect(play({ isAwaited: false, before: 12 })).toEqual([{ isConfirmed: true, excludedBy: null, unknown: [] }])
})

it('confirms calls within calls that fail', () => {
  expect(play({ isAwaited: true, status: 'error', before: 12 })).toMatchObject([{ isConfirmed: true }])
})

it('leaves calls within calls that return with success', () => {
  expect(play({ isAwaited: true, before: 12 }).filter(({ isConfirmed }) => isConfirmed)).toEqual([])
})

it('only suspects what has been there since the record began', () => {
  expect(play({ isAwaited: false, before: 0 })).toEqual([{ isConfirmed: false, excludedBy: null, unknown: ['began'] }])
})

it('only suspects what lives long and does not hurry, if it has been there since the record began', () => {
  const long = { isAwaited: false, before: 0, steps: 90 }
  expect(play({ ...long, stepMs: 100 })).toMatchObject([{ isConfirmed: true }])
  expect(play({ ...long, stepMs: 70_000 }).filter(({ isConfirmed }) => isConfirmed)).toEqual([])
})
