/** A function with more memory than it uses: set to another size, and back. */
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { type CloudRequest, defineRemedy, quoted, requestJson, requestText, sizeOf, waitUntil } from '../remedy.ts'
import { json, regionOf } from './address.ts'
import { functionNameOf, functionUrl } from './lambda-function.ts'

export const lambdaMemory = defineRemedy({
  kind: 'lambda_function',
  provider: 'aws',
  steps: ['resize'],
  permissions: ['lambda:GetFunctionConfiguration', 'lambda:UpdateFunctionConfiguration'],
  read: async (send, target, signal) => ({ memory: (await configurationOf(send, target, signal)).MemorySize }),
  stateAfter: (_before, order) => ({ memory: sizeOf(order) }),
  requests: (target, from, to) => (from.memory === to.memory ? [] : [memoryRequest(target, to)]),
  async carryOut(carrier, target, from, to) {
    if (from.memory === to.memory) return
    await requestText(carrier.send, memoryRequest(target, to))
    await waitUntil(carrier, { what: `The change of ${target.name}`, maxMinutes: 10 }, async () => {
      const { LastUpdateStatus = 'Successful' } = await configurationOf(carrier.send, target)
      return LastUpdateStatus !== 'InProgress'
    })
  },
  undoPrice: () =>
    'Processors come with memory: with less of it a function that calculates takes longer, and may reach its timeout. Running environments are replaced each time, so the next requests start cold.',
  describeState: ({ memory }) => `a function with ${memory} MB of memory`,
  script(order) {
    const name = `--function-name ${quoted(functionNameOf(order.target))} --region ${quoted(regionOf(order.target))}`
    const change = (size: number | string) => `aws lambda update-function-configuration ${name} --memory-size ${size}`
    return {
      tool: 'aws',
      run: [`aws lambda get-function-configuration ${name} --query MemorySize --output text`, change(sizeOf(order))],
      undo: ['# With the number the first command showed.', change('PREVIOUS_SIZE')],
    }
  },
})

function configurationOf(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) {
  return requestJson<{ MemorySize: number; LastUpdateStatus?: string }>(
    send,
    { method: 'GET', url: urlOf(target) },
    signal,
  )
}

function memoryRequest(target: RemediationTarget, { memory }: ResourceState): PlannedRequest {
  return { method: 'PUT', url: urlOf(target), body: JSON.stringify({ MemorySize: memory }), headers: json }
}

function urlOf(target: RemediationTarget): string {
  return `${functionUrl(target, '2015-03-31')}/configuration`
}
