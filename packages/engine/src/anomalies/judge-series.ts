import { day, type SeriesPoint, stepOf } from '@kept/domain/series.ts'
import { judgeCost, startCost } from './cost/cost-engine.ts'
import { judgeMetric, startMetric } from './metric/metric-engine.ts'
import { learning, type Verdict } from './verdict.ts'

/** How a series is looked at: metrics move by the minute or hour, daily cost has weekdays and month ends. */
export type Engine = 'metric' | 'cost'

/**
 * A verdict for every row, in their order. Rows a little late are judged when they come, as a stream would; a file
 * without order is put in order first. Without an engine named, rows half a day apart or more are judged as cost.
 */
export function judgeSeries(points: readonly SeriesPoint[], engine?: Engine): Verdict[] {
  const order = inOrder(points)
  const step = stepOf(order.map(({ point }) => point))
  const judge = start(engine ?? (step >= day / 2 ? 'cost' : 'metric'), step)
  const verdicts: Verdict[] = points.map(() => learning)
  let last = learning
  for (const { point, index } of order) {
    // A gap starts nothing and ends nothing.
    last = point.value === null ? { ...last, score: 0, alert: false } : judge(point.at, point.value)
    verdicts[index] = last
  }
  return verdicts
}

function start(engine: Engine, step: number): (at: number, value: number) => Verdict {
  if (engine === 'cost') {
    const state = startCost(step || day)
    return (at, value) => judgeCost(state, at, value)
  }
  const state = startMetric()
  return (at, value) => judgeMetric(state, at, value)
}

/** More steps back in time than this share of all steps, and the file has no order to respect. */
const scrambled = 0.05

function inOrder(points: readonly SeriesPoint[]): { point: SeriesPoint; index: number }[] {
  const order = points.map((point, index) => ({ point, index }))
  const back = points.filter(({ at }, index) => at < (points[index - 1]?.at ?? at)).length
  if (back <= Math.max(3, scrambled * points.length)) return order
  return order.sort((a, b) => a.point.at - b.point.at || a.index - b.index)
}
