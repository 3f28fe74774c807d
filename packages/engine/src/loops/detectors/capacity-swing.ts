/** How a capacity swings: what undoes what, how evenly, and what that costs. */
import { median, quantile } from '../../maths/quantile.ts'
import { lastMinutes, type Series } from '../aggregate/series.ts'
import { type Feature, feature, figure } from '../evaluation.ts'
import { explainedByLoad, loadOf, risingLoadOf } from '../evidence/load.ts'
import type { View } from '../view.ts'

export interface Change {
  timeMs: number
  delta: number
  generation: string
}

export interface Swing {
  turns: number
  /** Of the changes, those that undo the one before: two of three where sizes vary by chance. */
  reversing: number
  /** Coefficient of variation of the times a size is kept: near one where changes come by chance. */
  unevenness: number
  dwellMs: number
  balance: number
  /** Every second change falls on the same minute of five, as a timetable's do. */
  onClock: boolean
}

/** Steps of less than this share of the largest are one machine more or less on the way, not a swing. */
const smallStep = 1 / 3

export function swingOf(all: readonly Change[]): Swing | undefined {
  const largest = Math.max(...all.map(({ delta }) => Math.abs(delta)))
  const changes = all.filter(({ delta }) => Math.abs(delta) >= largest * smallStep)
  if (changes.length < 3) return undefined
  const dwells = changes.slice(1).map(({ timeMs }, index) => timeMs - (changes[index]?.timeMs ?? 0))
  const turns = changes.filter(({ delta }, index) => {
    const before = changes[index - 1]
    return before !== undefined && Math.sign(before.delta) !== Math.sign(delta)
  }).length
  const gross = changes.reduce((total, { delta }) => total + Math.abs(delta), 0)
  const net = changes.reduce((total, { delta }) => total + delta, 0)
  return {
    turns,
    reversing: turns / (changes.length - 1),
    unevenness: Math.min(unevennessOf(dwells), unevennessOfEach(dwells)),
    dwellMs: median(dwells),
    balance: gross > 0 ? Math.abs(net) / gross : 1,
    onClock: fallsOnClock(changes.filter(({ delta }) => delta > 0).map(({ timeMs }) => timeMs)),
  }
}

function unevennessOf(dwells: readonly number[]): number {
  const [first = 0, ...later] = dwells
  // The first may be what was kept before the onset.
  const own = later.length > 0 && first > 2 * median(later) ? later : dwells
  const mean = own.reduce((total, dwell) => total + dwell, 0) / own.length
  const square = own.reduce((total, dwell) => total + (dwell - mean) ** 2, 0) / own.length
  // Both ends of a dwell are seen up to a report late: that much of the variance is of the reports.
  return Math.sqrt(Math.max(0, square - gridOf(own) ** 2 / 6)) / Math.max(1, mean)
}

/** A release replaces a few machines one by one as evenly; a swing goes on. */
const fewestOfEach = 8

/** The same of both sizes by themselves: what is scaled out at once and in with care keeps one longer than the other. */
function unevennessOfEach(dwells: readonly number[]): number {
  const sides = [0, 1].map((side) => dwells.filter((_, index) => index % 2 === side))
  if (sides.some(({ length }) => length < fewestOfEach)) return Number.POSITIVE_INFINITY
  return Math.max(...sides.map((own) => unevennessOf(own) * Math.sqrt(own.length / (own.length - 1))))
}

/** Times that are all multiples of this many milliseconds are those of reports; 0 where they are of the changes. */
function gridOf(dwells: readonly number[]): number {
  const sorted = [0, ...dwells].sort((a, b) => a - b)
  const steps = sorted.slice(1).map((dwell, index) => dwell - (sorted[index] ?? 0))
  const step = Math.min(...steps.filter((length) => length > 0))
  const isOnGrid = (dwell: number) => Math.abs(dwell / step - Math.round(dwell / step)) <= onGrid
  return Number.isFinite(step) && dwells.every(isOnGrid) ? step : 0
}

const onGrid = 0.05

const clockMinutes = 5
const clockToleranceMinutes = 0.75

/** Whether all of these begin at the same minute of every five. */
function fallsOnClock(times: readonly number[]): boolean {
  if (times.length < 3) return false
  const phases = times.map((timeMs) => (timeMs / 60_000) % clockMinutes)
  return phases.every((phase) => Math.min(phase, clockMinutes - phase) <= clockToleranceMinutes)
}

/**
 * Chance undoes two changes of three; of a count of machines that hovers between two nearly all, and a controller that
 * follows a noisy load all day has such hours. What it does not do is turn at even times: those are a controller's own.
 */
const [mostReverse, evenDwells] = [0.95, 0.3]

function isSwinging({ reversing, unevenness }: Swing): boolean {
  return reversing >= mostReverse && unevenness <= evenDwells
}

/** A count that differs in nearly every report is noise until many changes say otherwise. */
const [noisyShare, enoughInNoise] = [0.6, 30]
/** To and fro between two levels the steps are alike; noise takes steps of every size. */
const alike = 0.35

