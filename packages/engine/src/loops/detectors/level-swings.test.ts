/** Capacity that goes up and down in ramps, under a load that stays or comes and goes with it. */
import { describe, expect, it } from 'vitest'
import { isTrue } from '../incidents.ts'
import { metricPoints, observedView } from '../testing/observed-view.ts'
import { levelSwings } from './level-swings.ts'

const length = 180

/** Up by six and down by four in a minute, each side kept for about as long; the hour before is level. */
function capacityOf(cycleAt: (cycle: number) => number, low = 2, high = 18): number[] {
  const targets: number[] = []
  for (let cycle = 0; targets.length < length; cycle += 1) {
    const minutes = cycleAt(cycle)
    for (let minute = 0; minute < minutes; minute += 1) targets.push(minute < minutes / 2 ? high : low)
  }
  let size = low
  return targets.slice(0, length).map((target) => {
    size += target > size ? Math.min(6, target - size) : -Math.min(4, size - target)
    return Math.round(size * 2) / 2
  })
}
const even = (cycle: number) => 13 + (cycle % 3)

function evaluate(capacity: number[], demand?: number[], metric = 'ServerlessDatabaseCapacity') {
  const points = [...metricPoints(metric, capacity), ...(demand ? metricPoints('SelectThroughput', demand) : [])]
  return levelSwings(observedView({ points }), 10)
}
const steady = Array.from({ length }, (_, minute) => 820 + (minute % 7) * 9)

describe('levelSwings', () => {
  it('finds what goes back and forth by itself, of any capacity', () => {
    for (const metric of ['ServerlessDatabaseCapacity', 'cluster_node_count', 'processing_units'])
      expect(evaluate(capacityOf(even), steady, metric).map(isTrue)).toEqual([true])
  })
  it('suspects it where nothing tells what is asked of it', () => {
    const [loop] = evaluate(capacityOf(even))
    expect(loop?.features.filter(({ is_met }) => !is_met)).toMatchObject([{ name: 'not_load', isMeasured: false }])
  })
  it('leaves what follows its load', () => {
    const capacity = capacityOf(even)
    const demand = capacity.map((size) => (size > 10 ? 3400 : 610))
    expect(evaluate(capacity, demand).map(isTrue)).toEqual([false])
  })
  it('leaves what grows by the clock, or whenever it may', () => {
    expect(
      evaluate(
        capacityOf(() => 15),
        steady,
      ).map(isTrue),
    ).toEqual([false])
    const anyTime = (cycle: number) => [6, 24, 9, 17, 5, 21][cycle % 6] ?? 9
    expect(evaluate(capacityOf(anyTime), steady).map(isTrue)).toEqual([false])
  })
  it('leaves what is there or not in one step, as other rules look at', () => {
    const inSteps = Array.from({ length }, (_, minute) => (minute % 13 < 6 ? 1 : 0))
    expect(evaluate(inSteps, steady)).toEqual([])
  })
  it('says nothing of what wavers a little', () => {
    expect(evaluate(capacityOf(even, 12, 18), steady)).toEqual([])
  })
})
