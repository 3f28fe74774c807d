/** Points in rows with a head: what CSV and Parquet files have in common. */
import { badInput } from '@kept/domain/errors.ts'
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

/** Which column holds what; refused in one sentence when a point cannot be made of them. */
export function metricColumns(head: readonly string[], file: string): MetricColumns {
  const plain = head.map((cell) => cell.trim().toLowerCase())
  const columns: MetricColumns = {}
  for (const [field, spellings] of Object.entries(names) as [keyof RawPoint, readonly string[]][]) {
    const at = spellings.map((name) => plain.indexOf(name)).find((index) => index >= 0)
    if (at !== undefined) columns[field] = at
  }
  const missing = (['resource_id', 'metric', 'at', 'value'] as const).filter((field) => columns[field] === undefined)
  if (missing.length > 0) {
    const needed = missing.map((field) => (field === 'at' ? 'timestamp' : field)).join(', ')
    throw badInput(
      `${file} lacks the column ${needed}; a file of metrics needs resource_id, metric, timestamp and value (min, max, unit and seconds are welcome). It has: ${head.slice(0, 12).join(', ')}.`,
    )
  }
  return columns
}

export function readMetricRow(cells: readonly unknown[], columns: MetricColumns, where: string): MetricReading {
  const raw = Object.fromEntries(
    Object.entries(columns).map(([field, at]) => [field, cells[at as number]]),
  ) as unknown as RawPoint
  const read = readPoint(raw, where)
  if (read.bad) return read
  const { metric, unit, seconds } = read.point
  // A table says nothing of sums: its values are taken for levels and rates.
  const known = canonical(metric, unit, seconds, false)
  const { value, min, max, ...rest } = read.point
  return {
    point: {
      ...rest,
      metric: known.metric,
      unit: known.unit || unit,
      value: known.scale(value),
      ...(min === undefined ? {} : { min: known.scale(min) }),
      ...(max === undefined ? {} : { max: known.scale(max) }),
    },
  }
}
