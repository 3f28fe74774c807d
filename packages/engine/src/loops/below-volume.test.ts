/** A whole shape below its volume: suspected while no one knows how many traces were kept. */
import { expect, it } from 'vitest'
import { withUnknownSampling } from './below-volume.ts'
import { loopProbability } from './cause/confidence.ts'
import { evaluationOf, feature } from './evaluation.ts'
import { observedView, service, viewMinute } from './testing/observed-view.ts'

const evaluation = (more: object = {}) =>
  evaluationOf({
    ...{ type: 'infinite_retry', threshold: 500, minutes: 5, volume: 40, resource: service, nodeRates: [[1, 8]] },
    features: [feature('failing', 1, true, 'all fail')],
    ...more,
  })
const view = (sampled: boolean) =>
  observedView({
    facts: new Map([
      [
        viewMinute,
        (facts) => {
          facts.sampled = sampled
        },
      ],
    ]),
  })
const evaluated = (more: object = {}, sampled = false) => withUnknownSampling(evaluation(more), view(sampled), 500, 5)

it('says what would tell how many there were, and claims no more than one half', () => {
  const seen = evaluated()
  expect(seen).toMatchObject({ gate: false, shape: true, isQuiet: false })
  expect(seen.features.at(-1)).toMatchObject({ name: 'volume', is_met: false, isMeasured: false })
  expect(seen.features.at(-1)?.description).toContain('--sampled')
  expect(loopProbability(seen)).toBeLessThanOrEqual(0.5)
})

it.each([
  ['a rate that is known', {}, true],
  ['the volume', { volume: 500 }, false],
  ['too little', { volume: 24 }, false],
  ['half a shape', { features: [feature('failing', 0, false, 'none fail')] }, false],
  ['an exclusion', { excludedBy: 'at most 3 attempts' }, false],
  ['a metric', { nodeRates: undefined }, false],
])('leaves an evaluation with %s as it is', (_, more, sampled) => {
  expect(evaluated(more, sampled).features).toHaveLength(1)
})
