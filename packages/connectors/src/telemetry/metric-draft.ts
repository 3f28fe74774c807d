/** A metric point that decoders build; attributes of the point may name its resource. */
import type { MetricKind, MetricPoint, TelemetryResource } from '@kept/domain/span.ts'
import { type Attributes, resourceNamed } from './resource-of.ts'

interface MetricDraft {
  resource: TelemetryResource
  attributes: Attributes
  name: string
  unit: string
  kind: MetricKind
  timeMs: number
  value: number
}

const ownResource = [
  'resource_id',
  'aws.resource_id',
  'cloud.resource_id',
  'k8s.pod.name',
  'k8s.deployment.name',
  'FunctionName',
  'AutoScalingGroupName',
  'QueueName',
]

/** The point, or why it is rejected. */
export function pointOf({ resource, attributes, name, unit, kind, timeMs, value }: MetricDraft): MetricPoint | string {
  if (name === '') return 'metric points without a name'
  if (!(timeMs > 0)) return 'metric points without a time'
  if (!Number.isFinite(value)) return 'metric points without a number'
  const resourceId = ownResource
    .map((key) => attributes.get(key))
    .find((candidate) => candidate !== undefined && candidate !== '')
  return {
    resource: resourceId === undefined ? resource : resourceNamed(String(resourceId)),
    metric: name.slice(0, 300),
    series: attributes.size === 0 ? '' : seriesOf(attributes),
    unit,
    kind,
    timeMs,
    value,
  }
}

function seriesOf(attributes: Attributes): string {
  return [...attributes]
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(',')
    .slice(0, 500)
}
