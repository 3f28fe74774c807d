/** Calls of a service to itself that branch: without end they pile up, in a tree every one of them is answered. */
import type { Span } from '@kept/domain/span.ts'
import { expect, it } from 'vitest'
import { LoopDetector } from '../loop-detector.ts'
import { resourceOf, spanOf, viewMinute } from '../testing/observed-view.ts'

const expand = resourceOf('expand')
const perMinute = 300

/** Runs taken in turn from those that are waiting; each calls its service so many times. */
function play(minutes: number, children: (run: number) => number, restart: boolean): LoopDetector {
  const detector = new LoopDetector()
  let [waiting, trace] = [[''], 0]
  for (let run = 0; run < minutes * perMinute; run += 1) {
    let parentSpanId = waiting.shift()
    if (parentSpanId === undefined) {
      if (!restart) break
      trace += 1
      parentSpanId = ''
    }
    const startMs = viewMinute * 60_000 + (run * 60_000) / perMinute
    const span = (more: Partial<Span>) =>
      detector.span(spanOf({ traceId: `t${trace}`, resource: expand, durationMs: 20, startMs, ...more }))
    span({ spanId: `run-${run}`, parentSpanId, name: 'POST /expand', kind: 'server' })
    for (let call = 0; call < children(run); call += 1) {
      const spanId = `call-${run}-${call}`
      const facts = { method: 'POST', endpoint: 'expand/expand', statusCode: 202 }
      span({ spanId, parentSpanId: `run-${run}`, name: 'POST', kind: 'client', startMs: startMs + 1, facts })
      if (waiting.length < 2000) waiting = [...waiting, spanId]
    }
  }
  detector.finish()
  return detector
}

const confirmed = (detector: LoopDetector) =>
  detector.incidents.all.filter(({ confirmedMinute }) => confirmedMinute !== undefined)

it('confirms runs that start more than themselves, though no chain of them is deep', () => {
  const [incident, ...others] = confirmed(play(12, () => 2, false))
  expect(others).toEqual([])
  expect(incident?.latest).toMatchObject({ type: 'recursive_function', excludedBy: null })
  expect(incident?.worst.features.find(({ name }) => name === 'branching')?.value).toBeGreaterThan(1.5)
})

it('leaves trees that come to their end, as many as there are', () => {
  // Of seven runs three have two children each: a tree of three levels, again and again.
  const detector = play(12, (run) => (run % 7 < 3 ? 2 : 0), true)
  expect(confirmed(detector)).toEqual([])
})
