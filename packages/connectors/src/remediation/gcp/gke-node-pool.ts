/**
 * A node pool of GKE: its number of nodes, over all its zones. Its autoscaler, which would change that number again, is
 * turned off first and on last. GKE carries out one operation of a cluster at a time.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { readOr, recordOf } from '../read-or.ts'
import { type Carrier, type CloudRequest, defineRemedy, quoted, requestJson, sizeOf, waitUntil } from '../remedy.ts'
import { isSameState } from '../same-state.ts'
import { computeApi, json, partsOf, pathOf } from './address.ts'

const containerApi = 'https://container.googleapis.com/v1'

interface PoolAnswer {
  status?: string
  autoscaling?: ResourceState
  instanceGroupUrls?: string[]
}

export const gkeNodePool = defineRemedy({
  kind: 'gke_node_pool',
  provider: 'gcp',
  steps: ['throttle', 'stop', 'start', 'scale'],
  permissions: [
    'container.clusters.get',
    'container.clusters.update',
    'container.operations.get',
    'compute.instanceGroupManagers.get',
  ],
  read,
  stateAfter(before, order) {
    const nodes = Number(before.nodes)
    const zones = Number(before.zones)
    // One node in each zone is the least that can start.
    if (order.step === 'start') return { ...before, nodes: Math.max(nodes, order.size ?? zones) }
    const size = order.step === 'stop' ? 0 : order.step === 'throttle' ? nodes : sizeOf(order)
    if (order.step === 'scale' && size % zones !== 0)
      throw new KeptError(
        'bad_input',
        `${order.target.name} has the same number of nodes in each of its ${zones} zones. Enter a multiple of ${zones}.`,
      )
    return { ...before, nodes: size, autoscaling: null }
  },
  requests(target, from, to) {
    const size = from.nodes === to.nodes ? [] : [sizeRequest(target, to)]
    if (isSameState(from.autoscaling ?? null, to.autoscaling ?? null)) return size
    const scaling = scalingRequest(target, to)
    return to.autoscaling === null ? [scaling, ...size] : [...size, scaling]
  },
  async carryOut(carrier, target, from, to) {
    for (const request of gkeNodePool.requests(target, from, to)) await operate(carrier, target, request)
  },
  isBetween: (state, before, after) =>
    [before, after].some(({ nodes }) => nodes === state.nodes) &&
    [before, after].some(({ autoscaling }) => isSameState(autoscaling ?? null, state.autoscaling ?? null)),
  undoPrice: ({ step }) =>
    step === 'throttle' || step === 'start'
      ? ''
      : 'Google moves the pods of removed nodes to others where they fit, and data on the local disks of these nodes is lost. New nodes take some minutes, and no other change of the cluster is possible meanwhile.',
  describeState: ({ nodes, autoscaling }) =>
    `at ${nodes} node${nodes === 1 ? '' : 's'}, ${autoscaling === null ? 'pinned' : 'scaling by itself'}`,
  script(order) {
    const { step, target } = order
    const { clusters = '', nodePools = '', projects = '', locations, zones } = partsOf(target)
    const locationArgs = `--location ${quoted(locations ?? zones ?? '')} --project ${quoted(projects)}`
    const pool = `${quoted(clusters)} --node-pool ${quoted(nodePools)}`
    const resize = (size: number | string) =>
      `gcloud container clusters resize ${pool} --num-nodes ${size} ${locationArgs} --quiet`
    const update = `gcloud container node-pools update ${quoted(nodePools)} --cluster ${quoted(clusters)} ${locationArgs}`
    const size = step === 'stop' ? 0 : step === 'scale' ? sizeOf(order) : (order.size ?? 1)
    const note = '# Only if the first command showed autoscaling.'
    return {
      tool: 'gcloud',
      run: [
        `gcloud container node-pools describe ${quoted(nodePools)} --cluster ${quoted(clusters)} ${locationArgs}`,
        ...(step === 'start' ? [] : [note, `${update} --no-enable-autoscaling`]),
        ...(step === 'throttle' ? [] : ['# The number is that of each zone.', resize(size)]),
      ],
      undo: [
        ...(step === 'throttle' ? [] : ['# With the number of nodes it had in each zone.', resize('PREVIOUS_NUMBER')]),
        ...(step === 'start' ? [] : [note, `${update} --enable-autoscaling --min-nodes MIN --max-nodes MAX`]),
      ],
    }
  },
})

async function read(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<ResourceState> {
  const pool = await readOr<PoolAnswer>(send, urlOf(target), signal)
  if (!pool || pool.status === 'STOPPING')
    throw new KeptError('not_found', `The node pool ${target.name} no longer exists.`)
  const groups = pool.instanceGroupUrls ?? []
  // The pool itself says with how many nodes it began; its instance groups say how many they should be now.
  let nodes = 0
  for (const id of groups) {
    const url = `${computeApi}/${pathOf({ ...target, id })}`
    nodes += (await requestJson<{ targetSize?: number }>(send, { method: 'GET', url }, signal)).targetSize ?? 0
  }
  const { autoscaling } = pool
  return {
    nodes,
    zones: Math.max(1, groups.length),
    autoscaling: autoscaling?.enabled === true ? recordOf(autoscaling) : null,
  }
}

async function operate(carrier: Carrier, target: RemediationTarget, request: PlannedRequest): Promise<void> {
  const { name = '' } = await requestJson<{ name?: string }>(carrier.send, request)
  const url = `${urlOf(target).replace(/\/clusters\/.*$/, '')}/operations/${encodeURIComponent(name)}`
  await waitUntil(carrier, { what: `The change of ${target.name}`, maxMinutes: 60 }, async () => {
    const operation = await requestJson<{ status?: string; error?: { message?: string } }>(carrier.send, {
      method: 'GET',
      url,
    })
    if (operation.error)
      throw new KeptError('unavailable', `Google could not change ${target.name}: ${operation.error.message ?? ''}`)
    return operation.status === 'DONE'
  })
}

/** Bills and inventories write zones, the API writes locations for zones and regions. */
function urlOf(target: RemediationTarget): string {
  return `${containerApi}/${pathOf(target).replace(/^(projects\/[^/]+)\/zones\//, '$1/locations/')}`
}

function sizeRequest(target: RemediationTarget, { nodes, zones }: ResourceState): PlannedRequest {
  const body = JSON.stringify({ nodeCount: Number(nodes) / Number(zones) })
  return { method: 'POST', url: `${urlOf(target)}:setSize`, body, headers: json }
}

function scalingRequest(target: RemediationTarget, { autoscaling }: ResourceState): PlannedRequest {
  const body = JSON.stringify({ autoscaling: autoscaling ?? { enabled: false } })
  return { method: 'POST', url: `${urlOf(target)}:setAutoscaling`, body, headers: json }
}
