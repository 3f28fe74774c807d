/** From the rows of one metric to the happenings behind its alerts: when, how far off, and how bad. */
import type { AnomalySeverity, MetricAnomaly } from '@kept/domain/anomaly.ts'
import { isoOf } from '@kept/domain/series.ts'
import { type AnomalyEvaluation, alertAt } from '../evaluation.ts'
import { evaluateMetric, startMetric } from './metric-engine.ts'
import { offRhythm, startRhythm } from './rhythm.ts'

type StreamIncident = Pick<MetricAnomaly, 'direction' | 'status' | 'severity' | 'expected' | 'actual' | 'points'> & {
  /** Milliseconds since 1970. */
  from: number
  to: number
}

interface StreamRow {
  at: number
  value: number
}

interface EvaluatedRow extends StreamRow, AnomalyEvaluation {
  expected: number
}

/** A happening is over once its severity has fallen to this share of its height. */
const quietShare = 0.5
/** Alerts this close are one happening, and rows shown before and after one. */
const [near, margin] = [30, 60]
/** Scores, each the least of its severity. */
const heights: readonly (readonly [AnomalySeverity, number])[] = [
  ['critical', 0.97],
  ['high', 0.9],
  ['medium', 0.7],
]

/** Rows in their order, oldest first. `sensitivity` above 1 asks for higher scores: what people said of earlier alerts. */
export function evaluateStream(rows: readonly StreamRow[], sensitivity = 1): StreamIncident[] {
  const state = startMetric()
  const rhythm = startRhythm()
  const evaluated = rows.map(({ at, value }): EvaluatedRow => {
    const evaluation = evaluateMetric(state, at, value)
    return { at, value, ...evaluation, expected: value - offRhythm(rhythm, at, value).day }
  })
  const minScore = Math.min(0.99, 1 - (1 - alertAt) / sensitivity)
  const spans: { first: number; last: number }[] = []
  evaluated.forEach(({ alert, score }, row) => {
    if (!alert || score < minScore) return
    const before = spans.at(-1)
    const last = endOf(evaluated, row)
    if (before && row - before.last <= near) before.last = Math.max(before.last, last)
    else spans.push({ first: row, last })
  })
  return spans.map(({ first, last }) => incidentOf(evaluated, first, last))
}

function endOf(evaluated: readonly EvaluatedRow[], first: number): number {
  let [row, top] = [first, 0]
  while (row + 1 < evaluated.length) {
    const severity = evaluated[row + 1]?.severity ?? 0
    top = Math.max(top, severity)
    if (severity < quietShare * top) break
    row += 1
  }
  return row
}

function incidentOf(evaluated: readonly EvaluatedRow[], first: number, last: number): StreamIncident {
  const incidentRows = evaluated.slice(first, last + 1)
  // What is usual while it lasts is what was usual before: the rhythm learns from the happening itself.
  const deviationOf = ({ value, expected }: EvaluatedRow) => Math.abs(value - expected)
  const furthest = incidentRows.reduce((current, other) =>
    deviationOf(other) > deviationOf(current) ? other : current,
  )
  const score = Math.max(...incidentRows.map((row) => row.score))
  return {
    from: incidentRows[0]?.at ?? 0,
    to: incidentRows.at(-1)?.at ?? 0,
    direction: furthest.value >= furthest.expected ? 'above' : 'below',
    status: last >= evaluated.length - 1 ? 'open' : 'over',
    severity: heights.find(([, height]) => score >= height)?.[0] ?? 'low',
    expected: furthest.expected,
    actual: furthest.value,
    points: evaluated.slice(Math.max(0, first - margin), last + 1 + margin / 2).map(({ at, value, expected }) => ({
      at: isoOf(at),
      value,
      expected: Number.isFinite(expected) ? expected : null,
      is_anomalous: at >= (incidentRows[0]?.at ?? 0) && at <= (incidentRows.at(-1)?.at ?? 0),
    })),
  }
}
