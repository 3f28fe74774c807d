/** Points in rows with a header: shared by CSV and Parquet files. */
import { badInput } from '@kept/domain/errors.ts'
import { entriesOf } from '@kept/foundation/keys.ts'
import { canonical } from './canonical.ts'
import { type MetricReading, type RawPoint, readPoint } from './reading.ts'

const names: Record<keyof RawPoint, readonly string[]> = {
  resource_id: ['resource_id', 'resource', 'resourceid', 'instance_id', 'instance'],
  metric: ['metric', 'metric_name', 'metricname', 'name'],
  unit: ['unit', 'units'],
  at: ['timestamp', 'at', 'time', 'datetime', 'ts'],
  seconds: ['seconds', 'period', 'period_seconds', 'interval'],
  value: ['value', 'avg', 'average', 'mean'],
  min: ['min', 'minimum'],
  max: ['max', 'maximum'],
}

export type MetricColumns = { [Field in keyof RawPoint]?: number }

/** The column of each field; throws one sentence when required columns are missing. */
export function metricColumns(head: readonly string[], file: string): MetricColumns {
  const normalizedHead = head.map((cell) => cell.trim().toLowerCase())
  const columns: MetricColumns = {}
  for (const [field, spellings] of entriesOf(names)) {
    const position = spellings.map((name) => normalizedHead.indexOf(name)).find((index) => index >= 0)
    if (position !== undefined) columns[field] = position
  }
  const missing = (['resource_id', 'metric', 'at', 'value'] as const).filter((field) => columns[field] === undefined)
  if (missing.length > 0) {
    const needed = missing.map((field) => (field === 'at' ? 'timestamp' : field)).join(', ')
    throw badInput(
      `${file} has no column ${needed}. A metrics file needs resource_id, metric, timestamp, and value (min, max, unit, and seconds are optional). First columns: ${head.slice(0, 12).join(', ')}.`,
    )
  }
  return columns
}

export function readMetricRow(cells: readonly unknown[], columns: MetricColumns, location: string): MetricReading {
  const cell = (field: keyof RawPoint) => (columns[field] === undefined ? undefined : cells[columns[field]])
  const raw: RawPoint = {
    ...{ resource_id: cell('resource_id'), metric: cell('metric'), unit: cell('unit') },
    ...{ at: cell('at'), seconds: cell('seconds'), value: cell('value'), min: cell('min'), max: cell('max') },
  }
  const read = readPoint(raw, location)
  if (read.rejected) return read
  const { metric, unit, seconds } = read.point
  // A table does not mark sums: its values are treated as levels and rates.
  const canonicalMetric = canonical(metric, unit, seconds, false)
  const { value, min, max, ...otherFields } = read.point
  return {
    point: {
      ...otherFields,
      metric: canonicalMetric.metric,
      unit: canonicalMetric.unit || unit,
      value: canonicalMetric.scale(value),
      ...(min === undefined ? {} : { min: canonicalMetric.scale(min) }),
      ...(max === undefined ? {} : { max: canonicalMetric.scale(max) }),
    },
  }
}
