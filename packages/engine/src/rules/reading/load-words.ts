/** Figures of metrics in sentences. */
import type { ResourceMetric } from '@kept/domain/facts.ts'
import { type KnownMetric, knownMetrics } from '@kept/domain/metric.ts'

/** "3.2 %", "0.4 req/s", "12 connections". */
export function loadWords(value: number, metric: KnownMetric): string {
  const { unit } = knownMetrics[metric]
  const digits = Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toPrecision(2)).toString()
  return unit === 'percent' ? `${digits} %` : unit === 'count' ? digits : `${digits} ${unit}`
}

/** The percentiles a decision rests on, as a person can check them. */
export function loadEvidence(row: ResourceMetric, metric: KnownMetric): { label: string; value: string }[] {
  const { words } = knownMetrics[metric]
  return [
    {
      label: `${words}, mean / 99th percentile / highest`,
      value: [row.avg, row.p99, row.most].map((value) => loadWords(value, metric)).join(' / '),
    },
    ...(row.month_end_p95 === null
      ? []
      : [{ label: `${words} around the month’s end`, value: loadWords(row.month_end_p95, metric) }]),
    { label: `${words}, days measured`, value: `${row.days}, ${row.first_day} to ${row.last_day}` },
  ]
}
