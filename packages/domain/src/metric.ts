/** Metrics of resources: series of points, one per time, from a minute to a day apart. */
import { keysOf } from '@kept/foundation/keys.ts'
import * as z from 'zod'

/** What Kept's rules know how to read; any other name is kept and shown as it came. */
export const knownMetrics = {
  cpu_utilization: { unit: 'percent', label: 'CPU' },
  memory_utilization: { unit: 'percent', label: 'Memory' },
  disk_utilization: { unit: 'percent', label: 'Storage in use' },
  gpu_utilization: { unit: 'percent', label: 'GPU' },
  network_in: { unit: 'bytes/s', label: 'Network in' },
  network_out: { unit: 'bytes/s', label: 'Network out' },
  disk_ops: { unit: 'ops/s', label: 'Disk operations' },
  disk_bytes: { unit: 'bytes/s', label: 'Disk throughput' },
  requests: { unit: 'req/s', label: 'Requests' },
  connections: { unit: 'count', label: 'Connections' },
  records: { unit: 'records/s', label: 'Records' },
  capacity_utilization: { unit: 'percent', label: 'Provisioned capacity in use' },
} as const
export type KnownMetric = keyof typeof knownMetrics
export const knownMetricNames = keysOf(knownMetrics)

const metricNameSchema = z
  .string()
  .regex(/^[A-Za-z_:][A-Za-z0-9_:./-]{0,199}$/, 'a metric name is letters, digits, "_", ":", ".", "/" or "-"')

/** Squares of larger numbers leave the range of a float. */
const valueSchema = z.number().min(-1e100).max(1e100)

/** One point. `value` is the mean over the `seconds` before `at` ends; least and most are of the finer points inside. */
export const metricPointSchema = z
  .object({
    resource_id: z.string().trim().min(1).max(2048),
    metric: metricNameSchema,
    unit: z.string().max(60).default(''),
    at: z.iso.datetime({ offset: true }),
    seconds: z.int().min(1).max(86_400).default(60),
    value: valueSchema,
    min: valueSchema.optional(),
    max: valueSchema.optional(),
  })
  .refine(({ value, min, max }) => (min ?? value) <= value && value <= (max ?? value), {
    message: 'the mean must be between the minimum and the maximum',
    path: ['value'],
  })
export type MetricPoint = z.output<typeof metricPointSchema>

/** A row of a file that is no point: where it stands and why. */
export interface BadMetricRow {
  location: string
  reason: string
  value: string
}

export const metricImportSchema = z.object({
  format: z.string(),
  points: z.int(),
  series: z.int(),
  /** Points whose resource no bill and no inventory names: kept, and used once one does. */
  unmatched_series: z.int(),
  rejected: z.int(),
  /** The first of them, at most a hundred. */
  rejected_rows: z.array(z.object({ location: z.string(), reason: z.string(), value: z.string() })),
  start_time: z.iso.datetime().nullable(),
  end_time: z.iso.datetime().nullable(),
})
export type MetricImport = z.infer<typeof metricImportSchema>

export const metricGrains = ['raw', 'hour', 'day'] as const
export type MetricGrain = (typeof metricGrains)[number]

export const metricSeriesSchema = z.object({
  metric: z.string(),
  unit: z.string(),
  label: z.string(),
  /** Over the whole span asked for. */
  summary: z.object({
    points: z.int(),
    min: z.number(),
    avg: z.number(),
    p95: z.number(),
    p99: z.number(),
    max: z.number(),
  }),
  /** A time without a point is left out: a gap, never a zero. */
  points: z.array(
    z.object({
      at: z.iso.datetime(),
      min: z.number(),
      avg: z.number(),
      max: z.number(),
      p95: z.number(),
    }),
  ),
})
export type MetricSeries = z.infer<typeof metricSeriesSchema>
