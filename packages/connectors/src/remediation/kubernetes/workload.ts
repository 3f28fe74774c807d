/**
 * Deployments and stateful sets by their scale subresource. At 0 a HorizontalPodAutoscaler is inactive; at 1 it may
 * scale up again, which then counts as a change from outside and is not undone by Kept.
 */
import { defineRemedy, quoted, type Remedy, requestJson, sizeOf } from '../remedy.ts'
import { cluster, mergePatch, workloadOf } from './address.ts'

export const deployment = workload('deployment', 'deployments')
export const statefulSet = workload('statefulset', 'statefulsets')

function workload(kind: 'deployment' | 'statefulset', plural: string): Remedy {
  const addressOf = (target: Parameters<typeof workloadOf>[0]) => {
    const { namespace, name } = workloadOf(target)
    return `${cluster}/apis/apps/v1/namespaces/${namespace}/${plural}/${name}/scale`
  }
  return defineRemedy({
    kind,
    provider: 'kubernetes',
    steps: ['throttle', 'stop', 'start', 'scale'],
    permissions: [`get ${plural}/scale in apps`, `patch ${plural}/scale in apps`],
    async read(sendRequest, target, signal) {
      const { spec } = await requestJson<{ spec?: { replicas?: number } }>(
        sendRequest,
        { method: 'GET', url: addressOf(target) },
        signal,
      )
      return { replicas: spec?.replicas ?? 0 }
    },
    stateAfter({ replicas }, order) {
      const now = Number(replicas)
      if (order.step === 'stop') return { replicas: 0 }
      if (order.step === 'throttle') return { replicas: Math.min(now, 1) }
      return { replicas: order.step === 'start' ? Math.max(now, order.size ?? 1) : sizeOf(order) }
    },
    requests: (target, from, to) =>
      from.replicas === to.replicas
        ? []
        : [
            {
              method: 'PATCH',
              url: addressOf(target),
              body: JSON.stringify({ spec: { replicas: to.replicas } }),
              headers: mergePatch,
            },
          ],
    describeState: ({ replicas }) => `at ${replicas} replica${replicas === 1 ? '' : 's'}`,
    script(order) {
      const { namespace, name } = workloadOf(order.target)
      const workloadArgs = `${kind}/${quoted(name)} --namespace ${quoted(namespace)}`
      const scale = (size: number) => `kubectl scale ${workloadArgs} --replicas=${size}`
      const size = order.step === 'stop' ? 0 : order.step === 'scale' ? sizeOf(order) : (order.size ?? 1)
      return {
        tool: 'kubectl',
        run: [`kubectl get ${workloadArgs} -o jsonpath='{.spec.replicas}'`, scale(size)],
        undo: ['# With the number the first command showed.', scale(order.step === 'start' ? 0 : 1)],
      }
    },
  })
}