/** Whether a size changes from report to report, as what follows load does, over the last `minutes`. */
export function isNoisy(series: Series, minute: number, minutes: number): boolean {
  const reports = lastMinutes(series, minute, minutes).reduce((total, { count }) => total + count, 0)
  const { length } = changesOf(series, minute, minutes)
  const sizes = changesOf(series, minute, minutes).map(({ delta }) => Math.abs(delta))
  const isBetweenLevels = quantile(sizes, 0.75) - quantile(sizes, 0.25) <= alike * median(sizes)
  return length >= reports * noisyShare && length < enoughInNoise && !isBetweenLevels
}

export function reversingFeature(swing: Swing | undefined, isNoise = false) {
  return feature(
    'reversing',
    swing?.reversing ?? Number.NaN,
    swing !== undefined && isSwinging(swing) && !isNoise,
    swing
      ? `${figure(swing.reversing * 100)}% of changes undo the one before, ${swing.unevenness <= evenDwells ? 'evenly' : 'at any time'}`
      : 'directions unknown',
  )
}

export function swingCycle(changes: readonly Change[]) {
  return [
    { from: 'scale out', to: 'scale in', count: changes.filter(({ delta }) => delta > 0).length },
    { from: 'scale in', to: 'scale out', count: changes.filter(({ delta }) => delta < 0).length },
  ]
}

/** Says which size is wanted, not which there is. */
export const desired = /desired|wanted|spec|target/i

/**
 * Whether another series of the same resource says which size is wanted: what runs then only follows it, and dips where
 * machines are replaced one by one.
 */
export function followsAnother({ metric, resource }: Series, view: View): boolean {
  if (desired.test(metric)) return false
  return view.activeSeries.some(
    (other) => other.role === 'capacity' && other.resource.name === resource.name && desired.test(other.metric),
  )
}

/** Minutes by which capacity may come after what it follows, and minutes both must be known. */
const [longestLag, fewestMinutes] = [4, 20]
/** The share of a size that its load must explain for the size to follow it. */
export const followed = 0.6

/** Times the usual that work comes in at once, and the share of growths that must follow such a batch. */
const [batchTimes, mostFollow] = [3, 0.8]
/** Minutes before a growth in which what it answers came. */
const answeredWithin = 2

/** Work that comes at once: nothing, or little, and within one report more than three times the usual. */
function batchesOf(load: Series, view: View, minutes: number): number[] {
  const points = lastMinutes(load, view.minute, minutes + answeredWithin)
  const baseline = median(points.map(({ max }) => max))
  const top = points.reduce((most, { max }) => Math.max(most, max), 0)
  const enough = Math.max(baseline * batchTimes, top / 2)
  return points
    .filter(({ max }, at) => at > 0 && max >= enough && (points[at - 1]?.max ?? 0) < enough / 2)
    .map(({ minute }) => minute)
}

/** Whether it grows because work came in at once, as jobs and checks by a timetable bring it. */
export function batchFeature({ resource }: Series, grows: readonly Change[], view: View, minutes: number): Feature[] {
  const shares = view.series
    .ofResource(resource.id)
    .filter(({ role }) => role === 'requests' || role === 'queue_depth')
    .map((load) => {
      const batches = batchesOf(load, view, minutes)
      const answers = grows.filter(({ timeMs }) => {
        const minute = Math.floor(timeMs / 60_000)
        return batches.some((batch) => batch <= minute && minute - batch <= answeredWithin)
      })
      return answers.length / Math.max(1, grows.length)
    })
  const share = Math.max(0, ...shares)
  return share < mostFollow
    ? []
    : [feature('not_batches', share, false, `${figure(share * 100)}% of its growth answers work that came at once`)]
}

/** Whether requests explain the swings, or work that comes at once; nothing is said where the resource counts none. */
export function loadFeature(series: Series, view: View, minutes: number): Feature[] {
  const grows = changesOf(series, view.minute, minutes).filter(({ delta }) => delta > 0)
  const batches = batchFeature(series, grows, view, minutes)
  if (batches.length > 0) return batches
  const load = loadOf(series.resource.id, view)
  if (!load) return []
  const sizes = lastMinutes(series, view.minute, minutes).map(({ minute, last }) => ({ minute, value: last }))
  // A size goes up and down: whichever reading of the counts does so with it is its load.
  const shares = [load, risingLoadOf(series.resource.id, view)].map((reading) =>
    reading ? explainedByLoad(sizes, reading, { longestLag, fewest: fewestMinutes }) : 0,
  )
  const share = Math.max(...shares)
  return [feature('not_load', share, share < followed, `requests explain ${figure(share * 100)}% of its size`)]
}

export function changesOf({ changes }: Series, minute: number, minutes: number): Change[] {
  const [from, to] = [(minute - minutes + 1) * 60_000, (minute + 1) * 60_000]
  return changes.filter(({ timeMs }) => timeMs >= from && timeMs < to).map((change) => ({ ...change, generation: '' }))
}

/** What stands above the least, over the time between the first change and the last: what the swinging costs. */
export function sizeAboveMinimum(changes: readonly Change[]): number | null {
  const [first, last] = [changes[0], changes.at(-1)]
  if (!first || !last || last.timeMs === first.timeMs) return null
  let size = 0
  let minSize = 0
  let area = 0
  for (const [index, { timeMs, delta }] of changes.entries()) {
    size += delta
    minSize = Math.min(minSize, size)
    const next = changes[index + 1]
    if (next) area += size * (next.timeMs - timeMs)
  }
  return area / (last.timeMs - first.timeMs) - minSize
}
