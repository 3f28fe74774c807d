/** AWS CloudTrail's log files: changes of sizes, code or wiring. */
import type { ChangeEvent, TelemetrySink } from '@kept/domain/span.ts'
import { type Json, list, numberOf, record, textOf } from './json-safe.ts'
import { type Attributes, resourceOf } from './resource-of.ts'

export function isCloudTrailJson(document: Json): boolean {
  const first = Array.isArray(record(document).Records) ? list(record(document).Records)[0] : document
  return 'eventSource' in record(first) && 'eventName' in record(first)
}

export function readCloudTrailJson(document: Json, sink: TelemetrySink): void {
  const records = Array.isArray(record(document).Records) ? list(record(document).Records) : [document]
  for (const item of records) {
    const fields = record(item)
    const timeMs = Date.parse(textOf(fields.eventTime))
    if (Number.isNaN(timeMs)) sink.reject(1, 'CloudTrail records without a time')
    else if (fields.errorCode === undefined) {
      const event = eventOf(fields, timeMs)
      if (event) sink.event(event)
    }
  }
}

const deploys =
  /^(UpdateFunctionCode|CreateDeployment|RegisterTaskDefinition|PublishVersion|UpdateService|StartPipelineExecution|UpdateStack)/
const wiring =
  /^(UpdateFunctionConfiguration|CreateEventSourceMapping|UpdateEventSourceMapping|PutBucketNotification|PutRule|PutTargets|Subscribe|SetQueueAttributes|PutScalingPolicy|UpdateAutoScalingGroup|PutBucketReplication)/

function eventOf(fields: Record<string, Json>, timeMs: number): ChangeEvent | undefined {
  const name = textOf(fields.eventName)
  const parameters = record(fields.requestParameters)
  const target = [
    'autoScalingGroupName',
    'functionName',
    'service',
    'serviceName',
    'bucketName',
    'queueUrl',
    'stackName',
    'applicationName',
    'resourceId',
  ]
    .map((key) => textOf(parameters[key]))
    .find((value) => value !== '')
  const size = [parameters.desiredCapacity, parameters.desiredCount, record(parameters.nodegroup).desiredSize]
    .map(numberOf)
    .find((value) => !Number.isNaN(value))
  const byScaler = /autoscaling/.test(textOf(record(fields.userIdentity).invokedBy))
  const machines = list(record(record(fields.responseElements).instancesSet).items).length || 1
  const attributes: Attributes = new Map([
    ['cloud.provider', 'aws'],
    ['cloud.region', textOf(fields.awsRegion)],
    ['service.name', target ?? textOf(fields.eventSource)],
  ])
  const event = (kind: ChangeEvent['kind'], to: number | null, delta: number | null): ChangeEvent => ({
    resource: resourceOf(attributes),
    timeMs,
    kind,
    from: null,
    to,
    delta,
    generation: '',
    actor: textOf(record(fields.userIdentity).arn) || textOf(record(fields.userIdentity).invokedBy),
    description: name,
    count: 1,
  })
  if (size !== undefined) return event('scaling', size, null)
  if (byScaler && name === 'RunInstances') return event('scaling', null, machines)
  if (byScaler && name === 'TerminateInstances') return event('scaling', null, -machines)
  if (deploys.test(name)) return event('deploy', null, null)
  return wiring.test(name) ? event('configuration', null, null) : undefined
}
