import { day, type SeriesPoint, stepOf } from '@kept/domain/series.ts'
import { defaultThresholds, evaluateCost } from './cost/cost-engine.ts'
import { startCost } from './cost/cost-state.ts'
import { type AnomalyEvaluation, learning } from './evaluation.ts'
import { evaluateMetric, startMetric } from './metric/metric-engine.ts'

/** How a series is looked at: metrics move by the minute or hour, daily cost has weekdays and month ends. */
export type Engine = 'metric' | 'cost'

/**
 * An evaluation for every row, in order. Rows a little late are evaluated as they arrive, as in a stream; a file
 * without order is sorted first. Unless an engine is named, rows half a day apart or more are evaluated as cost.
 */
export function evaluateSeries(
  points: readonly SeriesPoint[],
  engine?: Engine,
  /** Public holidays, as UTC dates: for cost only. */
  holidays?: ReadonlySet<string>,
): AnomalyEvaluation[] {
  const order = inOrder(points)
  const step = stepOf(order.map(({ point }) => point))
  const evaluate = start(engine ?? (step >= day / 2 ? 'cost' : 'metric'), step, holidays)
  const evaluations: AnomalyEvaluation[] = points.map(() => learning)
  let last = learning
  for (const { point, index } of order) {
    // A gap starts nothing and ends nothing.
    last = point.value === null ? { ...last, score: 0, alert: false } : evaluate(point.at, point.value)
    evaluations[index] = last
  }
  return evaluations
}

function start(
  engine: Engine,
  step: number,
  holidays?: ReadonlySet<string>,
): (timestamp: number, value: number) => AnomalyEvaluation {
  if (engine === 'cost') {
    const state = startCost(step || day)
    const isHoliday = (timestamp: number) =>
      holidays?.has(Temporal.Instant.fromEpochMilliseconds(timestamp).toString().slice(0, 10)) ?? false
    return (timestamp, value) => evaluateCost(state, timestamp, value, defaultThresholds, isHoliday(timestamp))
  }
  const state = startMetric()
  return (timestamp, value) => evaluateMetric(state, timestamp, value)
}

/** More steps back in time than this share of all steps, and the file has no order to respect. */
const scrambled = 0.05

function inOrder(points: readonly SeriesPoint[]): { point: SeriesPoint; index: number }[] {
  const order = points.map((point, index) => ({ point, index }))
  const backwardSteps = points.filter(({ at }, index) => at < (points[index - 1]?.at ?? at)).length
  if (backwardSteps <= Math.max(3, scrambled * points.length)) return order
  return order.sort((a, b) => a.point.at - b.point.at || a.index - b.index)
}
