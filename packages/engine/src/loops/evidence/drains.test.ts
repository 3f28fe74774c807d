import { expect, it } from 'vitest'
import type { NodeMinute } from '../aggregate/minute-facts.ts'
import { evaluationOf } from '../evaluation.ts'
import { observedView, service, viewMinute } from '../testing/observed-view.ts'
import { drains } from './drains.ts'

const node = 1

/** Runs minute by minute, the last one in the minute that is evaluated. */
function evaluate(runs: readonly number[], nodeRates: [number, number][] | undefined = [[node, 1]]) {
  const view = observedView({
    facts: new Map(
      runs.map((visits, index) => [
        viewMinute - (runs.length - 1 - index),
        (facts) => facts.nodes.set(node, { visits } as NodeMinute),
      ]),
    ),
  })
  const evaluation = evaluationOf({
    ...{ type: 'infinite_retry', threshold: 1, minutes: 5, volume: 10, resource: service, features: [] },
    ...(nodeRates && { nodeRates }),
  })
  return drains(evaluation, view).map(({ name, is_met: isMet }) => [name, isMet])
}

it('tells work that is less with each minute from what goes on', () => {
  expect(evaluate([100, 90, 80, 60, 50])).toEqual([['goes_on', false]])
  expect(evaluate([100, 90, 80, 60, 51])).toEqual([])
  expect(evaluate([100, 90, 90, 60, 50])).toEqual([])
  expect(evaluate([90, 80, 60, 40])).toEqual([])
  expect(evaluate([100, 90, 80, 60, 50], [])).toEqual([])
})
