/** What the names and functions of a custom rule read. */
import { describe, expect, it } from 'vitest'
import type { MinuteFacts, NodeMinute } from '../aggregate/minute-facts.ts'
import { Nodes } from '../aggregate/nodes.ts'
import { defaultRule, metricPoints, observedView, spanOf, viewMinute } from '../testing/observed-view.ts'
import { customDetector } from './custom-pattern.ts'

const points = metricPoints('queue.depth', [2, 8, 5])
const holds = (expression: string, observed: Parameters<typeof observedView>[0] = { points }) =>
  customDetector.evaluate({
    view: observedView(observed),
    rule: defaultRule('custom_pattern', { id: 'mine', expression }),
  }).length === 1

describe('customDetector', () => {
  it.each([
    'sum(queue.depth, 5m) == 15',
    'avg(queue.depth, 5m) == 5',
    'min(queue.depth, 5m) == 2',
    'max(queue.depth, 5m) == 8',
    'last(queue.depth, 5m) == 5',
    'count(queue.depth, 5m) == 3',
    'rate(queue.depth, 5m) == 3',
    'growth(queue.depth, 10m) == 15',
    'sum(queue.depth, 2m) == 13',
    'sum(Queue_Depth, 5m) == 15',
    'sum(queue_depth, 5m) == 15',
  ])('reads a metric: %s', (expression) => {
    expect(holds(expression)).toBe(true)
  })
  it('concludes nothing of a metric that is not there, nor without an expression', () => {
    expect(holds('sum(other, 5m) >= 0')).toBe(false)
    expect(customDetector.evaluate({ view: observedView({ points }), rule: defaultRule('custom_pattern') })).toEqual([])
  })
  it('names the rule and what held', () => {
    const [evaluation] = customDetector.evaluate({
      view: observedView({ points }),
      rule: defaultRule('custom_pattern', { id: 'mine', name: 'Deep', expression: 'queue.depth > 4' }),
    })
    expect(evaluation).toMatchObject({ ruleId: 'mine', gate: true, shape: true, isQuiet: false, volume: 1 })
    expect(evaluation?.features[0]?.description).toBe('Deep: queue.depth > 4')
  })
  it('reads what the traces count', () => {
    const nodes = new Nodes(5)
    const [first, second] = ['run', 'call'].map((name) => nodes.idOf(spanOf({ name })))
    const sums = (visits: number, maxDepth: number): NodeMinute => ({
      ...{ spanCount: 1, visits, failures: visits / 2, durationMs: 1, roots: 0, iterations: visits * 3, maxDepth },
      ...{
        continued: 0,
        served: 0,
        maxRepeats: maxDepth - 1,
        maxCarried: 0,
        cyclicTraces: 0,
        traces: 1,
        deepestTrace: '',
        memoryMb: 0,
      },
    })
    const observed = {
      nodes,
      facts: new Map([
        [
          viewMinute,
          (facts: MinuteFacts) => {
            facts.nodes.set(first ?? 0, sums(4, 9))
            facts.nodes.set(second ?? 0, sums(6, 3))
          },
        ],
      ]),
    }
    for (const expression of [
      'sum(spans, 5m) == 10',
      'rate(spans, 5m) == 2',
      'span_failures == 5',
      'lineage_depth == 9',
      'lineage_repeats == 8',
      'lineage_iterations == 30',
    ])
      expect([expression, holds(expression, observed)]).toEqual([expression, true])
  })
})
