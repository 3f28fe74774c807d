/**
 * Memory that grows in a straight line for hours where no limit is reported: a leak, or a cache of unknown size. It is
 * shown, with what would decide, and confirmed only where other counts of the process grow with it.
 */
import type { Series } from '../aggregate/series.ts'
import { evaluationOf, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { linearFit } from '../maths/mann-kendall.ts'
import type { View } from '../view.ts'
import { heldThings } from './held-things.ts'
import { limitOf } from './memory-limit.ts'
import { ownMemory } from './memory-return.ts'
import { keepsGrowing, straightLine } from './steady-growth.ts'

/** Half hours, and times its first level. */
const [longEnough, timesAsMuch] = [12, 2]

const evaluated = new WeakMap<Series, { half: number; evaluation: LoopEvaluation | undefined }>()

export function endlessGrowth(series: Series, view: View): LoopEvaluation | undefined {
  const half = Math.floor(view.minute / 30)
  const cached = evaluated.get(series)
  if (cached?.half === half) return cached.evaluation
  const evaluation =
    series.role === 'memory' && limitOf(series, view) === undefined ? evaluate(series, view, half) : undefined
  evaluated.set(series, { half, evaluation })
  return evaluation
}

function evaluate(series: Series, view: View, half: number): LoopEvaluation | undefined {
  const levels = series.halfHours.filter(({ index }) => index < half && index >= half - longEnough)
  const [first, last] = [levels[0], levels.at(-1)]
  if (!first || !last || levels.length < longEnough || last.min < first.min * timesAsMuch) return undefined
  const lineOf = (part: typeof levels) =>
    linearFit(
      part.map(({ index }) => index),
      part.map(({ min }) => min),
    )
  const overall = lineOf(levels)
  const [early, late] = [lineOf(levels.slice(0, longEnough / 2)).slope, lineOf(levels.slice(longEnough / 2)).slope]
  const own = ownMemory(series, view)
  return evaluationOf({
    type: 'memory_leak_loop',
    threshold: first.min,
    minutes: longEnough * 30,
    volume: last.min - first.min,
    resource: series.resource,
    edges: [`${series.resource.instance} ${series.metric}`],
    features: [
      straightLine(overall.r2),
      keepsGrowing(early, late),
      heldThings(series, view, first.index * 30) ??
        feature(
          'minutes_left',
          Number.NaN,
          false,
          `${figure(last.min / first.min)} times as much as ${longEnough / 2} hours ago; \`container_spec_memory_limit_bytes\` would tell when it ends`,
        ),
      ...(own.is_met ? [] : [own]),
    ],
    metrics: {
      ...{ iterations: 1, perMinute: overall.slope / 30, avgMs: null, memoryMb: last.max, cpuPercent: null },
    },
  })
}
