/**
 * CloudWatch: the output of `aws cloudwatch get-metric-data`. It names neither metric nor resource, so the queries of
 * the request are read with it ("MetricDataQueries" in one document), or a label "Metric|resource|stat".
 */
import * as z from 'zod'
import { canonical } from './canonical.ts'
import { type MetricReading, readPoint, spacingOf } from './reading.ts'

const metricSchema = z.looseObject({
  MetricName: z.string(),
  Dimensions: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
})
const resultSchema = z.looseObject({
  Id: z.string().default(''),
  Label: z.string().default(''),
  Timestamps: z.array(z.unknown()),
  Values: z.array(z.unknown()),
})
export const cloudWatchSchema = z.looseObject({
  MetricDataResults: z.array(z.unknown()),
  MetricDataQueries: z
    .array(
      z.looseObject({
        Id: z.string(),
        MetricStat: z
          .looseObject({
            Metric: metricSchema,
            Period: z.number(),
            Stat: z.string(),
            Unit: z.string().optional(),
          })
          .optional(),
      }),
    )
    .default([]),
})

interface Series {
  resource: string
  metric: string
  stat: string
  period: number
  unit: string
}

/** Averages become points; maxima and minima of the same series are added to them. */
export function* readCloudWatch(document: unknown, file: string): Generator<MetricReading> {
  const { MetricDataResults, MetricDataQueries } = cloudWatchSchema.parse(document)
  const queries = new Map(MetricDataQueries.map((query) => [query.Id, query.MetricStat]))
  const extremes = new Map<string, { min?: unknown; max?: unknown }>()
  const levels: { series: Series; times: unknown[]; values: unknown[]; location: string }[] = []
  for (const [index, result] of MetricDataResults.entries()) {
    const location = `${file}, result ${index + 1}`
    const parsed = resultSchema.safeParse(result)
    if (!parsed.success) {
      yield { rejected: { location, reason: 'has no Timestamps and Values', value: '' } }
      continue
    }
    const { Id, Label, Timestamps, Values } = parsed.data
    const series = seriesOf(queries.get(Id), Label, Timestamps)
    if (!series) {
      const reason =
        'has no metric and resource. Include the MetricDataQueries of the request, or label it "Metric|resource|stat"'
      yield { rejected: { location, reason, value: Label || Id } }
      continue
    }
    if (Timestamps.length !== Values.length) {
      yield {
        rejected: {
          location,
          reason: `has ${Timestamps.length} times for ${Values.length} values`,
          value: Label || Id,
        },
      }
      continue
    }
    if (/^(max|min)/i.test(series.stat)) {
      const side = /^max/i.test(series.stat) ? 'max' : 'min'
      for (const [i, timestamp] of Timestamps.entries()) {
        const key = `${series.resource}\0${series.metric}\0${String(timestamp)}`
        extremes.set(key, { ...extremes.get(key), [side]: Values[i] })
      }
    } else levels.push({ series, times: Timestamps, values: Values, location })
  }
  for (const { series, times, values, location } of levels) {
    const canonicalMetric = canonical(series.metric, series.unit, series.period, /^sum$/i.test(series.stat))
    for (const [i, timestamp] of times.entries()) {
      const extreme = extremes.get(`${series.resource}\0${series.metric}\0${String(timestamp)}`)
      const scaled = (value: unknown) => (typeof value === 'number' ? canonicalMetric.scale(value) : value)
      yield readPoint(
        {
          resource_id: series.resource,
          metric: canonicalMetric.metric,
          unit: canonicalMetric.unit,
          at: timestamp,
          seconds: series.period,
          value: scaled(values[i]),
          min: scaled(extreme?.min),
          max: scaled(extreme?.max),
        },
        `${location}, value ${i + 1}`,
      )
    }
  }
}

/** The dimension that names the resource; narrower ones (an availability zone, a target group) are ignored. */
const dimensions = [
  'InstanceId',
  'VolumeId',
  'DBInstanceIdentifier',
  'DBClusterIdentifier',
  'CacheClusterId',
  'LoadBalancer',
  'LoadBalancerName',
  'NatGatewayId',
  'FunctionName',
  'TableName',
  'StreamName',
  'ClusterName',
  'EndpointName',
  'BucketName',
  'WorkspaceId',
]

type Stat = NonNullable<z.infer<typeof cloudWatchSchema>['MetricDataQueries'][number]['MetricStat']>

function seriesOf(stat: Stat | undefined, label: string, times: unknown[]): Series | undefined {
  if (stat) {
    const { MetricName, Dimensions } = stat.Metric
    const dimension =
      dimensions.map((name) => Dimensions.find(({ Name }) => Name === name)).find(Boolean) ?? Dimensions[0]
    if (!dimension) return undefined
    return {
      resource: dimension.Value,
      metric: MetricName,
      stat: stat.Stat,
      period: stat.Period,
      unit: stat.Unit ?? '',
    }
  }
  const [metric, resource, kind = 'Average'] = label.split('|')
  if (!metric || !resource) return undefined
  return { resource, metric, stat: kind, period: spacingOf(times, 300), unit: '' }
}
