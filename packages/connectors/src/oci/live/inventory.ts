/** What Kept lists in a compartment, by dataset. */
import * as z from 'zod'
import { attributes } from '../../live-item.ts'
import { attachmentPermission, attachmentsOf } from './attachments.ts'
import { defineList, definePort, isGone, ociBaseSchema, ociItem } from './define-port.ts'

const text = z.string().nullish()
const number = z.number().nullish()
const compute = 'Compute'
const blockStorage = 'Block Storage'

const instances = defineList({
  permission: { action: 'inspect instances', reason: 'Lists instances with their size and state.' },
  service: 'iaas',
  path: '/20160918/instances',
  schema: ociBaseSchema.extend({
    shape: text,
    shapeConfig: z.object({ ocpus: number, memoryInGBs: number }).nullish(),
    preemptibleInstanceConfig: z.unknown().nullish(),
  }),
  toItem(instance, location) {
    if (isGone(instance.lifecycleState)) return undefined
    const { shape, shapeConfig, preemptibleInstanceConfig } = instance
    return ociItem(instance, location, {
      type: 'Instance',
      service: compute,
      state: '',
      size: shape ?? '',
      attributes: attributes({
        ocpus: shapeConfig?.ocpus,
        memory_gb: shapeConfig?.memoryInGBs,
        lifecycle: preemptibleInstanceConfig ? 'spot' : undefined,
      }),
    })
  },
})

function volumes(path: string, kind: string) {
  return defineList({
    permission: { action: 'inspect volumes', reason: `Lists ${kind}s with their size.` },
    service: 'iaas',
    path,
    schema: ociBaseSchema.extend({ sizeInGBs: number, vpusPerGB: number, autoTunedVpusPerGB: number }),
    async toItem(volume, location, session) {
      if (isGone(volume.lifecycleState)) return undefined
      const instance = (await attachmentsOf(session, location)).get(volume.id)
      const { sizeInGBs, vpusPerGB, autoTunedVpusPerGB } = volume
      return ociItem(volume, location, {
        type: 'Volume',
        service: blockStorage,
        size: sizeInGBs ? `${sizeInGBs} GB` : '',
        // Oracle Cloud says "AVAILABLE", attached or not.
        state: instance === undefined ? 'unattached' : 'attached',
        // Oracle Cloud encrypts every volume. What it tuned the volume to is what it bills.
        attributes: attributes({
          volume_type: kind,
          size_gb: sizeInGBs,
          vpus_per_gb: autoTunedVpusPerGB ?? vpusPerGB,
          encrypted: true,
        }),
        relations: instance === undefined ? [] : [{ kind: 'attached_to', resource_id: instance }],
      })
    },
  })
}

const publicIps = defineList({
  permission: { action: 'inspect public-ips', reason: 'Lists reserved addresses and what they are assigned to.' },
  service: 'iaas',
  path: '/20160918/publicIps',
  query: '&scope=REGION&lifetime=RESERVED',
  schema: ociBaseSchema.extend({ ipAddress: text, assignedEntityId: text }),
  toItem(address, location) {
    if (isGone(address.lifecycleState)) return undefined
    const { ipAddress, assignedEntityId } = address
    return ociItem(address, location, {
      type: 'Public IP address',
      service: 'Networking',
      state: assignedEntityId ? 'associated' : 'unassociated',
      attributes: attributes({ address: ipAddress }),
      relations: assignedEntityId ? [{ kind: 'attached_to', resource_id: assignedEntityId }] : [],
    })
  },
})

const loadBalancers = defineList({
  permission: { action: 'inspect load-balancers', reason: 'Lists load balancers and counts what is behind them.' },
  service: 'iaas',
  path: '/20170115/loadBalancers',
  schema: ociBaseSchema.extend({
    shapeName: text,
    isPrivate: z.boolean().nullish(),
    backendSets: z.record(z.string(), z.object({ backends: z.array(z.unknown()).nullish() })).nullish(),
  }),
  toItem(balancer, location) {
    if (isGone(balancer.lifecycleState)) return undefined
    const { shapeName, isPrivate, backendSets } = balancer
    const sets = Object.values(backendSets ?? {})
    return ociItem(balancer, location, {
      type: 'Load balancer',
      service: 'Load Balancer',
      state: balancer.lifecycleState === 'ACTIVE' ? 'active' : '',
      attributes: attributes({
        kind: shapeName,
        internal: isPrivate,
        backends: sets.reduce((total, { backends }) => total + (backends?.length ?? 0), 0),
      }),
    })
  },
})

const autonomousDatabases = defineList({
  permission: { action: 'inspect autonomous-databases', reason: 'Lists databases with their size and state.' },
  service: 'database',
  path: '/20160918/autonomousDatabases',
  schema: ociBaseSchema.extend({
    dbWorkload: text,
    computeModel: text,
    computeCount: number,
    cpuCoreCount: number,
    dataStorageSizeInGBs: number,
    isFreeTier: z.boolean().nullish(),
    isAutoScalingEnabled: z.boolean().nullish(),
  }),
  toItem(database, location) {
    const { lifecycleState, computeModel, computeCount, cpuCoreCount } = database
    // What is free saves nothing.
    if (isGone(lifecycleState) || database.isFreeTier) return undefined
    const units = computeCount ?? cpuCoreCount
    return ociItem(database, location, {
      type: 'Database',
      service: 'Autonomous Database',
      size: units ? `${units} ${computeModel ?? 'OCPU'}` : '',
      state: lifecycleState === 'AVAILABLE' ? 'running' : '',
      attributes: attributes({
        engine: database.dbWorkload?.toLowerCase(),
        size_gb: database.dataStorageSizeInGBs,
        auto_scaling: database.isAutoScalingEnabled,
      }),
    })
  },
})

export const ociPorts = [
  definePort({
    dataset: 'compute',
    unlocks: 'Unattached volumes, volumes of stopped instances',
    lists: [instances, volumes('/20160918/volumes', 'block volume'), volumes('/20160918/bootVolumes', 'boot volume')],
    also: [attachmentPermission],
  }),
  definePort({
    dataset: 'network',
    unlocks: 'Unused addresses, load balancers without backends',
    lists: [publicIps, loadBalancers],
  }),
  definePort({ dataset: 'databases', unlocks: 'Databases in the resource list', lists: [autonomousDatabases] }),
] as const
