/**
 * What a container of a workload requests of its nodes: set to what it needs, and back. The change replaces its pods one
 * after another, and is complete when all of them are.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { ContainerRequests, RemediationOrder, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { readQuantity } from '@kept/foundation/format/quantity.ts'
import { readOr, recordOf } from '../read-or.ts'
import { type CloudRequest, defineRemedy, quoted, type Remedy, requestJson, requestText, waitUntil } from '../remedy.ts'
import { cluster, strategicPatch, workloadOf } from './address.ts'
import { isRolledOut, manualUpdates, type WorkloadAnswer } from './rollout.ts'

export const deploymentRequests = workloadRequests('deployment', 'deployments', 'Deployment')
export const statefulSetRequests = workloadRequests('statefulset', 'statefulsets', 'StatefulSet')
export const daemonSetRequests = workloadRequests('daemonset', 'daemonsets', 'DaemonSet')

type WorkloadKind = 'deployment' | 'statefulset' | 'daemonset'

function workloadRequests(kind: WorkloadKind, plural: string, kindName: string): Remedy {
  const urlOf = (target: RemediationTarget) => {
    const { namespace, name } = workloadOf(target)
    return `${cluster}/apis/apps/v1/namespaces/${namespace}/${plural}/${name}`
  }
  const readWorkload = async (send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) => {
    const workload = await readOr<WorkloadAnswer>(send, urlOf(target), signal)
    if (!workload) throw new KeptError('not_found', `The ${kind} ${target.name} no longer exists.`)
    return workload
  }
  const patch = (target: RemediationTarget, from: ResourceState, to: ResourceState) => ({
    method: 'PATCH' as const,
    url: urlOf(target),
    body: JSON.stringify({ spec: { template: { spec: { containers: changedContainers(from, to) } } } }),
    headers: strategicPatch,
  })
  return defineRemedy({
    kind,
    provider: 'kubernetes',
    steps: ['resize'],
    permissions: [`get ${plural} in apps`, `patch ${plural} in apps`, 'list horizontalpodautoscalers in autoscaling'],
    async read(send, target, signal) {
      const { spec } = await readWorkload(send, target, signal)
      const containers = spec?.template?.spec?.containers ?? []
      return Object.fromEntries(
        containers.map(({ name, resources }) => [
          name,
          { cpu: resources?.requests?.cpu ?? null, memory: resources?.requests?.memory ?? null },
        ]),
      )
    },
    async check(send, target, signal) {
      const reason = manualUpdates(await readWorkload(send, target, signal))
      if (reason !== '') throw new KeptError('conflict', `${target.name} ${reason}`)
      const autoscaler = await readAutoscaler(send, target, kindName, signal)
      if (autoscaler !== undefined)
        throw new KeptError(
          'conflict',
          `${target.name} is scaled by ${autoscaler}, by the share of its requests that it uses: with smaller requests it would run more pods.`,
        )
    },
    stateAfter: loweredRequests,
    requests: (target, from, to) => (changedContainers(from, to).length === 0 ? [] : [patch(target, from, to)]),
    async carryOut(carrier, target, from, to) {
      if (changedContainers(from, to).length === 0) return
      await requestText(carrier.send, patch(target, from, to))
      await waitUntil(carrier, { what: `The rollout of ${target.name}`, maxMinutes: 30 }, async () =>
        isRolledOut(await readWorkload(carrier.send, target)),
      )
    },
    undoPrice: () =>
      'Its pods are replaced one after another each time. Where requests were equal to limits, Kubernetes may evict its pods earlier than before when a node has no memory left.',
    describeState: (state) =>
      `requesting ${Object.entries(state)
        .map(([container, requests]) => `${container}: ${labelOf(recordOf(requests))}`)
        .join(', ')}`,
    script({ target, container_requests }) {
      const { namespace, name } = workloadOf(target)
      const workload = `${kind}/${quoted(name)} --namespace ${quoted(namespace)}`
      const { container, cpu, memory } = container_requests ?? { container: 'CONTAINER', cpu: 'CPU', memory: 'MEMORY' }
      const setResources = (requests: string) =>
        `kubectl set resources ${workload} --containers=${container} --requests=${requests}`
      return {
        tool: 'kubectl',
        run: [
          `kubectl get ${workload} --output jsonpath='{.spec.template.spec.containers[?(@.name=="${container}")].resources}'`,
          setResources(`cpu=${cpu},memory=${memory}`),
          `kubectl rollout status ${workload}`,
        ],
        undo: [
          '# With the requests the first command showed.',
          setResources('cpu=PREVIOUS_CPU,memory=PREVIOUS_MEMORY'),
        ],
      }
    },
  })
}

/** Throws `conflict` where a request is already below: nothing is raised. */
function loweredRequests(before: ResourceState, { target, container_requests: requested }: RemediationOrder) {
  if (!requested) throw new KeptError('bad_input', `Enter what a container of ${target.name} should request.`)
  const requests = before[requested.container]
  if (requests === undefined)
    throw new KeptError('conflict', `${target.name} has no container ${requested.container} any more.`)
  for (const name of ['cpu', 'memory'] as const) {
    const current = recordOf(requests)[name]
    if ((readQuantity(String(current)) ?? 0) < (readQuantity(requested[name]) ?? 0))
      throw new KeptError(
        'conflict',
        `${requested.container} of ${target.name} requests ${current ?? 'no'} ${name} by now, which is not more than ${requested[name]}.`,
      )
  }
  return { ...before, [requested.container]: requestsOf(requested) }
}

function requestsOf({ cpu, memory }: ContainerRequests): ResourceState {
  return { cpu, memory }
}

/** As a strategic merge patch has them: found by name, and `null` removes. */
function changedContainers(from: ResourceState, to: ResourceState) {
  return Object.entries(to).flatMap(([name, value]) => {
    const [was, requests] = [recordOf(from[name]), recordOf(value)]
    const changed = Object.entries(requests).filter(([resource, amount]) => was[resource] !== amount)
    return changed.length === 0 ? [] : [{ name, resources: { requests: Object.fromEntries(changed) } }]
  })
}

function labelOf({ cpu, memory }: ResourceState): string {
  return `${cpu ?? 'no'} CPU and ${memory ?? 'no'} memory`
}

interface Autoscaler {
  metadata?: { name?: string }
  spec?: {
    scaleTargetRef?: { kind?: string; name?: string }
    metrics?: { type?: string; resource?: { target?: { type?: string } }; containerResource?: object }[]
  }
}

/** The one that counts in shares of the requests. */
async function readAutoscaler(
  send: CloudRequest,
  target: RemediationTarget,
  kindName: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { namespace, name } = workloadOf(target)
  const url = `${cluster}/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers`
  const { items = [] } = await requestJson<{ items?: Autoscaler[] }>(send, { method: 'GET', url }, signal)
  const match = items.find(
    ({ spec }) =>
      spec?.scaleTargetRef?.kind === kindName &&
      spec.scaleTargetRef.name === name &&
      (spec.metrics ?? []).some(
        ({ type, resource }) =>
          type === 'ContainerResource' || (type === 'Resource' && resource?.target?.type === 'Utilization'),
      ),
  )
  return match?.metadata?.name
}
