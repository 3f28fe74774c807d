/** Work that goes out more often than it came in, of which nothing is done. */
import { describe, expect, it } from 'vitest'
import { isDecided } from '../evaluation.ts'
import { isTrue } from '../incidents.ts'
import { defaultRule, metricPoints, observedView } from '../testing/observed-view.ts'
import { conservedWork } from './conserved-work.ts'

const rule = defaultRule('batch_processing_loop')
const { measurement_window_minutes: minutes } = rule.detection_criteria

interface Flow {
  into: number
  out: number
  done?: number
}

/** An hour before, and the window now: what came in, went out and was acknowledged in each minute. */
function evaluate(before: Flow, now: Flow, hour = 60) {
  const counted = (metric: string, pick: (flow: Flow) => number | undefined) => {
    const [past, present] = [pick(before), pick(now)]
    if (past === undefined || present === undefined) return []
    const values = [...new Array<number>(hour).fill(past), ...new Array<number>(minutes).fill(present)]
    return metricPoints(metric, values, { kind: 'delta' })
  }
  const points = [
    ...counted('messages_published', ({ into }) => into),
    ...counted('handed_out', ({ out }) => out),
    ...counted('messages_acknowledged', ({ done }) => done),
  ]
  return conservedWork({ view: observedView({ points }), rule })
}
const countedAs = (counted: Record<string, number[]>) =>
  conservedWork({
    view: observedView({
      points: Object.entries(counted).flatMap(([metric, [past = 0, now = 0]]) =>
        metricPoints(metric, [...new Array<number>(60).fill(past), ...new Array<number>(minutes).fill(now)]),
      ),
    }),
    rule,
  })
const unmet = (evaluations: ReturnType<typeof evaluate>) =>
  evaluations.flatMap(({ features }) => features.filter(({ is_met }) => !is_met).map(({ name }) => name))
const healthy: Flow = { into: 30, out: 30, done: 30 }

describe('conservedWork', () => {
  it('finds what goes out again and is never done', () => {
    const [loop, ...others] = evaluate(healthy, { into: 30, out: 600, done: 0 })
    expect(others).toEqual([])
    expect(loop).toMatchObject({ shape: true, gate: true, excludedBy: null, volume: 570 * minutes })
  })
  it.each([
    ['is acknowledged', healthy, { into: 30, out: 600, done: 300 }, ['no_progress']],
    [
      'always went to as many readers',
      { into: 30, out: 600, done: 0 },
      { into: 30, out: 600, done: 0 },
      ['over_usual'],
    ],
    ['came in as well', healthy, { into: 200, out: 600, done: 0 }, ['redone_share', 'over_usual']],
  ])('is none where it %s', (_, before, now, missing) => {
    expect(unmet(evaluate(before, now))).toEqual(missing)
  })
  it.each([
    [
      'Service Bus',
      { IncomingMessages: [30, 30], OutgoingMessages: [30, 3000], CompleteMessage: [30, 0], AbandonMessage: [0, 3000] },
    ],
    [
      'Pub/Sub, which counts what comes in elsewhere',
      { 'subscription/sent_message_count': [30, 600], 'subscription/ack_message_count': [30, 10] },
    ],
    ['ActiveMQ', { EnqueueCount: [30, 30], DispatchCount: [30, 900], DequeueCount: [30, 1] }],
    ['a broker that counts only what comes back', { jobs_requeued_total: [1, 600], jobs_completed_total: [30, 20] }],
    [
      'a queue of which only what waits is known',
      { messages_published: [30, 30], handed_out: [30, 600], ActiveMessages: [40, 4000] },
    ],
  ])('finds it in the words of %s', (_, counted) => {
    const [loop, ...others] = countedAs(counted)
    expect(others).toEqual([])
    expect(loop && isTrue(loop)).toBe(true)
  })
  it('leaves readers that never say that they are done', () => {
    const silent = { 'subscription/sent_message_count': [30, 600], 'subscription/ack_message_count': [0, 0] }
    expect(countedAs(silent).filter(isTrue)).toEqual([])
  })
  it('only suspects what nothing counts as done, and what is not known from before', () => {
    const [unknown] = evaluate({ into: 30, out: 30 }, { into: 30, out: 600 })
    expect(unknown?.features.filter(({ isMeasured }) => !isMeasured)).toMatchObject([
      { name: 'no_progress', is_met: false },
    ])
    const [young] = evaluate(healthy, { into: 30, out: 600, done: 0 }, 10)
    expect(young && isDecided(young.features)).toBe(false)
  })
  it('says nothing where little goes out, or no one counts what comes in', () => {
    expect(evaluate(healthy, { into: 30, out: 50, done: 0 })).toEqual([])
    const points = metricPoints('handed_out', new Array<number>(80).fill(600), { kind: 'delta' })
    expect(conservedWork({ view: observedView({ points }), rule })).toEqual([])
  })
})
