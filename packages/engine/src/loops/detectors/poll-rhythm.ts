/** In what rhythm a client calls: evenly, or each call right after the answer to the one before. */
import { quantile } from '../../maths/quantile.ts'
import type { PollMinute } from '../aggregate/minute-facts.ts'

interface Rhythm {
  /** Coefficient of variation of the gaps; not a number while too few are known. */
  variation: number
  /** The same with every gap as it is, none taken for several: one where calls come by chance. */
  rawVariation: number
  gapMs: number
  /** Each call waits for the answer to the one before, and for little else. */
  isTight: boolean
}

export function rhythmOf(all: readonly PollMinute[], windowMs: number, calls: number, avgMs: number): Rhythm {
  const even = evennessOf(all, windowMs, calls)
  return { ...even, isTight: isOneAfterAnother(all, avgMs, even.gapMs) }
}

/** So many overlaps must be due to chance before their absence says anything. */
const enoughByChance = 5

/**
 * Whether calls wait for the answer before: a busy service's calls overlap as chance has it, a loop's hardly ever,
 * however long each of them takes. Where too few neighbors were sampled, nothing is concluded.
 */
function isOneAfterAnother(all: readonly PollMinute[], avgMs: number, gapMs: number): boolean {
  let [pairs, overlapping] = [0, 0]
  const pauses: number[] = []
  for (const { starts, durations } of all) {
    const calls = starts.map((start, index) => ({ start, end: start + (durations[index] ?? 0) }))
    calls.sort((a, b) => a.start - b.start)
    for (let i = 1; i < calls.length; i += 1) {
      const pause = (calls[i]?.start ?? 0) - (calls[i - 1]?.end ?? 0)
      pairs += 1
      // Clocks and rounding differ by less than a tenth of a call.
      if (pause < -0.1 * avgMs) overlapping += 1
      pauses.push(pause)
    }
  }
  if (pairs === 0) return false
  const byChance = pairs * (1 - Math.exp((-0.9 * avgMs * sampledShare(all)) / gapMs))
  // Between sampled calls lie those that were left out: their period tells how long the pauses are.
  const isBrief = all.some(({ sampled }) => sampled) ? gapMs < 2 * avgMs : quantile(pauses, 0.5) < avgMs
  const most = all.some(({ sampled }) => sampled) ? 0.4 : 0.1
  return byChance >= enoughByChance && overlapping <= byChance * most && isBrief
}

/** How even the gaps are. Calls left out by sampling leave gaps of two, three ... periods: each is folded onto one. */
function evennessOf(all: readonly PollMinute[], windowMs: number, calls: number): Omit<Rhythm, 'isTight'> {
  const period = windowMs / Math.max(1, calls)
  const gaps = gapsOf(all)
  if (gaps.length < 8) return { variation: Number.NaN, rawVariation: Number.NaN, gapMs: Number.NaN }
  const sampled = all.some((poll) => poll.sampled)
  const unit = sampled ? period : (hiddenInterval(all) ?? quantile(gaps, 0.5))
  // Gaps of two and more periods are calls not seen; the few minutes' first gaps are no rhythm.
  const folded = gaps.filter((gap) => gap > 0).map((gap) => gap / Math.max(1, Math.round(gap / unit)))
  const { mean, variation } = spreadOf(folded)
  if (!sampled) return { variation, rawVariation: spreadOf(gaps).variation, gapMs: mean }
  // What is folded within half a period is never far off: an even spread of gaps gives .29, so sampled calls must do better.
  const atLeast = Math.max(variation * 1.6, nearness(gaps, period, sampledShare(all)))
  return { variation: atLeast, rawVariation: Number.POSITIVE_INFINITY, gapMs: period }
}

function spreadOf(gaps: readonly number[]): { mean: number; variation: number } {
  const mean = gaps.reduce((total, gap) => total + gap, 0) / gaps.length
  const square = gaps.reduce((total, gap) => total + (gap - mean) ** 2, 0) / gaps.length
  return { mean, variation: Math.sqrt(square) / mean }
}

function gapsOf(all: readonly PollMinute[]): number[] {
  return all.flatMap(({ starts }) => {
    const sorted = starts.toSorted((a, b) => a - b)
    return sorted.slice(1).map((start, index) => start - (sorted[index] as number))
  })
}

/** So many neighbors nearer than half a period must be due to chance before their absence says anything. */
const fewest = 3

/**
 * Neighbors nearer than half a period, against as many as chance would bring: none where calls keep a rhythm, one where
 * they come as they like. Folding cannot tell those apart once most calls are left out; unknown while too few were kept.
 */
function nearness(gaps: readonly number[], period: number, share: number): number {
  const byChance = gaps.length * (1 - Math.exp(-0.5 * share))
  return byChance < fewest ? Number.NaN : gaps.filter((gap) => gap < period / 2).length / byChance
}

function sampledShare(all: readonly PollMinute[]): number {
  const sum = (pick: (poll: PollMinute) => number) => all.reduce((total, poll) => total + pick(poll), 0)
  return Math.min(
    1,
    sum(({ spanCount }) => spanCount) /
      Math.max(
        1,
        sum(({ calls }) => calls),
      ),
  )
}

/** A grid is believed where nine of ten gaps lie on it. */
const onGrid = 0.9
const fewestGaps = 12
/** Clocks and rounding aside, one call ends before the next begins. */
const sideBySide = 0.9
/** A missing call now and then is an accident, not sampling. */
const fewestSkipping = 0.2

/**
 * The interval of a client whose traces were sampled by a rate that no one tells: gaps are whole multiples of it.
 * Undefined where every gap is about one interval, so that nothing is missing, or where they fit no grid.
 */
export function hiddenInterval(all: readonly PollMinute[]): number | undefined {
  const gaps = gapsOf(all).filter((gap) => gap > 0)
  if (gaps.length < fewestGaps || all.some(({ sampled }) => sampled)) return undefined
  // From the shortest gaps on: a longer interval that fits as well would skip calls that were seen.
  const shortest = quantile(gaps, 0.02)
  let best: { interval: number; fits: number } | undefined
  for (const divisor of [1, 2, 3]) {
    let interval = shortest / divisor
    for (let round = 0; round < 8; round += 1) {
      const steps = gaps.filter((gap) => gap < interval * 30).map((gap) => [gap, Math.round(gap / interval)] as const)
      const counted = steps.filter(([, count]) => count > 0)
      const total = counted.reduce((sum, [, count]) => sum + count, 0)
      if (total === 0) break
      interval = counted.reduce((sum, [gap]) => sum + gap, 0) / total
    }
    const fits = gaps.filter((gap) => Math.abs(gap / interval - Math.round(gap / interval)) <= 0.2).length / gaps.length
    if (fits >= onGrid && (!best || fits > best.fits + 0.05)) best = { interval, fits }
  }
  // Calls at shorter intervals than they last are made side by side: their grid is that of a page, not of a timer.
  const durations = all.flatMap((poll) => poll.durations)
  const lasting = durations.reduce((total, duration) => total + duration, 0) / Math.max(1, durations.length)
  if (best && best.interval < lasting * sideBySide) return undefined
  const skipping = best ? gaps.filter((gap) => gap > 1.5 * best.interval).length / gaps.length : 0
  return best && skipping >= fewestSkipping ? best.interval : undefined
}
