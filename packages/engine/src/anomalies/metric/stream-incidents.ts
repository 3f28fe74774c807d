/** From the rows of one metric to the happenings behind its alerts: when, how far off, and how bad. */
import type { AnomalySeverity, MetricAnomaly } from '@kept/domain/anomaly.ts'
import { isoOf } from '@kept/domain/series.ts'
import { alertAt, type Verdict } from '../verdict.ts'
import { judgeMetric, startMetric } from './metric-engine.ts'
import { offRhythm, startRhythm } from './rhythm.ts'

export type StreamIncident = Pick<
  MetricAnomaly,
  'direction' | 'status' | 'severity' | 'expected' | 'actual' | 'points'
> & {
  /** Milliseconds since 1970. */
  from: number
  to: number
}

export interface StreamRow {
  at: number
  value: number
}

interface Judged extends StreamRow, Verdict {
  expected: number
}

/** A happening is over once its severity has fallen to this share of its height. */
const calm = 0.5
/** Alerts this close are one happening, and rows shown before and after one. */
const [near, margin] = [30, 60]
/** Scores, each the least of its severity. */
const heights: readonly (readonly [AnomalySeverity, number])[] = [
  ['critical', 0.97],
  ['high', 0.9],
  ['medium', 0.7],
]

/** Rows in their order, oldest first. `sensitivity` above 1 asks for higher scores: what people said of earlier alerts. */
export function judgeStream(rows: readonly StreamRow[], sensitivity = 1): StreamIncident[] {
  const state = startMetric()
  const rhythm = startRhythm()
  const judged = rows.map(({ at, value }): Judged => {
    const verdict = judgeMetric(state, at, value)
    return { at, value, ...verdict, expected: value - offRhythm(rhythm, at, value).day }
  })
  const least = Math.min(0.99, 1 - (1 - alertAt) / sensitivity)
  const spans: { first: number; last: number }[] = []
  judged.forEach(({ alert, score }, row) => {
    if (!alert || score < least) return
    const before = spans.at(-1)
    const last = endOf(judged, row)
    if (before && row - before.last <= near) before.last = Math.max(before.last, last)
    else spans.push({ first: row, last })
  })
  return spans.map(({ first, last }) => incidentOf(judged, first, last))
}

function endOf(judged: readonly Judged[], first: number): number {
  let [row, top] = [first, 0]
  while (row + 1 < judged.length) {
    const severity = judged[row + 1]?.severity ?? 0
    top = Math.max(top, severity)
    if (severity < calm * top) break
    row += 1
  }
  return row
}

function incidentOf(judged: readonly Judged[], first: number, last: number): StreamIncident {
  const own = judged.slice(first, last + 1)
  // What is usual while it lasts is what was usual before: the rhythm learns from the happening itself.
  const off = ({ value, expected }: Judged) => Math.abs(value - expected)
  const furthest = own.reduce((one, other) => (off(other) > off(one) ? other : one))
  const score = Math.max(...own.map((one) => one.score))
  return {
    from: own[0]?.at ?? 0,
    to: own.at(-1)?.at ?? 0,
    direction: furthest.value >= furthest.expected ? 'above' : 'below',
    status: last >= judged.length - 1 ? 'open' : 'over',
    severity: heights.find(([, height]) => score >= height)?.[0] ?? 'low',
    expected: furthest.expected,
    actual: furthest.value,
    points: judged.slice(Math.max(0, first - margin), last + 1 + margin / 2).map(({ at, value, expected }) => ({
      at: isoOf(at),
      value,
      expected: Number.isFinite(expected) ? expected : null,
      off: at >= (own[0]?.at ?? 0) && at <= (own.at(-1)?.at ?? 0),
    })),
  }
}
