/** Figures of metrics in sentences. */

import type { ResourceMetric } from '@kept/domain/facts.ts'
import { type KnownMetric, knownMetrics } from '@kept/domain/metric.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { formatWindow } from '@kept/foundation/format/day.ts'

/** "3.2 %", "0.4 req/s", "12 connections". */
export function formatLoad(value: number, metric: KnownMetric): string {
  const { unit } = knownMetrics[metric]
  const digits = Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toPrecision(2)).toString()
  return unit === 'percent' ? `${digits}%` : unit === 'count' ? digits : `${digits} ${unit}`
}

/** The percentiles a decision rests on, as a person can check them. */
export function loadEvidence(row: ResourceMetric, metric: KnownMetric): { label: string; value: string }[] {
  const { label } = knownMetrics[metric]
  return [
    {
      label: `${label}, average / 99th percentile / peak`,
      value: [row.avg, row.p99, row.max].map((value) => formatLoad(value, metric)).join(' / '),
    },
    ...(row.month_end_p95 === null
      ? []
      : [{ label: `${label} at month end`, value: formatLoad(row.month_end_p95, metric) }]),
    {
      label: `${label}, days measured`,
      value: `${row.days}, ${formatWindow(row.first_day, addDays(row.last_day, 1))}`,
    },
  ]
}
