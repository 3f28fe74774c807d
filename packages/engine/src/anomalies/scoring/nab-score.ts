/**
 * The Numenta Anomaly Benchmark's score (v1.1), by its published rules: an early alert inside a labeled window earns
 * up to one point, a missed window and every alert outside cost theirs, and one threshold serves the whole corpus.
 */

export interface NabProfile {
  name: string
  truePositive: number
  falsePositive: number
  falseNegative: number
}

/** The three profiles of the benchmark. */
export const nabProfiles = {
  standard: { name: 'standard', truePositive: 1, falsePositive: 0.11, falseNegative: 1 },
  rewardLowFalsePositives: { name: 'reward_low_FP_rate', truePositive: 1, falsePositive: 0.22, falseNegative: 1 },
  rewardLowFalseNegatives: { name: 'reward_low_FN_rate', truePositive: 1, falsePositive: 0.11, falseNegative: 2 },
} as const satisfies Record<string, NabProfile>

/** One labeled file: a score per row, and the first and last row of each window. */
export interface NabSeries {
  scores: readonly number[]
  windows: readonly { from: number; to: number }[]
}

export interface NabScore {
  /** 100 is perfect, 0 what saying nothing earns. */
  normalized: number
  /** The corpus-wide threshold that earns it. */
  threshold: number
  /** Windows met at that threshold, and rows outside windows above it. */
  detected: number
  windows: number
  falseAlerts: number
}

interface Row {
  score: number
  worth: number
  /** Index of the window it lies in, or -1. */
  window: number
}

/** A detector's first rows are for learning and are not scored: 15 %, at most 750. */
export function probation(rows: number): number {
  return Math.min(Math.floor(0.15 * rows), 750)
}

/** The best score over all thresholds, as the benchmark reports it. */
export function nabScore(corpus: readonly NabSeries[], profile: NabProfile): NabScore {
  const windows = corpus.reduce((count, series) => count + series.windows.length, 0)
  const rows: Row[] = []
  let first = 0
  for (const series of corpus) {
    pushRows(rows, series, first, profile)
    first += series.windows.length
  }
  rows.sort((a, b) => b.score - a.score)
  const best = sweep(rows, windows, profile)
  const silentScore = -windows * profile.falseNegative
  const perfect = windows * profile.truePositive
  const normalized = windows === 0 ? Number.NaN : (100 * (best.score - silentScore)) / (perfect - silentScore)
  return { normalized, threshold: best.threshold, detected: best.detected, windows, falseAlerts: best.falseAlerts }
}

/** What an alert on each row would earn or cost. */
function pushRows(rows: Row[], { scores, windows }: NabSeries, firstWindow: number, profile: NabProfile): void {
  let next = 0
  let last: { to: number; width: number } | undefined
  for (let row = 0; row < scores.length; row += 1) {
    let window = windows[next]
    if (window && row > window.to) {
      last = { to: window.to, width: window.to - window.from + 1 }
      next += 1
      window = windows[next]
    }
    if (row < probation(scores.length)) continue
    const score = scores[row] ?? 0
    if (window && row >= window.from) {
      const position = -(window.to - row + 1) / (window.to - window.from + 1)
      rows.push({ score, worth: (sigmoid(position) / sigmoid(-1)) * profile.truePositive, window: firstWindow + next })
    } else {
      const past = last ? (row - last.to) / Math.max(1, last.width - 1) : 3
      rows.push({ score, worth: sigmoid(past) * profile.falsePositive, window: -1 })
    }
  }
}

/** 0.99 at the left edge of a window (-1), 0 at its right edge, toward -1 behind it. */
function sigmoid(position: number): number {
  return position >= 3 ? -1 : 2 / (1 + Math.exp(5 * position)) - 1
}

function sweep(rows: readonly Row[], windows: number, profile: NabProfile) {
  const earned = new Map<number, number>()
  let outside = 0
  let falseAlerts = 0
  let inside = -windows * profile.falseNegative
  const best = { score: inside, threshold: 1.1, detected: 0, falseAlerts: 0 }
  rows.forEach(({ score, worth, window }, i) => {
    if (window === -1) {
      outside += worth
      falseAlerts += 1
    } else {
      const before = earned.get(window) ?? -profile.falseNegative
      if (worth > before) {
        inside += worth - before
        earned.set(window, worth)
      }
    }
    // Rows of one score rise above a threshold together.
    if (rows[i + 1]?.score === score) return
    if (inside + outside > best.score) {
      Object.assign(best, { score: inside + outside, threshold: score, detected: earned.size, falseAlerts })
    }
  })
  return best
}
