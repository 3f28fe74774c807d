/** A second-generation function: throttled to one instance, stopped through its Cloud Run service. */
import type { PlannedRequest } from '@kept/domain/remediation.ts'
import { defineRemedy, quoted, requestJson, sizeOf } from '../remedy.ts'
import { functionsApi, json, partsOf, pathOf } from './address.ts'
import { describeScaling, type RunScaling, readScaling, runPermissions, scalingRequests } from './run-scaling.ts'

export const cloudFunction = defineRemedy({
  kind: 'cloud_function',
  provider: 'gcp',
  steps: ['throttle', 'stop', 'scale'],
  permissions: [
    'cloudfunctions.functions.get',
    'cloudfunctions.functions.update',
    'iam.serviceAccounts.actAs',
    ...runPermissions,
  ],
  async read(sendRequest, target, signal) {
    const { serviceConfig } = await requestJson<{ serviceConfig?: { service?: string; maxInstanceCount?: number } }>(
      sendRequest,
      { method: 'GET', url: `${functionsApi}/${pathOf(target)}` },
      signal,
    )
    const service = serviceConfig?.service ?? pathOf(target).replace('/functions/', '/services/')
    return {
      service,
      // 0 means the project's default.
      most: serviceConfig?.maxInstanceCount ?? 0,
      run: await readScaling(sendRequest, service, signal),
    }
  },
  stateAfter(before, order) {
    if (order.step === 'stop') return { ...before, run: { mode: 'MANUAL', instances: 0 } }
    return { ...before, most: order.step === 'throttle' ? 1 : sizeOf(order) }
  },
  requests(target, from, to) {
    const name = pathOf(target)
    const limitRequests: PlannedRequest[] =
      from.most === to.most
        ? []
        : [
            {
              method: 'PATCH',
              url: `${functionsApi}/${name}?updateMask=serviceConfig.maxInstanceCount`,
              body: JSON.stringify({ name, serviceConfig: { maxInstanceCount: to.most } }),
              headers: json,
            },
          ]
    return [...limitRequests, ...scalingRequests(String(to.service), from.run as RunScaling, to.run as RunScaling)]
  },
  describeState: ({ most: maxInstances, run }) =>
    `${describeScaling(run as RunScaling)}, ${maxInstances === 0 ? 'without a limit of its own' : `at most ${maxInstances} instance${maxInstances === 1 ? '' : 's'}`}`,
  script(order) {
    const { functions = '', locations = '', projects = '' } = partsOf(order.target)
    const locationArgs = `--region ${quoted(locations)} --project ${quoted(projects)}`
    const limit = (maxInstances: number) =>
      `gcloud functions deploy ${quoted(functions)} ${locationArgs} --max-instances=${maxInstances}`
    const scale = (scaling: string) =>
      `gcloud run services update ${quoted(functions)} ${locationArgs} --scaling=${scaling}`
    if (order.step === 'stop') return { tool: 'gcloud', run: [scale('0')], undo: [scale('auto')] }
    return {
      tool: 'gcloud',
      run: [
        `gcloud functions describe ${quoted(functions)} ${locationArgs} --format='value(serviceConfig.maxInstanceCount)'`,
        limit(order.step === 'throttle' ? 1 : sizeOf(order)),
      ],
      undo: ['# With the number the first command showed.', limit(100)],
    }
  },
})
