/** Swings held back by stabilization windows and cooldowns: too few for a short window, and even over two hours. */

import type { Series } from '../aggregate/series.ts'
import { sized } from '../cost/loop-use.ts'
import { evaluationOf, type Feature, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import type { View } from '../view.ts'
import {
  type Change,
  changesOf,
  desired,
  followsAnother,
  isNoisy,
  loadFeature,
  reversingFeature,
  type Swing,
  sizeAboveMinimum,
  swingCycle,
  swingOf,
} from './capacity-swing.ts'

const longMinutes = 120
const longestDwellMs = 12 * 60_000
const fewestTurns = 8

export function slowSwings(view: View, threshold: number, minutes: number): LoopEvaluation[] {
  return view.activeSeries.flatMap((series) => {
    if (series.role !== 'capacity') return []
    const changes = changesOf(series, view.minute, longMinutes)
    const replaced = replacedFeature(series, changes, view)
    if (replaced === undefined) return []
    const swing = swingOf(changes)
    if (!swing || swing.turns < fewestTurns / 2 || swing.dwellMs > longestDwellMs) return []
    const isScheduled = view
      .events(60)
      .some(({ kind, resource }) => kind === 'schedule' && resource.name === series.resource.name)
    const spanMs = (changes.at(-1)?.timeMs ?? 0) - (changes[0]?.timeMs ?? 0)
    const lastChange = changes.at(-1)?.timeMs ?? 0
    if (view.minute * 60_000 - lastChange > 2 * swing.dwellMs + 60_000) return []
    return [
      evaluationOf({
        type: 'auto_scaling_loop',
        threshold,
        minutes: Math.max(minutes, Math.round(spanMs / 60_000)),
        volume: changes.length,
        gate: swing.turns >= fewestTurns,
        isQuiet: false,
        resource: series.resource,
        edges: ['capacity'],
        features: [
          ...swingFeatures(swing, isNoisy(series, view.minute, longMinutes)),
          ...loadFeature(series, view, longMinutes),
          ...replaced,
        ],
        excludedBy: isScheduled ? 'scheduled' : swing.onClock ? 'changes follow the clock, as schedules do' : null,
        uses: [{ ...sized(series.resource), size: sizeAboveMinimum(changes) }],
        cycle: swingCycle(changes),
      }),
    ]
  })
}

/** Each machine once is an update, twice a bad day; more often, what replaces them is replaced. */
const timesOver = 3

/**
 * Of what only follows the size that is wanted: how many times over all of it was replaced while that size stayed. Undefined
 * where it is no more than updates take; nothing to say where it follows nothing.
 */
function replacedFeature(series: Series, changes: readonly Change[], view: View): Feature[] | undefined {
  if (!followsAnother(series, view)) return []
  const requested = view.series
    .ofResource(series.resource.id)
    .find(({ role, metric }) => role === 'capacity' && desired.test(metric))
  const size = requested?.minutes.at(-1)?.last ?? 0
  const sinceDeploy = view.sinceDeploy(series.resource.id)
  const isChanging = !requested || changesOf(requested, view.minute, longMinutes).length > 0
  if (size <= 0 || isChanging || (sinceDeploy !== undefined && sinceDeploy < longMinutes)) return undefined
  const taken = changes.reduce((total, { delta }) => total + Math.max(0, -delta), 0)
  const times = taken / size
  if (times < timesOver) return undefined
  return [
    feature('replaced', times, true, `all ${figure(size)} were replaced ${figure(times)} times over in two hours`),
  ]
}

function swingFeatures(swing: Swing, isNoise: boolean) {
  const { turns, dwellMs, balance } = swing
  return [
    feature('reversals', turns, turns >= fewestTurns, `${turns} changes of direction`),
    feature('balance', balance, balance <= 1 / 3, `${figure(balance * 100)}% of what moved remains`),
    feature('turn_gap', dwellMs / 1000, dwellMs <= longestDwellMs, `reverses after ${figure(dwellMs / 1000)} s`),
    reversingFeature(swing, isNoise),
  ]
}
