/** A managed group: throttled by disabling its autoscaler, stopped by size 0. */
import type { PlannedRequest } from '@kept/domain/remediation.ts'
import { defineRemedy, quoted, requestJson, sizeOf } from '../remedy.ts'
import { computeApi, json, partsOf, pathOf } from './address.ts'

export const instanceGroup = defineRemedy({
  kind: 'instance_group',
  provider: 'gcp',
  steps: ['throttle', 'stop', 'scale'],
  permissions: [
    'compute.instanceGroupManagers.get',
    'compute.instanceGroupManagers.update',
    'compute.autoscalers.get',
    'compute.autoscalers.update',
  ],
  async read(sendRequest, target, signal) {
    const group = await requestJson<{ targetSize?: number; status?: { autoscaler?: string } }>(
      sendRequest,
      { method: 'GET', url: `${computeApi}/${pathOf(target)}` },
      signal,
    )
    const autoscaler = group.status?.autoscaler?.split('/').at(-1) ?? ''
    if (!autoscaler) return { size: group.targetSize ?? 0, autoscaler, mode: '' }
    const { autoscalingPolicy } = await requestJson<{ autoscalingPolicy?: { mode?: string } }>(
      sendRequest,
      { method: 'GET', url: `${above(pathOf(target))}/autoscalers/${encodeURIComponent(autoscaler)}` },
      signal,
    )
    return { size: group.targetSize ?? 0, autoscaler, mode: autoscalingPolicy?.mode ?? 'ON' }
  },
  stateAfter(before, order) {
    const pinned = { ...before, mode: before.autoscaler ? 'OFF' : '' }
    if (order.step === 'throttle') return pinned
    return { ...pinned, size: order.step === 'stop' ? 0 : sizeOf(order) }
  },
  requests(target, from, to) {
    const name = pathOf(target)
    const mode: PlannedRequest[] =
      from.mode === to.mode
        ? []
        : [
            {
              method: 'PATCH',
              url: `${above(name)}/autoscalers?autoscaler=${encodeURIComponent(String(to.autoscaler))}`,
              body: JSON.stringify({ autoscalingPolicy: { mode: to.mode } }),
              headers: json,
            },
          ]
    const size: PlannedRequest[] =
      from.size === to.size
        ? []
        : [{ method: 'POST', url: `${computeApi}/${name}/resize?size=${Number(to.size)}`, body: '', headers: {} }]
    return to.mode === 'OFF' ? [...mode, ...size] : [...size, ...mode]
  },
  describeState: ({ size, mode }) =>
    `at ${size} machines, ${mode === 'OFF' || mode === '' ? 'pinned' : 'scaling by itself'}`,
  script(order) {
    const { instanceGroupManagers = '', zones, regions = '', projects = '' } = partsOf(order.target)
    const location = zones ? `--zone ${quoted(zones)}` : `--region ${quoted(regions)}`
    const locationArgs = `${location} --project ${quoted(projects)}`
    const group = `gcloud compute instance-groups managed`
    const mode = (autoscalerMode: string) =>
      `${group} update-autoscaling ${quoted(instanceGroupManagers)} ${locationArgs} --mode=${autoscalerMode}`
    const resize = (size: number) => `${group} resize ${quoted(instanceGroupManagers)} ${locationArgs} --size=${size}`
    const size = order.step === 'throttle' ? undefined : order.step === 'stop' ? 0 : sizeOf(order)
    return {
      tool: 'gcloud',
      run: [
        `${group} describe ${quoted(instanceGroupManagers)} ${locationArgs} --format='value(targetSize)'`,
        mode('off'),
        ...(size === undefined ? [] : [resize(size)]),
      ],
      undo: [...(size === undefined ? [] : ['# With the size the first command showed.', resize(1)]), mode('on')],
    }
  },
})

/** The zone or region of a group. */
function above(name: string): string {
  return `${computeApi}/${name.replace(/\/instanceGroupManagers\/.*$/, '')}`
}
