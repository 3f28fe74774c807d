/** The question that every type of loop has to pass. */
import { type LoopType, loopTypes } from '@kept/domain/loop-types.ts'
import { expect, it } from 'vitest'
import type { NodeMinute } from '../aggregate/minute-facts.ts'
import { loopProbability } from '../cause/confidence.ts'
import { evaluationOf, feature } from '../evaluation.ts'
import { observedView, service, viewMinute } from '../testing/observed-view.ts'
import { withHealth } from './health.ts'

const node = 1
const viewOf = (runs: readonly number[]) =>
  observedView({
    facts: new Map(
      runs.map((visits, index) => [
        viewMinute - (runs.length - 1 - index),
        (facts) => facts.nodes.set(node, { visits } as NodeMinute),
      ]),
    ),
  })
const [fading, steady] = [viewOf([900, 700, 500, 300, 100]), viewOf([900, 880, 910, 890, 900])]
const loop = (type: LoopType, more: object = {}) =>
  evaluationOf({
    ...{ type, threshold: 100, minutes: 5, volume: 500, resource: service, nodeRates: [[node, 100]] },
    features: [feature('a', 1, true, 'a'), feature('b', 1, true, 'b')],
    ...more,
  })
const ofLevels: LoopType[] = ['memory_leak_loop', 'auto_scaling_loop', 'custom_pattern']

it.each(loopTypes.filter((type) => !ofLevels.includes(type)))('disproves a %s that runs out', (type) => {
  const evaluation = withHealth(loop(type), fading)
  expect(evaluation.shape).toBe(false)
  expect(evaluation.features.at(-1)).toMatchObject({ name: 'goes_on', is_met: false, isMeasured: true })
  expect(loopProbability(evaluation)).toBeLessThan(0.1)
  expect(withHealth(loop(type), steady)).toEqual(loop(type))
})

it.each(ofLevels)('asks nothing of a %s, which has no runs', (type) => {
  expect(withHealth(loop(type), fading).shape).toBe(true)
})

it('asks nothing of what would be no alarm', () => {
  const excluded = loop('infinite_retry', { excludedBy: 'at most 3 attempts' })
  const partial = loop('infinite_retry', { shape: false })
  expect([withHealth(excluded, fading), withHealth(partial, fading)]).toEqual([excluded, partial])
})
