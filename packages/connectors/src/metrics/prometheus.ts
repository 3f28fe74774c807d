/** Prometheus: the response of a query ("matrix" or "vector"), and the labels that identify a sample's resource. */
import * as z from 'zod'
import { canonical } from './canonical.ts'
import { type MetricReading, readPoint, spacingOf } from './reading.ts'

const sampleSchema = z.tuple([z.unknown(), z.unknown()])
export const prometheusSchema = z.looseObject({
  data: z.looseObject({
    resultType: z.enum(['matrix', 'vector']),
    result: z.array(
      z.looseObject({
        metric: z.record(z.string(), z.string()),
        values: z.array(sampleSchema).optional(),
        value: sampleSchema.optional(),
      }),
    ),
  }),
})

export function* readPrometheusAnswer(document: unknown, file: string): Generator<MetricReading> {
  const { data } = prometheusSchema.parse(document)
  for (const [index, { metric, values, value }] of data.result.entries()) {
    const samples = values ?? (value ? [value] : [])
    const seconds = spacingOf(
      samples.map(([timestamp]) => timestamp),
      60,
    )
    for (const [i, [timestamp, text]] of samples.entries()) {
      yield readSample(
        { labels: metric, at: timestamp, value: text, seconds },
        `${file}, series ${index + 1}, sample ${i + 1}`,
      )
    }
  }
}

interface Sample {
  labels: Record<string, string>
  at: unknown
  value: unknown
  seconds: number
}

/** Prometheus' staleness marker. */
export function readSample({ labels, at: timestamp, value, seconds }: Sample, location: string): MetricReading {
  const name = labels.__name__ ?? labels.metric ?? ''
  const resource = resourceOf(labels)
  if (resource === '') {
    return {
      rejected: {
        location,
        reason: `has no resource: none of its labels is ${resourceLabels.join(', ')}`,
        value: name,
      },
    }
  }
  const isRatio = /_ratio$/.test(name)
  const baseName = name.replace(/_(ratio|percent)$/, '')
  const canonicalMetric = canonical(baseName, labels.unit ?? '', seconds, false)
  const number = Number(value)
  return readPoint(
    {
      resource_id: resource,
      metric: canonicalMetric.metric,
      unit: isRatio ? 'percent' : canonicalMetric.unit,
      at: timestamp,
      seconds,
      value: Number.isFinite(number) ? canonicalMetric.scale(isRatio ? number * 100 : number) : undefined,
    },
    location,
  )
}

const resourceLabels = ['resource_id', 'instance_id', 'resource', 'volume_id', 'node', 'instance']
/** In a cluster the container of a workload is the resource; its pods change. */
function resourceOf(labels: Record<string, string>): string {
  const labelValue = resourceLabels.map((label) => labels[label]).find(Boolean)
  const { namespace, container, workload, pod } = labels
  if (labels.resource_id) return labels.resource_id
  if (namespace && (container || workload || pod)) {
    return [labels.cluster, namespace, workload || pod, container].filter(Boolean).join('/')
  }
  return (labelValue ?? '').replace(/:\d+$/, '')
}
