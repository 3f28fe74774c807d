/** Capacity that swings: ten changes in fifteen minutes, turning at least four times within the cooldown. */
import type { ChangeEvent } from '@kept/domain/span.ts'
import { describe, expect, it } from 'vitest'
import type { LoopEvaluation } from '../evaluation.ts'
import { defaultRule, eventOf, metricPoints, observedView, viewMinute } from '../testing/observed-view.ts'
import { autoScaling } from './auto-scaling.ts'

const evaluate = (observed: Parameters<typeof observedView>[0]) =>
  autoScaling.evaluate({ view: observedView(observed), rule: defaultRule('auto_scaling_loop') })
const only = (evaluations: LoopEvaluation[]): LoopEvaluation => {
  expect(evaluations).toHaveLength(1)
  return evaluations[0] as LoopEvaluation
}
/** Changes a minute apart, the last in the minute of the view. */
const changes = (deltas: readonly number[], more: (index: number) => Partial<ChangeEvent> = () => ({})) =>
  deltas.map((delta, index) =>
    eventOf({ delta, timeMs: (viewMinute - (deltas.length - 1 - index)) * 60_000, ...more(index) }),
  )
const swinging = (count: number) => Array.from({ length: count }, (_, index) => (index % 2 === 0 ? 2 : -2))
const missing = ({ features }: LoopEvaluation) => features.filter(({ is_met }) => !is_met).map(({ name }) => name)

