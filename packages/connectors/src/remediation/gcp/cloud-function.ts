/** A function of the second generation: throttled to one instance, stopped at the Cloud Run service it runs on. */
import type { PlannedRequest } from '@kept/domain/remediation.ts'
import { askJson, defineRemedy, quoted, sizeOf } from '../remedy.ts'
import { functionsApi, json, partsOf, pathOf } from './address.ts'
import { type RunScaling, readScaling, runPermissions, scalingRequests, scalingWords } from './run-scaling.ts'

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
  async read(ask, target, signal) {
    const { serviceConfig } = await askJson<{ serviceConfig?: { service?: string; maxInstanceCount?: number } }>(
      ask,
      { method: 'GET', url: `${functionsApi}/${pathOf(target)}` },
      signal,
    )
    const service = serviceConfig?.service ?? pathOf(target).replace('/functions/', '/services/')
    return {
      service,
      // 0 is the default of the project.
      most: serviceConfig?.maxInstanceCount ?? 0,
      run: await readScaling(ask, service, signal),
    }
  },
  wanted(before, order) {
    if (order.step === 'stop') return { ...before, run: { mode: 'MANUAL', instances: 0 } }
    return { ...before, most: order.step === 'throttle' ? 1 : sizeOf(order) }
  },
  requests(target, from, to) {
    const name = pathOf(target)
    const most: PlannedRequest[] =
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
    return [...most, ...scalingRequests(String(to.service), from.run as RunScaling, to.run as RunScaling)]
  },
  words: ({ most, run }) =>
    `${scalingWords(run as RunScaling)}, ${most === 0 ? 'without a limit of its own' : `at most ${most} instance${most === 1 ? '' : 's'}`}`,
  script(order) {
    const { functions = '', locations = '', projects = '' } = partsOf(order.target)
    const where = `--region ${quoted(locations)} --project ${quoted(projects)}`
    const limit = (most: number) => `gcloud functions deploy ${quoted(functions)} ${where} --max-instances=${most}`
    const scale = (scaling: string) => `gcloud run services update ${quoted(functions)} ${where} --scaling=${scaling}`
    if (order.step === 'stop') return { tool: 'gcloud', run: [scale('0')], undo: [scale('auto')] }
    return {
      tool: 'gcloud',
      run: [
        `gcloud functions describe ${quoted(functions)} ${where} --format='value(serviceConfig.maxInstanceCount)'`,
        limit(order.step === 'throttle' ? 1 : sizeOf(order)),
      ],
      undo: ['# With the number the first command showed.', limit(100)],
    }
  },
})
