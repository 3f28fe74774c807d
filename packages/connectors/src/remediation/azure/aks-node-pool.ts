/**
 * A node pool of AKS: its number of nodes. Its autoscaler, which would change that number again, is turned off with the
 * change and on with the undo. Azure takes the pool as a whole, so a state has all of it.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { readOr } from '../read-or.ts'
import { type CloudRequest, defineRemedy, quoted, requestText, sizeOf, waitUntil } from '../remedy.ts'
import { isSameState } from '../same-state.ts'
import { azureUrl, groupOf, json } from './address.ts'

const version = '2024-09-01'

/** What Azure reports of a pool, and takes from no one. */
const reported = ['provisioningState', 'currentOrchestratorVersion', 'nodeImageVersion', 'powerState', 'eTag']

interface PoolAnswer {
  properties?: Record<string, unknown> & { provisioningState?: string; mode?: string }
}

export const aksNodePool = defineRemedy({
  kind: 'aks_node_pool',
  provider: 'azure',
  steps: ['throttle', 'stop', 'start', 'scale'],
  permissions: [
    'Microsoft.ContainerService/managedClusters/agentPools/read',
    'Microsoft.ContainerService/managedClusters/agentPools/write',
    'Microsoft.Network/virtualNetworks/subnets/join/action',
  ],
  async read(send, target, signal) {
    const properties = await poolOf(send, target, signal)
    const own = Object.entries(properties).filter(([name]) => !reported.includes(name))
    return JSON.parse(JSON.stringify(Object.fromEntries(own)))
  },
  stateAfter(before, order) {
    const count = Number(before.count ?? 0)
    if (order.step === 'start') return { ...before, count: Math.max(count, order.size ?? 1) }
    const size = order.step === 'stop' ? 0 : order.step === 'throttle' ? count : sizeOf(order)
    if (size === 0 && before.mode === 'System')
      throw new KeptError(
        'conflict',
        `${order.target.name} is a system pool, which runs the services of its cluster. It needs at least one node.`,
      )
    return pinned({ ...before, count: size })
  },
  requests: (target, from, to) => (isSameState(from, to) ? [] : [poolRequest(target, to)]),
  async carryOut(carrier, target, from, to) {
    if (isSameState(from, to)) return
    await requestText(carrier.send, poolRequest(target, to))
    await waitUntil(carrier, { what: `The change of ${target.name}`, maxMinutes: 30 }, async () => {
      const { provisioningState = 'Succeeded' } = await poolOf(carrier.send, target)
      if (provisioningState === 'Failed' || provisioningState === 'Canceled')
        throw new KeptError('unavailable', `Azure could not change ${target.name}.`)
      return provisioningState === 'Succeeded'
    })
  },
  undoPrice: ({ step }) =>
    step === 'throttle' || step === 'start'
      ? ''
      : 'Azure moves the pods of removed nodes to others where they fit, and data on the temporary disks of these nodes is lost. New nodes take some minutes. After an upgrade of the pool, Kept undoes nothing.',
  describeState: (state) =>
    `at ${state.count} node${state.count === 1 ? '' : 's'}, ${state.enableAutoScaling === true ? 'scaling by itself' : 'pinned'}`,
  script(order) {
    const { target, step } = order
    const pool = `--resource-group ${quoted(lastOf(groupOf(target)))} --cluster-name ${quoted(clusterOf(target))} --name ${quoted(lastOf(target.id))}`
    const scale = (count: number) => `az aks nodepool scale ${pool} --node-count ${count}`
    const size = step === 'stop' ? 0 : step === 'scale' ? sizeOf(order) : (order.size ?? 1)
    const note = '# Only if the first command showed enableAutoScaling.'
    const pin = step === 'start' ? [] : [note, `az aks nodepool update ${pool} --disable-cluster-autoscaler`]
    const unpin = `az aks nodepool update ${pool} --enable-cluster-autoscaler --min-count MIN --max-count MAX`
    return {
      tool: 'az',
      run: [
        `az aks nodepool show ${pool} --query '{count: count, enableAutoScaling: enableAutoScaling, minCount: minCount, maxCount: maxCount}'`,
        ...pin,
        ...(step === 'throttle' ? [] : [scale(size)]),
      ],
      undo: [
        ...(step === 'throttle' ? [] : ['# With the count the first command showed.', scale(step === 'start' ? 0 : 1)]),
        ...(step === 'start' ? [] : [note, unpin]),
      ],
    }
  },
})

/** With the autoscaler off, Azure accepts no limits. */
function pinned({ minCount: _min, maxCount: _max, ...state }: ResourceState): ResourceState {
  return state.enableAutoScaling === true ? { ...state, enableAutoScaling: false } : state
}

async function poolOf(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) {
  const answer = await readOr<PoolAnswer>(send, azureUrl(target, '', version), signal)
  if (!answer) throw new KeptError('not_found', `The node pool ${target.name} no longer exists.`)
  return answer.properties ?? {}
}

function poolRequest(target: RemediationTarget, to: ResourceState): PlannedRequest {
  return {
    method: 'PUT',
    url: azureUrl(target, '', version),
    body: JSON.stringify({ properties: to }),
    headers: json,
  }
}

function clusterOf({ id }: RemediationTarget): string {
  return /\/managedclusters\/([^/]+)/i.exec(id)?.[1] ?? ''
}

function lastOf(id: string): string {
  return id.split('/').at(-1) ?? ''
}