describe('autoScaling', () => {
  it.each([
    [4, []],
    [5, [{ gate: false, isQuiet: false, volume: 5 }]],
    [9, [{ gate: false }]],
    [10, [{ gate: true, shape: true, volume: 10, excludedBy: null }]],
  ])('counts %d changes of size', (count, expected) => {
    expect(evaluate({ events: changes(swinging(count)) })).toMatchObject(expected)
  })
  it('looks at fifteen minutes', () => {
    const old = eventOf({ delta: 2, timeMs: (viewMinute - 15) * 60_000 })
    expect(only(evaluate({ events: [old, ...changes(swinging(10))] })).volume).toBe(10)
  })
  it.each([
    ['four turns', [2, -2, 2, -2, 2], []],
    ['four turns of five', [2, -2, 2, -2, 2, 1], ['reversing']],
    ['three turns', [2, -2, 2, -2, -1], ['reversals', 'reversing']],
    ['a growth that wavers', [5, -1, 5, -1, 5, -1], ['balance', 'reversing']],
    ['a third of what was moved', [2, -1, 2, -1, 2, -1], []],
    ['only growth', [1, 1, 1, 1, 1, 1], ['reversals', 'balance', 'turn_gap', 'reversing']],
    ['changes of nothing', [0, 0, 0, 0, 0], ['reversals', 'balance', 'turn_gap', 'reversing']],
  ])('looks at the shape of %s', (_, deltas, names) => {
    expect(missing(only(evaluate({ events: changes(deltas) })))).toEqual(names)
  })
  it('leaves what grows for work that came at once, and tells it from a load that stays', () => {
    const every = (pick: (index: number) => number) => Array.from({ length: 30 }, (_, index) => pick(index))
    const capacity = metricPoints(
      'desired_capacity',
      every((index) => (index % 4 < 2 ? 2 : 4)),
    )
    const loaded = (load: (index: number) => number) =>
      missing(only(evaluate({ points: [...capacity, ...metricPoints('queue_depth', every(load))] })))
    expect(loaded((index) => (index % 4 === 2 ? 900 : 0))).toEqual(['not_batches'])
    expect(loaded((index) => 500 + (index % 2))).toEqual([])
  })
  it('turns within five minutes', () => {
    const turning = (gapMs: number) =>
      changes(swinging(5), (index) => ({ timeMs: viewMinute * 60_000 - (4 - index) * gapMs }))
    const wide = (gapMs: number) =>
      autoScaling.evaluate({
        view: observedView({ events: turning(gapMs) }),
        rule: defaultRule('auto_scaling_loop', {
          detection_criteria: { threshold_type: 'scaling_events', threshold_value: 5, measurement_window_minutes: 60 },
        }),
      })
    expect(missing(only(wide(299_000)))).toEqual([])
    expect(missing(only(wide(300_000)))).toEqual(['turn_gap'])
    expect(only(wide(240_000)).features.find(({ name }) => name === 'turn_gap')?.value).toBe(240)
  })
  it('is no loop where each version scales in one direction, or a schedule does it', () => {
    const rollout = changes(swinging(10), (index) => ({ generation: index % 2 === 0 ? 'new' : 'old' }))
    expect(only(evaluate({ events: rollout })).excludedBy).toContain('rollout')
    const mixed = changes(swinging(10), (index) => ({ generation: index < 5 ? 'new' : 'old' }))
    expect(only(evaluate({ events: mixed })).excludedBy).toBeNull()
    expect(only(evaluate({ events: changes([1, 1, 1, 1, 1]) })).excludedBy).toBeNull()
    expect(only(evaluate({ events: [...changes(swinging(10)), eventOf({ kind: 'schedule' })] })).excludedBy).toBe(
      'scheduled',
    )
  })
  it('reads a change from sizes before and after, or from one size to the next', () => {
    const sizes = [4, 2, 4, 2, 4, 2]
    const pairs = changes(swinging(5), (index) => ({
      ...{ delta: null, from: sizes[index] ?? null, to: sizes[index + 1] ?? null },
    }))
    const steps = changes(swinging(6), (index) => ({ delta: null, to: sizes[index] ?? null }))
    for (const events of [pairs, steps])
      expect(only(evaluate({ events })).features[0]).toMatchObject({ name: 'reversals', value: 4 })
  })
  it('takes the fuller account of events and sizes, and a count of activities', () => {
    const capacity = (count: number) =>
      metricPoints(
        'desired_capacity',
        Array.from({ length: count + 1 }, (_, index) => (index % 2 === 0 ? 2 : 4)),
      )
    expect(only(evaluate({ points: capacity(8) })).volume).toBe(8)
    expect(only(evaluate({ points: capacity(8), events: changes(swinging(6)) })).volume).toBe(8)
    expect(only(evaluate({ points: capacity(5), events: changes(swinging(7)) })).volume).toBe(7)
    const counted = metricPoints('scaling_activities', [1, 2, 3], { kind: 'delta' })
    expect(only(evaluate({ points: counted }))).toMatchObject({ volume: 6, shape: false })
    // Changes before the window do not count.
    expect(
      evaluate({ points: metricPoints('desired_capacity', [2, 4, 2, 4, 2, 4], { last: viewMinute - 12 }) }),
    ).toEqual([])
  })
  it('leaves machines alone that are replaced, where the size that is wanted is known and stays', () => {
    const running = metricPoints('GroupInServiceInstances', [4, 3, 4, 3, 4, 3, 4, 3, 4, 3, 4])
    expect(only(evaluate({ points: running })).volume).toBe(10)
    const stays = metricPoints('GroupDesiredCapacity', new Array(11).fill(4))
    expect(evaluate({ points: [...running, ...stays] })).toEqual([])
    const follows = metricPoints('GroupDesiredCapacity', [4, 3, 4, 3, 4, 3, 4, 3, 4, 3, 4])
    expect(only(evaluate({ points: [...running, ...follows] })).volume).toBe(10)
  })
  it('leaves alone what requests explain', () => {
    const sizes = Array.from({ length: 41 }, (_, index) => (Math.floor(index / 2) % 2 === 0 ? 2 : 4))
    const requests = (values: readonly number[]) => metricPoints('http_requests', values)
    const size = metricPoints('desired_replicas', sizes)
    const byLoad = only(evaluate({ points: [...size, ...requests(sizes.map((value) => value * 100))] }))
    expect(missing(byLoad)).toContain('not_load')
    // A minute earlier, as what is followed comes before what follows.
    expect(missing(only(evaluate({ points: [...size, ...requests([...sizes.slice(1), 2])] })))).toContain('not_load')
    expect(
      missing(only(evaluate({ points: [...size, ...requests(sizes.map((_, index) => 300 + (index % 3)))] }))),
    ).toEqual([])
  })
  it('measures what stands above the least over the time of the swinging', () => {
    // Up 4 for one minute, down to 0 for one, up 4 for one ... : half of the time 4.
    const [use] = only(evaluate({ events: changes([4, -4, 4, -4, 4]) })).uses
    expect(use?.size).toBe(2)
    expect(only(evaluate({ events: changes([-4, 4, -4, 4, -4]) })).uses[0]?.size).toBe(2)
    const atOnce = changes(swinging(5), () => ({ timeMs: viewMinute * 60_000 }))
    expect(only(evaluate({ events: atOnce })).uses[0]?.size).toBeNull()
  })
  it('counts both directions of the cycle', () => {
    expect(only(evaluate({ events: changes([2, -1, -1, 2, 1, -3]) })).cycle.map(({ count }) => count)).toEqual([3, 3])
  })
})
