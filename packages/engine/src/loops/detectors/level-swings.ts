/**
 * Capacity that goes up and down in ramps: of many small steps, and of sizes that are no whole machines, what counts is the
 * level between which it goes back and forth. Every size that wavers turns with each movement; one that is high and low in turn,
 * at even times, under a load that stays, is a controller that undoes what it did.
 */
import { quantiles } from '../../maths/quantile.ts'
import { lastMinutes, type Series } from '../aggregate/series.ts'
import { sized } from '../cost/loop-use.ts'
import { evaluationOf, type Feature, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { isDemand, meaningOf, tokensOf } from '../evidence/count-meaning.ts'
import { countsOf } from '../evidence/counts.ts'
import { explainedByLoad } from '../evidence/load.ts'
import type { View } from '../view.ts'
import {
  batchFeature,
  type Change,
  followed,
  followsAnother,
  sizeAboveMinimum,
  swingCycle,
  swingOf,
} from './capacity-swing.ts'

const longMinutes = 180
const longestDwellMs = 20 * 60_000
const fewestTurns = 8
/** Half as much and less at its low as at its high; it is on one side until it has gone three quarters of the way. */
const [mostOfHigh, lowSide, highSide] = [0.5, 0.25, 0.75]
/** Capacity comes up to so many minutes after what it follows, of which twenty must be known. */
const [longestLag, fewestMinutes] = [4, 20]
/** Coefficient of variation of the times from one growth to the next: chance has one half and more. */
const evenTimes = 0.2
/** Of fewer, chance makes some even. */
const manyGaps = 6
/** What there is several of, and is paid for by how many there are. */
const capacityToken =
  /^(capacity|units|acus?|rpus?|vcpus?|vcores?|nodes|instances|replicas|pods|workers|machines|shards|slots|parallelism|executors|brokers)$/
const otherToken =
  /^(max|maximum|min|minimum|limit|quota|requested|failed|unhealthy|percent|utilization|cpu|memory|total)$/

function isCapacity({ role, metric, isCounter }: Series): boolean {
  if (isCounter) return false
  const tokens = tokensOf(metric)
  return (
    role === 'capacity' ||
    (role === 'other' &&
      tokens.some((word) => capacityToken.test(word)) &&
      !tokens.some((word) => otherToken.test(word)))
  )
}

export function levelSwings(view: View, threshold: number): LoopEvaluation[] {
  return view.activeSeries.flatMap((series) => {
    if (!isCapacity(series) || followsAnother(series, view)) return []
    const changes = levelChanges(series, view.minute)
    const swing = swingOf(changes)
    if (!swing || swing.turns < fewestTurns / 2 || swing.dwellMs > longestDwellMs) return []
    const [first, last] = [changes[0]?.timeMs ?? 0, changes.at(-1)?.timeMs ?? 0]
    if (view.minute * 60_000 - last > 2 * swing.dwellMs + 60_000) return []
    const { turns, dwellMs } = swing
    return [
      evaluationOf({
        ...{
          type: 'auto_scaling_loop',
          threshold,
          minutes: Math.round((last - first) / 60_000),
          volume: changes.length,
        },
        gate: turns >= fewestTurns,
        isQuiet: false,
        resource: series.resource,
        edges: ['capacity'],
        features: [
          feature('level_turns', turns, turns >= fewestTurns, `${turns} times from high to low and back`),
          feature('turn_gap', dwellMs / 1000, true, `reverses after ${figure(dwellMs / 1000)} s`),
          evenFeature(changes),
          loadFeature(series, view),
          ...batchFeature(
            series,
            changes.filter(({ delta }) => delta > 0),
            view,
            longMinutes,
          ),
        ],
        excludedBy: followsClock(changes) ? 'it grows by the clock, as schedules do' : null,
        uses: [{ ...sized(series.resource), size: sizeAboveMinimum(changes) }],
        cycle: swingCycle(changes),
      }),
    ]
  })
}

/** From one growth to the next, whatever it keeps longer: what comes at even times is its own doing. */
function evenFeature(changes: readonly Change[]): Feature {
  const gaps = growthGaps(changes)
  const mean = gaps.reduce((total, gap) => total + gap, 0) / gaps.length
  const square = gaps.reduce((total, gap) => total + (gap - mean) ** 2, 0) / gaps.length
  const unevenness = gaps.length < 3 ? Number.NaN : Math.sqrt(square) / mean
  return feature(
    'reversing',
    unevenness,
    unevenness <= (gaps.length < manyGaps ? evenTimes / 2 : evenTimes),
    `it grows every ${figure(mean)} minutes, within ${figure(unevenness * 100)}%`,
  )
}

function growthGaps(changes: readonly Change[]): number[] {
  const grows = changes.filter(({ delta }) => delta > 0).map(({ timeMs }) => timeMs / 60_000)
  return grows.slice(1).map((at, index) => at - (grows[index] ?? at))
}

const [clockMinutes, mostOnClock] = [5, 0.8]

/** It grows after multiples of five minutes, however long it takes to. */
function followsClock(changes: readonly Change[]): boolean {
  const gaps = growthGaps(changes)
  return gaps.filter((gap) => gap % clockMinutes === 0).length >= gaps.length * mostOnClock
}

/** A ramp has sizes on the way, in half of its turns at least. */
const halfOfTurns = 0.5

/** One change each time it has come from one side to the other. */
function levelChanges(series: Series, minute: number): Change[] {
  const points = lastMinutes(series, minute, longMinutes)
  const [low = 0, high = 0] = quantiles(
    points.map(({ last }) => last),
    [0.1, 0.9],
  )
  if (points.length < fewestMinutes || high <= 0 || low > high * mostOfHigh) return []
  const range = high - low
  let isHigh: boolean | undefined
  let between = 0
  const changes = points.flatMap(({ minute: at, last }) => {
    const position = (last - low) / range
    const side = position >= highSide ? true : position <= lowSide ? false : undefined
    if (side === undefined) between += 1
    if (side === undefined || side === isHigh) return []
    const isFirst = isHigh === undefined
    isHigh = side
    return isFirst ? [] : [{ timeMs: at * 60_000, delta: side ? range : -range, generation: '' }]
  })
  // What goes over in one step is looked at step by step.
  return between < changes.length * halfOfTurns ? [] : changes
}

/** What waits for it or came in is asked of it as well. */
function isLoad(series: Series): boolean {
  const meaning = meaningOf(series.metric)
  return isDemand(series) || series.role === 'queue_depth' || meaning === 'waiting' || meaning === 'came_in'
}

/** Whether there is any: what sleeps until it is asked runs for little and for much. */
function presenceOf(counts: ReadonlyMap<number, number>): Map<number, number> {
  return new Map([...counts].map(([minute, count]) => [minute, count > 0 ? 1 : 0]))
}

/** All that it was asked for, by whatever name: what explains most decides. Where nothing is counted it is unknown. */
function loadFeature(series: Series, view: View): Feature {
  const sizes = lastMinutes(series, view.minute, longMinutes).map(({ minute, last }) => ({ minute, value: last }))
  const shares = view.series
    .ofResource(series.resource.id)
    .filter((other) => other !== series && isLoad(other) && other.minutes.length >= fewestMinutes)
    .flatMap((other) => [countsOf(other), presenceOf(countsOf(other))])
    .map((load) => explainedByLoad(sizes, load, { longestLag, fewest: fewestMinutes }))
  const share = shares.length === 0 ? Number.NaN : Math.max(...shares)
  return feature(
    'not_load',
    share,
    share < followed,
    Number.isNaN(share)
      ? 'unknown what is asked of it: a count of its requests would tell whether it follows them'
      : `what is asked of it explains ${figure(share * 100)}% of its size`,
  )
}
