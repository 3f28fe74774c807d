/** A cluster of AKS: stopped with its control plane and all its nodes, and started again as it was. */
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationTarget } from '@kept/domain/remediation.ts'
import { readOr } from '../read-or.ts'
import { type CloudRequest, defineRemedy, quoted, requestText, waitUntil } from '../remedy.ts'
import { azurePost, azureUrl } from './address.ts'

const version = '2024-09-01'

interface ClusterAnswer {
  properties?: { provisioningState?: string; powerState?: { code?: string } }
}

export const aksCluster = defineRemedy({
  kind: 'aks_cluster',
  provider: 'azure',
  steps: ['stop', 'start'],
  permissions: [
    'Microsoft.ContainerService/managedClusters/read',
    'Microsoft.ContainerService/managedClusters/stop/action',
    'Microsoft.ContainerService/managedClusters/start/action',
  ],
  async read(send, target, signal) {
    const { powerState } = await clusterOf(send, target, signal)
    return { running: powerState?.code !== 'Stopped' }
  },
  stateAfter: (_before, { step }) => ({ running: step === 'start' }),
  requests: (target, from, to) =>
    from.running === to.running ? [] : [azurePost(target, to.running ? 'start' : 'stop', version)],
  async carryOut(carrier, target, from, to) {
    if (from.running === to.running) return
    await requestText(carrier.send, azurePost(target, to.running ? 'start' : 'stop', version))
    await waitUntil(carrier, { what: `The change of ${target.name}`, maxMinutes: 60 }, async () => {
      const { provisioningState = 'Succeeded', powerState } = await clusterOf(carrier.send, target)
      if (provisioningState === 'Failed') throw new KeptError('unavailable', `Azure could not change ${target.name}.`)
      return provisioningState === 'Succeeded' && (powerState?.code !== 'Stopped') === to.running
    })
  },
  undoPrice: ({ step }) =>
    step === 'stop'
      ? 'Nothing in the cluster answers while it is stopped. A start takes some minutes and new machines; pods that no workload owns are lost. Azure keeps a stopped cluster for 12 months; its disks and addresses are billed on.'
      : '',
  describeState: ({ running }) => (running ? 'running' : 'stopped'),
  script({ target, step }) {
    const commandFor = (verb: string) => `az aks ${verb} --ids ${quoted(target.id)}`
    return { tool: 'az', run: [commandFor(step)], undo: [commandFor(step === 'stop' ? 'start' : 'stop')] }
  },
})

async function clusterOf(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) {
  const answer = await readOr<ClusterAnswer>(send, azureUrl(target, '', version), signal)
  if (!answer) throw new KeptError('not_found', `The cluster ${target.name} no longer exists.`)
  return answer.properties ?? {}
}
