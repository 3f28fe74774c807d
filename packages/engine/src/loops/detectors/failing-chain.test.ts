/** Attempts that send themselves again, linked or not; and a recursion, whose runs succeed. */
import type { Span } from '@kept/domain/span.ts'
import { expect, it } from 'vitest'
import { LoopDetector } from '../loop-detector.ts'
import { resourceOf, spanOf, viewMinute } from '../testing/observed-view.ts'

const mailer = resourceOf('mailer')

/** Five tasks that run every half second for eight minutes, each run in a trace of its own unless they are linked. */
function play(isLinked: boolean, status: Span['status']) {
  const detector = new LoopDetector()
  detector.span(spanOf({ traceId: 'before', resource: resourceOf('other'), startMs: (viewMinute - 12) * 60_000 }))
  for (let task = 0; task < 5; task += 1)
    for (let attempt = 0; attempt < 960; attempt += 1) {
      const traceId = isLinked ? `t${task}` : `t${task}-${attempt}`
      const base = { traceId, resource: mailer, facts: { destination: 'mails' } }
      const startMs = viewMinute * 60_000 + attempt * 500 + task * 90
      const parentSpanId = isLinked && attempt > 0 ? `send-${attempt - 1}` : ''
      detector.span(
        spanOf({ ...base, spanId: `run-${attempt}`, parentSpanId, name: 'run', kind: 'consumer', startMs, status }),
      )
      detector.span(
        spanOf({
          ...{ ...base, spanId: `send-${attempt}`, parentSpanId: `run-${attempt}`, name: 'send', kind: 'producer' },
          startMs: startMs + 5,
        }),
      )
    }
  detector.finish()
  return detector.incidents.all.flatMap(({ confirmedMinute, latest }) =>
    confirmedMinute === undefined ? [] : [latest.type],
  )
}

it.each([true, false])('is a retry where each run fails, linked: %s', (isLinked) => {
  expect(play(isLinked, 'error')).toEqual(['infinite_retry'])
})

it.each([true, false])('is a recursion where runs succeed, linked: %s', (isLinked) => {
  expect(play(isLinked, 'unset')).toEqual(['recursive_function'])
})
