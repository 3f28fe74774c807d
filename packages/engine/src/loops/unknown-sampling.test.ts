/** A whole shape below its volume: suspected while no one knows how many traces were kept. */
import { expect, it } from 'vitest'
import type { NodeMinute } from './aggregate/minute-facts.ts'
import { Nodes } from './aggregate/nodes.ts'
import { loopProbability } from './cause/confidence.ts'
import { evaluationOf, feature } from './evaluation.ts'
import { metricPoints, observedView, service, spanOf, viewMinute } from './testing/observed-view.ts'
import { withUnknownSampling } from './unknown-sampling.ts'

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
  ['a volume that counts what was left out', { isScaled: true }, false],
  ['too little', { volume: 24 }, false],
  ['half a shape', { features: [feature('failing', 0, false, 'none fail')] }, false],
  ['an exclusion', { excludedBy: 'at most 3 attempts' }, false],
  ['a metric', { nodeRates: undefined }, false],
])('leaves an evaluation with %s as it is', (_, more, sampled) => {
  expect(evaluated(more, sampled).features).toHaveLength(1)
})

it('takes the volume from a metric beside the traces that counts all of it', () => {
  const nodes = new Nodes(10)
  const node = nodes.idOf(spanOf())
  const viewOf = (calls: number) =>
    observedView({
      nodes,
      points: metricPoints('traces.span.metrics.calls', [calls, calls, calls, calls, calls]),
      facts: new Map([[viewMinute, (facts) => facts.nodes.set(node, nodeMinute(40))]]),
    })
  const seen = evaluation({ nodeRates: [[node, 8]] })
  // 400 a minute were counted and 40 seen of 2000: fifty times as much.
  const fromMetrics = withUnknownSampling(seen, viewOf(400), 500, 5)
  expect(fromMetrics).toMatchObject({ gate: true, volume: 2000, nodeRates: [[node, 400]] })
  expect(fromMetrics.features).toHaveLength(1)
  expect(withUnknownSampling(seen, viewOf(80), 500, 5)).toMatchObject({ gate: false })
})

it('takes it from there too where enough was seen to be sure of the loop', () => {
  const nodes = new Nodes(10)
  const node = nodes.idOf(spanOf())
  const view = observedView({
    nodes,
    points: metricPoints('traces.span.metrics.calls', [2000, 2000, 2000, 2000, 2000]),
    facts: new Map([[viewMinute, (facts) => facts.nodes.set(node, nodeMinute(1000))]]),
  })
  const seen = withUnknownSampling(evaluation({ volume: 1000, gate: true, nodeRates: [[node, 200]] }), view, 500, 5)
  expect(seen).toMatchObject({ volume: 10_000, nodeRates: [[node, 2000]], isScaled: true })
  expect(seen.volumeRange?.low).toBeCloseTo(0.951, 3)
  expect(seen.volumeRange?.high).toBeCloseTo(1.049, 3)
})

function nodeMinute(visits: number): NodeMinute {
  return {
    ...{ spanCount: visits, visits, failures: visits, durationMs: 10, roots: visits, iterations: 0, continued: 0 },
    ...{ served: 0, maxDepth: 0, maxRepeats: 0, maxCarried: 0, cyclicTraces: 0, traces: visits, deepestTrace: 't' },
    memoryMb: 0,
  }
}
