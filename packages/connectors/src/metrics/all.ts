/** The metrics formats, and how a JSON document is recognized. */
import { badInput } from '@kept/domain/errors.ts'
import { fieldOf } from '@kept/foundation/narrow.ts'
import { azureMonitorSchema, readAzureMonitor } from './azure-monitor.ts'
import { cloudMonitoringSchema, readCloudMonitoring } from './cloud-monitoring.ts'
import { cloudWatchSchema, readCloudWatch } from './cloudwatch.ts'
import { prometheusSchema, readPrometheusAnswer } from './prometheus.ts'
import { type MetricReading, type RawPoint, readPoint } from './reading.ts'

interface JsonFormat {
  id: string
  recognizes(document: unknown): boolean
  read(document: unknown, file: string): Iterable<MetricReading>
}

const jsonFormats: JsonFormat[] = [
  {
    id: 'prometheus-query',
    recognizes: (document) => prometheusSchema.safeParse(document).success,
    read: readPrometheusAnswer,
  },
  {
    id: 'cloudwatch',
    recognizes: (document) => cloudWatchSchema.safeParse(document).success,
    read: readCloudWatch,
  },
  {
    id: 'cloud-monitoring',
    recognizes: (document) => cloudMonitoringSchema.safeParse(document).success,
    read: readCloudMonitoring,
  },
  {
    id: 'azure-monitor',
    recognizes: (document) => azureMonitorSchema.safeParse(document).success,
    read: readAzureMonitor,
  },
  {
    id: 'kept-points',
    recognizes: (document) => isPoints(document),
    read: readPoints,
  },
]

/** A JSON document of metrics, or a list of documents of one format (one per page or resource). */
export function openMetricsJson(document: unknown, file: string): { format: string; read(): Iterable<MetricReading> } {
  const documentFormat = jsonFormats.find((format) => format.recognizes(document))
  if (documentFormat) return { format: documentFormat.id, read: () => documentFormat.read(document, file) }
  if (Array.isArray(document) && document.length > 0) {
    const itemFormat = jsonFormats.find((format) => document.every((part) => format.recognizes(part)))
    if (itemFormat) {
      return {
        format: itemFormat.id,
        *read() {
          for (const [i, part] of document.entries()) yield* itemFormat.read(part, `${file}, document ${i + 1}`)
        },
      }
    }
  }
  throw badInput(
    `${file} is JSON, but in no metrics format that Kept knows. Kept reads Prometheus query results, CloudWatch GetMetricData, Azure Monitor metrics, Cloud Monitoring timeSeries, and { "points": [...] }.`,
  )
}

function isPoints(document: unknown): document is { points: unknown[] } {
  return Array.isArray(fieldOf(document, 'points'))
}

function* readPoints(document: unknown, file: string): Generator<MetricReading> {
  for (const [i, point] of (document as { points: RawPoint[] }).points.entries()) {
    yield readPoint(point ?? {}, `${file}, point ${i + 1}`)
  }
}
