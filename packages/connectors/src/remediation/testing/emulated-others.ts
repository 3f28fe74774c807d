/** For tests: Azure Resource Manager, Google's APIs and a cluster, as far as Kept uses them. */
import type { CloudsState, EmulatedApi, EmulatedRequest, EmulatedResponse } from './clouds-state.ts'

export const otherApis: EmulatedApi[] = [azureMachines, scaleSet, autoscale, cloudRun, cloudFunction, compute, cluster]

const ok = (body: object = {}): EmulatedResponse => ({ status: 200, body })
const group = '/subscriptions/s-1/resourceGroups/dev/providers'
const setId = `${group}/Microsoft.Compute/virtualMachineScaleSets/web`

function azureMachines(
  { method, path, query }: EmulatedRequest,
  { machines }: CloudsState,
): EmulatedResponse | undefined {
  for (const [key, id] of [
    ['app', `${group}/Microsoft.Web/sites/thumbs`],
    ['vm', `${group}/Microsoft.Compute/virtualMachines/box`],
  ] as const) {
    if (!path.startsWith(id) || !query.get('api-version')) continue
    if (method === 'POST') {
      machines[key] = path.endsWith('/start')
      return { status: 202, body: '' }
    }
    const isOn = machines[key]
    return ok({
      properties: { state: isOn ? 'Running' : 'Stopped' },
      statuses: [
        { code: 'ProvisioningState/succeeded' },
        { code: isOn ? 'PowerState/running' : 'PowerState/deallocating' },
      ],
    })
  }
}

function scaleSet(
  { method, path, body }: EmulatedRequest,
  { scaleSet: setState }: CloudsState,
): EmulatedResponse | undefined {
  if (!path.startsWith(setId)) return
  if (method === 'POST') setState.running = path.endsWith('/start')
  if (method === 'PATCH') setState.capacity = JSON.parse(body).sku.capacity
  if (path.endsWith('/instanceView'))
    return ok({
      virtualMachine: {
        statusesSummary: [{ code: setState.running ? 'PowerState/running' : 'PowerState/deallocated' }],
      },
    })
  return ok({ sku: { name: 'Standard_D2s_v5', tier: 'Standard', capacity: setState.capacity } })
}

function autoscale(
  { method, path, body }: EmulatedRequest,
  { scaleSet: setState }: CloudsState,
): EmulatedResponse | undefined {
  const list = `${group}/Microsoft.Insights/autoscaleSettings`
  if (!path.startsWith(list)) return
  if (method === 'PATCH') setState.autoscale = JSON.parse(body).properties.enabled
  return ok({
    value: [
      { id: `${list}/web`, properties: { enabled: setState.autoscale, targetResourceUri: setId.toUpperCase() } },
      { id: `${list}/other`, properties: { enabled: true, targetResourceUri: `${setId}-other` } },
    ],
  })
}

function cloudRun({ method, path, query, body }: EmulatedRequest, { run }: CloudsState): EmulatedResponse | undefined {
  if (path !== '/v2/projects/p/locations/europe-west1/services/thumbs') return
  if (method === 'PATCH') {
    const { scaling } = JSON.parse(body)
    if (query.get('updateMask') !== 'scaling.scalingMode,scaling.manualInstanceCount') return { status: 400, body: {} }
    run.mode = scaling.scalingMode
    run.instances = scaling.manualInstanceCount ?? 0
  }
  // Like protobuf's JSON: zero values are left out.
  return ok({ scaling: { scalingMode: run.mode, ...(run.instances > 0 && { manualInstanceCount: run.instances }) } })
}

function cloudFunction(
  { method, path, body }: EmulatedRequest,
  { function: functionState }: CloudsState,
): EmulatedResponse | undefined {
  if (path !== '/v2/projects/p/locations/europe-west1/functions/thumbs') return
  if (method === 'PATCH') functionState.maxInstances = JSON.parse(body).serviceConfig.maxInstanceCount
  const service = 'projects/p/locations/europe-west1/services/thumbs'
  return ok({ serviceConfig: { service, maxInstanceCount: functionState.maxInstances } })
}

function compute({ method, path, query, body }: EmulatedRequest, state: CloudsState): EmulatedResponse | undefined {
  const zonePath = '/compute/v1/projects/p/zones/europe-west1-b'
  if (path.startsWith(`${zonePath}/instances/box`)) {
    if (method === 'POST') state.machines.gce = path.endsWith('/start')
    return ok({ status: state.machines.gce ? 'RUNNING' : 'STOPPING' })
  }
  const groupState = state.instanceGroup
  if (path.startsWith(`${zonePath}/autoscalers`)) {
    if (method === 'PATCH') groupState.mode = JSON.parse(body).autoscalingPolicy.mode
    return ok({ autoscalingPolicy: { mode: groupState.mode } })
  }
  if (path.startsWith(`${zonePath}/instanceGroupManagers/web`)) {
    if (path.endsWith('/resize')) groupState.size = Number(query.get('size'))
    return ok({ targetSize: groupState.size, status: { autoscaler: `https://x${zonePath}/autoscalers/web-scaler` } })
  }
}

function cluster({ method, path, headers, body }: EmulatedRequest, state: CloudsState): EmulatedResponse | undefined {
  if (method === 'PATCH' && headers['content-type'] !== 'application/merge-patch+json') return { status: 415, body: {} }
  const [, kind] = /^\/apis\/apps\/v1\/namespaces\/shop\/(\w+)\/cart\/scale$/.exec(path) ?? []
  if (kind && kind in state.replicas) {
    if (method === 'PATCH') state.replicas[kind] = JSON.parse(body).spec.replicas
    return ok({ spec: { replicas: state.replicas[kind] } })
  }
  if (path === '/apis/batch/v1/namespaces/shop/cronjobs/nightly') {
    if (method === 'PATCH') state.suspended = JSON.parse(body).spec.suspend
    return ok({ spec: { suspend: state.suspended } })
  }
}
