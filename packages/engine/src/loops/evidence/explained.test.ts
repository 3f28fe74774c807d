import { expect, it } from 'vitest'
import { edgeKey } from '../aggregate/minute-facts.ts'
import { evaluationOf, feature } from '../evaluation.ts'
import { observedView, service, viewMinute } from '../testing/observed-view.ts'
import { withoutExplained } from './explained.ts'

const [consumer, called, other] = [1, 2, 3]
const evaluation = (type: 'batch_processing_loop' | 'infinite_retry', node: number, names: readonly string[]) => ({
  evaluation: evaluationOf({
    ...{ type, threshold: 1, minutes: 5, volume: 10, resource: service, nodeRates: [[node, 2]] },
    features: names.map((name) => feature(name, 1, true, name)),
  }),
})
const storm = (node: number) => evaluation('infinite_retry', node, ['attempts_per_operation', 'failing'])
const attempts = evaluation('infinite_retry', called, ['attempts_per_operation', 'gap_growth', 'failing'])
const redelivered = evaluation('batch_processing_loop', consumer, ['redone_share'])
const view = observedView({
  facts: new Map([
    [
      viewMinute,
      (facts) => facts.edges.set(edgeKey(consumer, called), { gapRatios: [], count: 1, parents: 1 } as never),
    ],
  ]),
})

it('leaves out the failures of messages that are delivered again and again, and of what they call', () => {
  const all = [redelivered, storm(consumer), storm(called), storm(other), attempts]
  expect(withoutExplained(all, view, 5)).toEqual([redelivered, storm(other), attempts])
})

it('leaves out what only runs as steadily as a machine, where another loop of the resource tells what it is', () => {
  const steady = evaluation('infinite_retry', other, ['machine_steady'])
  const unsure = { evaluation: { ...redelivered.evaluation, gate: false } }
  expect(withoutExplained([redelivered, steady], view, 5)).toEqual([redelivered])
  expect(withoutExplained([unsure, steady], view, 5)).toEqual([unsure, steady])
})

it('leaves all where no message is known to come back', () => {
  const all = [evaluation('batch_processing_loop', consumer, []), storm(consumer)]
  const unsure = { evaluation: { ...(all[0] as typeof redelivered).evaluation, gate: false } }
  expect(withoutExplained([unsure, storm(consumer)], view, 5)).toHaveLength(2)
})
