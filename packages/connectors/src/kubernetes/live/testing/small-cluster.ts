/** For tests: an API server of our own, with one namespace, pods, and faults. */
import type { AnswerTo, SmallAnswer, SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'

export const clusterUid = 'aaaaaaaa-0dc4-11e9-95a0-42010a800051'
export const clusterToken = 'cluster-token'

export interface SmallCluster {
  pods: number
  /** Without it the metrics server is not installed. */
  hasMetrics: boolean
  pageSize: number
  isAllowed(resource: string): boolean
  fault?(request: SmallRequest, count: number): SmallAnswer | undefined
}

export function createSmallCluster(options: Partial<SmallCluster> = {}): SmallCluster {
  return { pods: 3, hasMetrics: true, pageSize: 2, isAllowed: () => true, ...options }
}

export function answerCluster(cluster: SmallCluster): AnswerTo {
  const counts = new Map<string, number>()
  return (request) => {
    const { url, headers } = request
    const count = (counts.get(url.pathname) ?? 0) + 1
    counts.set(url.pathname, count)
    const fault = cluster.fault?.(request, count)
    if (fault) return fault
    if (headers.authorization !== `Bearer ${clusterToken}`) return status(401, 'Unauthorized')
    if (url.pathname === '/api/v1/namespaces/kube-system') return { body: { metadata: { uid: clusterUid } } }
    const resource = url.pathname.replace(/^.*\//, '')
    if (!cluster.isAllowed(resource)) return status(403, `${resource} is forbidden: User cannot list resource`)
    if (url.pathname.startsWith('/apis/metrics.k8s.io/'))
      return cluster.hasMetrics ? use(cluster) : status(404, 'not found')
    if (resource === 'pods')
      return page(
        cluster,
        url,
        Array.from({ length: cluster.pods }, (_, index) => pod(index)),
      )
    if (resource === 'namespaces') return page(cluster, url, [{ metadata: { name: 'shop' } }])
    if (resource === 'nodes')
      return page(cluster, url, [
        {
          metadata: { name: 'node-1', labels: { 'node.kubernetes.io/instance-type': 'm5.large' } },
          spec: { providerID: 'aws:///eu-west-1a/i-1' },
          status: { capacity: { cpu: '2', memory: '8Gi' }, conditions: [{ type: 'Ready', status: 'True' }] },
        },
      ])
    return page(cluster, url, [])
  }
}

function pod(index: number): object {
  return {
    metadata: {
      name: `web-${index}`,
      namespace: 'shop',
      labels: { team: 'web' },
      creationTimestamp: '2026-11-01T00:00:00Z',
    },
    spec: {
      nodeName: 'node-1',
      containers: [
        { name: 'app', resources: { requests: { cpu: '500m', memory: '1Gi' } } },
        { name: 'sidecar', resources: {} },
      ],
    },
    status: { phase: 'Running' },
  }
}

function page({ pageSize }: SmallCluster, url: URL, items: object[]): SmallAnswer {
  const start = Number(url.searchParams.get('continue') ?? 0)
  const size = Math.min(pageSize, Number(url.searchParams.get('limit') ?? pageSize))
  const left = items.length - start - size
  return {
    body: {
      metadata: left > 0 ? { continue: String(start + size), remainingItemCount: left } : {},
      items: items.slice(start, start + size),
    },
  }
}

function use({ pods }: SmallCluster): SmallAnswer {
  return {
    body: {
      items: Array.from({ length: pods }, (_, index) => ({
        metadata: { name: `web-${index}`, namespace: 'shop' },
        timestamp: '2026-11-22T10:19:30Z',
        window: '30s',
        containers: [
          { name: 'app', usage: { cpu: '50000000n', memory: '262144Ki' } },
          { name: 'sidecar', usage: { cpu: '1m', memory: '1Mi' } },
        ],
      })),
    },
  }
}

export function status(code: number, message: string, metadata: object = {}): SmallAnswer {
  return { status: code, body: { kind: 'Status', status: 'Failure', code, message, metadata } }
}
