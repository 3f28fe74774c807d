/** A function: throttled by reserving no concurrency; stopped by that and by disabling its event sources. */
import type { PlannedRequest } from '@kept/domain/remediation.ts'
import { defineRemedy, quoted, requestJson, sizeOf } from '../remedy.ts'
import { arnOf, awsUrl, json, regionOf } from './address.ts'
import { allOff, describeMappings, mappingRequests, mappingsOf, readMappings } from './mappings.ts'

export const lambdaFunction = defineRemedy({
  kind: 'lambda_function',
  provider: 'aws',
  steps: ['throttle', 'stop', 'scale'],
  permissions: [
    'lambda:GetFunctionConcurrency',
    'lambda:PutFunctionConcurrency',
    'lambda:DeleteFunctionConcurrency',
    'lambda:ListEventSourceMappings',
    'lambda:UpdateEventSourceMapping',
  ],
  async read(sendRequest, target, signal) {
    const url = `${functionUrl(target, '2019-09-30')}/concurrency`
    const { ReservedConcurrentExecutions: reserved } = await requestJson<{ ReservedConcurrentExecutions?: number }>(
      sendRequest,
      { method: 'GET', url },
      signal,
    )
    const mappings = await readMappings(sendRequest, target, { FunctionName: functionNameOf(target) }, signal)
    return { reserved: reserved ?? null, mappings }
  },
  stateAfter: (before, order) => ({
    reserved: order.step === 'scale' ? sizeOf(order) : 0,
    mappings: order.step === 'stop' ? allOff(mappingsOf(before)) : mappingsOf(before),
  }),
  requests(target, from, to) {
    const url = `${functionUrl(target, '2017-10-31')}/concurrency`
    const concurrency: PlannedRequest[] =
      from.reserved === to.reserved
        ? []
        : to.reserved === null
          ? [{ method: 'DELETE', url, body: '', headers: {} }]
          : [
              {
                method: 'PUT',
                url,
                body: JSON.stringify({ ReservedConcurrentExecutions: to.reserved }),
                headers: json,
              },
            ]
    const sources = mappingRequests(target, mappingsOf(from), mappingsOf(to))
    // On stop, concurrency goes first; on undo, it is restored before the event sources.
    return [...concurrency, ...sources]
  },
  describeState({ reserved, mappings = {} }) {
    const limit = reserved === null ? 'not limited' : `limited to reserved concurrency ${reserved}`
    const sources = mappingsOf({ mappings })
    return Object.keys(sources).length === 0 ? limit : `${limit}, ${describeMappings(sources)}`
  },
  script(order) {
    const functionArgs = `--function-name ${quoted(functionNameOf(order.target))} --region ${quoted(regionOf(order.target))}`
    const size = order.step === 'scale' ? sizeOf(order) : 0
    const list = `aws lambda list-event-source-mappings ${functionArgs} --query 'EventSourceMappings[].UUID' --output text`
    const forEachMapping = (flag: string) =>
      `for id in $(${list}); do aws lambda update-event-source-mapping --uuid "$id" ${flag} --region ${quoted(regionOf(order.target))}; done`
    return {
      tool: 'aws',
      run: [
        `aws lambda get-function-concurrency ${functionArgs}`,
        `aws lambda put-function-concurrency ${functionArgs} --reserved-concurrent-executions ${size}`,
        ...(order.step === 'stop' ? [forEachMapping('--no-enabled')] : []),
      ],
      undo: [
        '# With put-function-concurrency instead, if the first command showed a number.',
        `aws lambda delete-function-concurrency ${functionArgs}`,
        ...(order.step === 'stop' ? [forEachMapping('--enabled')] : []),
      ],
    }
  },
})

interface Named {
  id: string
  name: string
  region: string
}

/** Without its version or alias: concurrency is the function's. */
export function functionNameOf({ id, name }: Named): string {
  const [, fromArn] = arnOf(id)?.resource.split(':') ?? []
  return fromArn ?? name
}

export function functionUrl(target: Parameters<typeof regionOf>[0], version: string): string {
  return `${awsUrl('lambda', { region: regionOf(target) })}/${version}/functions/${encodeURIComponent(functionNameOf(target))}`
}
