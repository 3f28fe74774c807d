/** What Kept lists in a cluster, by dataset. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import * as z from 'zod'
import { attributes } from '../../live-item.ts'
import { definePort, type KubernetesObject, kubernetesItem, type ObjectList, podSpecSchema } from './define-port.ts'

const text = z.string().nullish()
const quantities = z.record(z.string(), z.union([z.string(), z.number()])).nullish()

function read<Schema extends z.ZodType>(schema: Schema, value: unknown, action: string): z.output<Schema> {
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new SyncFailure(
    'unexpected',
    `The answer to ${action} is not as documented: ${issue?.path.join('.') || 'the object'} ${issue?.message ?? ''}.`,
    { action },
  )
}

const nodeStatusSchema = z.object({
  capacity: quantities,
  conditions: z.array(z.object({ type: z.string(), status: z.string() })).nullish(),
})

const nodesPort = definePort({
  dataset: 'nodes',
  unlocks: 'Nodes with their size',
  lists: [
    {
      action: 'core/nodes:list',
      reason: 'Lists nodes with their capacity.',
      path: '/api/v1/nodes',
      toItems(object, location) {
        const { capacity, conditions } = read(nodeStatusSchema, object.status, 'core/nodes:list')
        const { providerID } = read(z.object({ providerID: text }), object.spec, 'core/nodes:list')
        const labels = object.metadata.labels ?? {}
        const isReady = conditions?.some(({ type, status }) => type === 'Ready' && status === 'True')
        return [
          kubernetesItem(object, location, {
            resource_id: `node/${location.accountId}/${object.metadata.name}`,
            type: 'Node',
            size: labels['node.kubernetes.io/instance-type'] ?? '',
            state: isReady === undefined ? '' : isReady ? 'ready' : 'not ready',
            region: labels['topology.kubernetes.io/region'] ?? '',
            attributes: attributes({ cpus: capacity?.cpu, memory: capacity?.memory, instance: providerID }),
          }),
        ]
      },
    },
  ],
})

const replicasSchema = z.object({ replicas: z.number().nullish(), suspend: z.boolean().nullish() })

function workload(kind: string, action: string, path: string): ObjectList {
  return {
    action,
    reason: `Lists ${kind.toLowerCase()}s with their replicas.`,
    path,
    toItems(object, location) {
      const { replicas, suspend } = read(replicasSchema, object.spec, action)
      return [
        kubernetesItem(object, location, {
          resource_id: `${object.metadata.namespace ?? ''}/${kind.toLowerCase()}/${object.metadata.name}`,
          type: kind,
          state: suspend === true ? 'suspended' : replicas === 0 ? 'scaled to zero' : 'active',
          attributes: attributes({ replicas }),
        }),
      ]
    },
  }
}

const workloadsPort = definePort({
  dataset: 'workloads',
  unlocks: 'Deployments and other workloads with their replicas',
  lists: [
    workload('Deployment', 'apps/deployments:list', '/apis/apps/v1/deployments'),
    workload('StatefulSet', 'apps/statefulsets:list', '/apis/apps/v1/statefulsets'),
    workload('DaemonSet', 'apps/daemonsets:list', '/apis/apps/v1/daemonsets'),
    workload('CronJob', 'batch/cronjobs:list', '/apis/batch/v1/cronjobs'),
  ],
})

/** As OpenCost bills name a container. */
export function containerId({ metadata }: KubernetesObject, container: string): string {
  return `${metadata.namespace ?? ''}/${metadata.name}/${container}`
}

const containersPort = definePort({
  dataset: 'containers',
  unlocks: 'Containers with what they request',
  lists: [
    {
      action: 'core/pods:list',
      reason: 'Lists pods with the requests of their containers.',
      path: '/api/v1/pods',
      toItems(object, location) {
        const { containers, nodeName } = read(podSpecSchema, object.spec, 'core/pods:list')
        const { phase } = read(z.object({ phase: text }), object.status, 'core/pods:list')
        // Ended pods stay in the list for a while, and use nothing.
        if (phase === 'Succeeded' || phase === 'Failed') return []
        const [controller] = object.metadata.ownerReferences ?? []
        return containers.map(({ name, resources }) => {
          const { requests, limits } = resources ?? {}
          return kubernetesItem(object, location, {
            resource_id: containerId(object, name),
            name,
            type: 'Container',
            state: (phase ?? '').toLowerCase(),
            attributes: attributes({
              cpu_request: requests?.cpu ?? 'none',
              memory_request: requests?.memory ?? 'none',
              cpu_limit: limits?.cpu,
              memory_limit: limits?.memory,
              controller: controller && `${controller.kind}/${controller.name}`,
            }),
            relations: nodeName ? [{ kind: 'member_of', resource_id: `node/${location.accountId}/${nodeName}` }] : [],
          })
        })
      },
    },
  ],
})

const volumeSchema = z.object({
  capacity: quantities,
  storageClassName: text,
  claimRef: z.object({ name: text }).nullish(),
})

const volumesPort = definePort({
  dataset: 'volumes',
  unlocks: 'Persistent volumes that no claim uses',
  lists: [
    {
      action: 'core/persistentvolumes:list',
      reason: 'Lists persistent volumes, to find those that nothing claims.',
      path: '/api/v1/persistentvolumes',
      toItems(object, location) {
        const { capacity, storageClassName } = read(volumeSchema, object.spec, 'core/persistentvolumes:list')
        const { phase } = read(z.object({ phase: text }), object.status, 'core/persistentvolumes:list')
        return [
          kubernetesItem(object, location, {
            resource_id: `persistentvolume/${location.accountId}/${object.metadata.name}`,
            type: 'Persistent volume',
            size: String(capacity?.storage ?? ''),
            state: (phase ?? '').toLowerCase(),
            attributes: attributes({ storage_class: storageClassName }),
          }),
        ]
      },
    },
  ],
})

export const inventoryPorts = [nodesPort, workloadsPort, containersPort, volumesPort] as const
