/** What changed before a loop began is named with its cause. */
import { expect, it } from 'vitest'
import { circumstancesOf } from './circumstances.ts'
import { LoopDetector } from './loop-detector.ts'
import { recordOf } from './record.ts'
import { eventOf, resourceOf, spanOf, viewMinute } from './testing/observed-view.ts'

const walker = resourceOf('walker')
const before = 12

/** Chains of forty runs from minute twelve on, and a rollout so many minutes before. */
function causeOf(minutesBefore: number) {
  const detector = new LoopDetector()
  for (let minute = 0; minute < before; minute += 1)
    detector.span(
      spanOf({ traceId: `o${minute}`, resource: resourceOf('other'), startMs: (viewMinute + minute) * 60_000 }),
    )
  const at = { resource: walker, timeMs: (viewMinute + before - minutesBefore) * 60_000, from: null }
  detector.event(eventOf({ ...at, generation: 'walker-7d9f', delta: 1, to: 1 }))
  detector.event(eventOf({ ...at, generation: 'walker-5c41', delta: -1, to: 2 }))
  for (let chain = 0; chain < 72; chain += 1)
    for (let step = 0; step < 40; step += 1)
      detector.span(
        spanOf({
          ...{ traceId: `t${chain}`, spanId: `${step}`, parentSpanId: step === 0 ? '' : `${step - 1}` },
          ...{ resource: walker, name: 'walk', startMs: (viewMinute + before) * 60_000 + chain * 10_000 + step * 100 },
        }),
      )
  detector.finish()
  const [incident] = detector.incidents.all
  if (!incident) throw new Error('The chains are a loop.')
  return recordOf(incident, circumstancesOf(incident, detector.surroundings)).detection.root_cause_analysis
}

it('names a rollout by its workload and replica set', () => {
  const { probable_cause, technical_details } = causeOf(3)
  expect(probable_cause).toBe('A recent deployment')
  expect(technical_details).toMatch(/Rollout of walker \(walker-7d9f\), \d+ minutes? before\.$/)
})

it('leaves out what changed long before', () => {
  expect(causeOf(-40).technical_details).not.toContain('ollout')
})
