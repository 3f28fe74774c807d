/**
 * What containers use of their requests, namespace after namespace, from the metrics server. It keeps no history, so
 * each run adds one point.
 */
import { type KnownMetric, knownMetrics, type MetricPoint } from '@kept/domain/metric.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import type { LivePort } from '@kept/domain/sync/port.ts'
import { readQuantity } from '@kept/foundation/format/quantity.ts'
import { keysOf } from '@kept/foundation/keys.ts'
import * as z from 'zod'
import { listPage, nextToken, objectListSchema, podSpecSchema } from './define-port.ts'
import { containerId } from './inventory.ts'
import type { KubernetesSession } from './session.ts'

const action = 'metrics.k8s.io/pods:list'

/** By the metric of a container, what Kubernetes calls it. */
export const containerMetrics = { cpu_utilization: 'cpu', memory_utilization: 'memory' } as const

const podMetricsSchema = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string(), namespace: z.string() }),
      timestamp: z.string(),
      window: z.string().nullish(),
      containers: z.array(
        z.object({ name: z.string(), usage: z.object({ cpu: z.string().nullish(), memory: z.string().nullish() }) }),
      ),
    }),
  ),
})

interface Requests {
  cpu: number | undefined
  memory: number | undefined
}

export const metricsPort: LivePort<KubernetesSession> = {
  dataset: 'metrics',
  scope: 'account',
  unlocks: 'Oversized containers, by what they use of their requests',
  permissions: [
    { action, reason: 'Reads the CPU and memory that containers use.' },
    { action: 'core/namespaces:list', reason: 'Lists namespaces, to read use one after the other.' },
  ],
  async readPage(session, _location, { cursor }) {
    const namespaces = await listNamespaces(session)
    const namespace = cursor === null ? namespaces[0] : namespaces.find((name) => name >= cursor)
    if (namespace === undefined) return { items: [], points: [], next: null }
    const points = await readNamespace(session, namespace)
    return { items: [], points, next: namespaces[namespaces.indexOf(namespace) + 1] ?? null }
  },
}

async function listNamespaces(session: KubernetesSession): Promise<string[]> {
  const names: string[] = []
  for await (const { metadata } of listAll(session, 'core/namespaces:list', '/api/v1/namespaces'))
    names.push(metadata.name)
  return names.sort()
}

async function readNamespace(session: KubernetesSession, namespace: string): Promise<MetricPoint[]> {
  const path = `namespaces/${encodeURIComponent(namespace)}/pods`
  const requests = new Map<string, Requests>()
  for await (const pod of listAll(session, 'core/pods:list', `/api/v1/${path}`)) {
    for (const { name, resources } of podSpecSchema.catch({ containers: [] }).parse(pod.spec).containers)
      requests.set(containerId(pod, name), {
        cpu: readQuantity(resources?.requests?.cpu),
        memory: readQuantity(resources?.requests?.memory),
      })
  }
  if (requests.size === 0) return []
  const { items } = parseAnswer(
    action,
    podMetricsSchema,
    await session.send(action, `/apis/metrics.k8s.io/v1beta1/${path}`),
  )
  return items.flatMap(({ metadata, timestamp, window, containers }) =>
    containers.flatMap(({ name, usage }) => {
      const id = `${metadata.namespace}/${metadata.name}/${name}`
      const requested = requests.get(id)
      const at = { at: timestamp, seconds: secondsOf(window) }
      return keysOf(containerMetrics).flatMap((metric) => {
        const name = containerMetrics[metric]
        return pointOf(id, metric, { used: readQuantity(usage[name]), requested: requested?.[name], ...at })
      })
    }),
  )
}

/** A container without a request reserves nothing: no share of it is known. */
function pointOf(
  resourceId: string,
  metric: KnownMetric,
  {
    used,
    requested,
    at,
    seconds,
  }: { used: number | undefined; requested: number | undefined; at: string; seconds: number },
): MetricPoint[] {
  const atMs = Date.parse(at)
  if (used === undefined || requested === undefined || requested <= 0 || Number.isNaN(atMs)) return []
  return [
    {
      resource_id: resourceId,
      metric,
      unit: knownMetrics[metric].unit,
      at: new Date(atMs).toISOString(),
      seconds,
      value: (used / requested) * 100,
    },
  ]
}

/** "30s", "1m0s" or "14.5s"; a minute when it is neither. */
function secondsOf(window: string | null | undefined): number {
  const match = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s)?$/.exec(window ?? '')
  const [, hours = 0, minutes = 0, seconds = 0] = (match ?? []).map((part) => Number(part ?? 0))
  const total = Math.round((hours || 0) * 3600 + (minutes || 0) * 60 + (seconds || 0))
  return total >= 1 && total <= 86_400 ? total : 60
}

async function* listAll(session: KubernetesSession, listAction: string, path: string) {
  let token: string | undefined
  do {
    const answer: z.output<typeof objectListSchema> = parseAnswer(
      listAction,
      objectListSchema,
      await listPage(session, { action: listAction, path, token }),
    )
    yield* answer.items ?? []
    const next = nextToken(answer, listAction)
    if (next !== undefined && next === token)
      throw new SyncFailure('unexpected', `${listAction} returned the same page twice.`, { action: listAction })
    token = next
  } while (token !== undefined)
}
