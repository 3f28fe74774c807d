/** Workloads of Kubernetes: named in the block `metadata`. */
import type { RemediationOrder, RemediationTarget } from '@kept/domain/remediation.ts'
import { workloadOf } from '../../kubernetes/address.ts'
import { sizeOf } from '../../remedy.ts'
import { type ChangesOfKinds, decisive, type Identity, set, type TerraformChange } from '../change.ts'

type Kind = 'deployment' | 'statefulset' | 'daemonset' | 'cronjob'

function byName(target: RemediationTarget): { identities: Identity[]; importIds: string[] } {
  const { namespace, name } = workloadOf(target)
  return {
    identities: [decisive('metadata.name', name), { path: 'metadata.namespace', value: namespace, isDecisive: false }],
    importIds: [`${namespace}/${name}`],
  }
}

function replicas(...types: string[]) {
  return (order: RemediationOrder): TerraformChange | string => {
    if (order.step === 'resize') return requestsByHand(order)
    if (order.step === 'start' && order.size === undefined)
      return 'How many replicas to start is in the history of the Terraform files. Revert the change there.'
    const count = order.step === 'stop' ? 0 : order.step === 'throttle' ? 1 : sizeOf(order)
    return {
      types,
      action: set('spec.replicas', count, {
        conflicts: ['kubernetes_horizontal_pod_autoscaler', 'kubernetes_horizontal_pod_autoscaler_v2'],
      }),
      ...byName(order.target),
      caution: '',
    }
  }
}

/** A workload has one block for each of its containers, so which one to change is not guessed. */
function requestsByHand({ target, container_requests }: RemediationOrder): string {
  if (!container_requests) return `Set the requests of the containers of ${target.name} in their blocks resources.`
  const { container, cpu, memory } = container_requests
  return `In the block of the container ${container}, set resources { requests = { cpu = "${cpu}", memory = "${memory}" } }.`
}

export const kubernetesChanges: ChangesOfKinds<Kind> = {
  deployment: replicas('kubernetes_deployment_v1', 'kubernetes_deployment'),
  statefulset: replicas('kubernetes_stateful_set_v1', 'kubernetes_stateful_set'),
  daemonset: requestsByHand,
  cronjob: ({ target, step }) => ({
    types: ['kubernetes_cron_job_v1', 'kubernetes_cron_job'],
    action: set('spec.suspend', step !== 'start'),
    ...byName(target),
    caution: '',
  }),
}
