/**
 * A queue cannot be paused. Throttled, each message is delayed by the maximum of fifteen minutes: a loop through the
 * queue runs once in that time. Stopped, functions no longer read it either; its messages stay, and its redrive policy
 * is unchanged.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget } from '@kept/domain/remediation.ts'
import { defineRemedy, quoted, requestJson } from '../remedy.ts'
import { arnOf, awsUrl, regionOf } from './address.ts'
import { allOff, describeMappings, mappingRequests, mappingsOf, readMappings } from './mappings.ts'

const longestDelay = 900

export const sqsQueue = defineRemedy({
  kind: 'sqs_queue',
  provider: 'aws',
  steps: ['throttle', 'stop'],
  permissions: [
    'sqs:GetQueueAttributes',
    'sqs:SetQueueAttributes',
    'lambda:ListEventSourceMappings',
    'lambda:UpdateEventSourceMapping',
  ],
  async read(sendRequest, target, signal) {
    const request = sqsRequest(target, 'GetQueueAttributes', { AttributeNames: ['DelaySeconds'] })
    const { Attributes } = await requestJson<{ Attributes?: { DelaySeconds?: string } }>(sendRequest, request, signal)
    const mappings = await readMappings(sendRequest, target, { EventSourceArn: target.id }, signal)
    return { delay: Number(Attributes?.DelaySeconds ?? 0), mappings }
  },
  stateAfter: (before, { step }) => ({
    delay: longestDelay,
    mappings: step === 'stop' ? allOff(mappingsOf(before)) : mappingsOf(before),
  }),
  requests: (target, from, to) => [
    ...(from.delay === to.delay
      ? []
      : [sqsRequest(target, 'SetQueueAttributes', { Attributes: { DelaySeconds: String(to.delay) } })]),
    ...mappingRequests(target, mappingsOf(from), mappingsOf(to)),
  ],
  describeState: ({ delay, mappings }) =>
    `at a delay of ${delay} s, ${describeMappings(mappingsOf({ mappings: mappings ?? {} }))}`,
  script({ target, step }) {
    const region = `--region ${quoted(regionOf(target))}`
    const queue = `--queue-url ${quoted(queueUrl(target))} ${region}`
    const list = `aws lambda list-event-source-mappings --event-source-arn ${quoted(target.id)} ${region} --query 'EventSourceMappings[].UUID' --output text`
    const forEachMapping = (flag: string) =>
      `for id in $(${list}); do aws lambda update-event-source-mapping --uuid "$id" ${flag} ${region}; done`
    return {
      tool: 'aws',
      run: [
        `aws sqs get-queue-attributes ${queue} --attribute-names DelaySeconds`,
        `aws sqs set-queue-attributes ${queue} --attributes DelaySeconds=${longestDelay}`,
        ...(step === 'stop' ? [forEachMapping('--no-enabled')] : []),
      ],
      undo: [
        '# With the delay the first command showed, if it was not 0.',
        `aws sqs set-queue-attributes ${queue} --attributes DelaySeconds=0`,
        ...(step === 'stop' ? [forEachMapping('--enabled')] : []),
      ],
    }
  },
})

function queueUrl(target: RemediationTarget): string {
  const arn = arnOf(target.id)
  if (!arn) throw new KeptError('bad_input', `To act on ${target.name}, Kept needs its ARN as its id.`)
  return `${awsUrl('sqs', { region: regionOf(target) })}/${arn.account}/${arn.resource}`
}

function sqsRequest(target: RemediationTarget, action: string, body: object): PlannedRequest {
  return {
    method: 'POST',
    url: `${awsUrl('sqs', { region: regionOf(target) })}/`,
    body: JSON.stringify({ QueueUrl: queueUrl(target), ...body }),
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${action}` },
  }
}
