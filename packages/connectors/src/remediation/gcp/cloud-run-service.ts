/** A service: throttled to one instance, stopped by zero; no new revision is created. */
import { defineRemedy, quoted, sizeOf } from '../remedy.ts'
import { partsOf, pathOf } from './address.ts'
import { describeScaling, type RunScaling, readScaling, runPermissions, scalingRequests } from './run-scaling.ts'

export const cloudRunService = defineRemedy({
  kind: 'cloud_run_service',
  provider: 'gcp',
  steps: ['throttle', 'stop', 'start', 'scale'],
  permissions: runPermissions,
  read: (sendRequest, target, signal) => readScaling(sendRequest, pathOf(target), signal),
  stateAfter(_before, order) {
    if (order.step === 'start') return { mode: 'AUTOMATIC', instances: 0 }
    return { mode: 'MANUAL', instances: order.step === 'stop' ? 0 : order.step === 'throttle' ? 1 : sizeOf(order) }
  },
  requests: (target, from, to) => scalingRequests(pathOf(target), from as RunScaling, to as RunScaling),
  describeState: (state) => describeScaling(state as RunScaling),
  script(order) {
    const { services = '', locations = '', projects = '' } = partsOf(order.target)
    const set = (scaling: string | number) =>
      `gcloud run services update ${quoted(services)} --region ${quoted(locations)} --project ${quoted(projects)} --scaling=${scaling}`
    const size =
      order.step === 'stop' ? 0 : order.step === 'throttle' ? 1 : order.step === 'start' ? 'auto' : sizeOf(order)
    return { tool: 'gcloud', run: [set(size)], undo: [set(order.step === 'start' ? 0 : 'auto')] }
  },
})
