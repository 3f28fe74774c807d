/** What would prevent loops: the dearest kind first, with what its first fix takes. */
import { loopDetectionSchema } from '@kept/domain/loop.ts'
import { expect, it } from 'vitest'
import { emptyResource } from './aggregate/nodes.ts'
import { causes } from './cause/causes.ts'
import { circumstancesOf } from './circumstances.ts'
import { LoopDetector } from './loop-detector.ts'
import { recordOf } from './record.ts'
import { loopStatistics } from './statistics.ts'

function createDetection() {
  const detector = new LoopDetector()
  for (let step = 0; step < 100; step += 1)
    detector.span({
      ...{ traceId: 't', spanId: `s${step}`, parentSpanId: step === 0 ? '' : `s${step - 1}`, name: 'run' },
      ...{ resource: { ...emptyResource, id: 'fn', name: 'fn' }, kind: 'server', status: 'unset', probability: 1 },
      ...{ startMs: 1_772_524_800_000 + step * 10, durationMs: 5, links: [], facts: {} },
    })
  detector.finish()
  const [incident] = detector.incidents.all
  if (!incident) throw new Error('nothing was found')
  return recordOf(incident, circumstancesOf(incident, detector.surroundings)).detection
}

it('recommends what is worth most first, with the effort of its own cause', () => {
  const recursion = createDetection()
  const costing = (type: 'auto_scaling_loop' | 'circular_dependency', cause: number, total: string) =>
    loopDetectionSchema.parse({
      ...recursion,
      id: type,
      loop_type: type,
      cost_impact: { ...recursion.cost_impact, estimated_total_cost: total },
      root_cause_analysis: { ...recursion.root_cause_analysis, probable_cause: causes[type][cause]?.description },
    })
  const { prevention_recommendations: list, breakdown_by_type } = loopStatistics([
    costing('auto_scaling_loop', 0, '3.5'),
    recursion,
    costing('circular_dependency', 0, '20'),
    { ...recursion, id: 'again' },
  ])
  expect(
    list.map(({ type, potential_savings, implementation_effort }) => [type, potential_savings, implementation_effort]),
  ).toEqual([
    ['circular_dependency', '20.000000', 'high'],
    ['auto_scaling_loop', '3.500000', 'low'],
    ['recursive_function', '0', 'medium'],
  ])
  expect(breakdown_by_type[0]).toMatchObject({ loop_type: 'recursive_function', count: 2 })
})
