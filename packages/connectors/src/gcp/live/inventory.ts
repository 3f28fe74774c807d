/** What Kept lists in a project, by dataset. */
import * as z from 'zod'
import { attributes, dateOf } from '../../live-item.ts'
import { assetName, definePort, gcpItem, lastPart, readData } from './define-port.ts'

const text = z.string()
const list = z.array(z.unknown())
const links = z.array(z.string())
/** Google writes 64-bit numbers as text. */
const number = z.union([z.number(), z.string().regex(/^\d+$/)]).transform(Number)

const computePort = definePort({
  dataset: 'compute',
  unlocks: 'Idle, oversized and stopped instances, unattached disks, old snapshots',
  lists: [
    {
      type: 'compute.googleapis.com/Instance',
      reason: 'Lists instances, to find idle and stopped ones.',
      toItems(resource, location, session) {
        const { status, machineType, scheduling, lastStopTimestamp, selfLink, networkInterfaces } = readData(resource, {
          status: text,
          machineType: text,
          scheduling: z.object({ preemptible: z.boolean().nullish(), provisioningModel: text.nullish() }),
          lastStopTimestamp: text,
          selfLink: text,
          networkInterfaces: z.array(
            z.object({ accessConfigs: z.array(z.object({ natIP: text.nullish() })).nullish() }),
          ),
        })
        if (selfLink !== undefined) session.ids.set(assetName(selfLink), resource.id)
        const isSpot = scheduling?.preemptible === true || scheduling?.provisioningModel === 'SPOT'
        const addresses = (networkInterfaces ?? []).flatMap(({ accessConfigs }) => accessConfigs ?? [])
        return [
          gcpItem(resource, location, {
            type: 'Instance',
            service: 'Compute Engine',
            size: lastPart(machineType),
            state: (status ?? '').toLowerCase(),
            state_since: status === 'TERMINATED' ? dateOf(lastStopTimestamp) : undefined,
            attributes: attributes({
              lifecycle: isSpot ? 'spot' : undefined,
              public_address: addresses.find(({ natIP }) => natIP)?.natIP ?? 'none',
            }),
          }),
        ]
      },
    },
    {
      type: 'compute.googleapis.com/Disk',
      reason: 'Lists disks, to find unattached ones.',
      toItems(resource, location, session) {
        const { status, sizeGb, type, users, lastDetachTimestamp } = readData(resource, {
          status: text,
          sizeGb: number,
          type: text,
          users: links,
          lastDetachTimestamp: text,
        })
        const isAttached = (users ?? []).length > 0
        return [
          gcpItem(resource, location, {
            type: 'Volume',
            service: 'Compute Engine',
            size: sizeGb ? `${sizeGb} GB` : '',
            // Google says "READY", attached or not.
            state: isAttached ? 'attached' : status === 'READY' ? 'unattached' : (status ?? '').toLowerCase(),
            state_since: isAttached ? undefined : dateOf(lastDetachTimestamp),
            // Google encrypts every disk.
            attributes: attributes({ volume_type: lastPart(type), size_gb: sizeGb, encrypted: true }),
            relations: (users ?? []).map((user) => ({
              kind: 'attached_to' as const,
              resource_id: session.ids.get(assetName(user)) ?? assetName(user),
            })),
          }),
        ]
      },
    },
    {
      type: 'compute.googleapis.com/Snapshot',
      reason: 'Lists snapshots, to find those of deleted disks.',
      toItems(resource, location) {
        const { status, diskSizeGb, sourceDisk, sourceDiskId, storageBytes } = readData(resource, {
          status: text,
          diskSizeGb: number,
          sourceDisk: text,
          sourceDiskId: text,
          storageBytes: number,
        })
        const source = sourceDisk === undefined ? undefined : assetName(sourceDisk)
        return [
          gcpItem(resource, location, {
            type: 'Snapshot',
            service: 'Compute Engine',
            size: diskSizeGb ? `${diskSizeGb} GB` : '',
            state: (status ?? '').toLowerCase(),
            attributes: attributes({
              source_volume: sourceDiskId ? source?.replace(/[^/]+$/, sourceDiskId) : source,
              size_gb: diskSizeGb,
              stored_bytes: storageBytes,
            }),
          }),
        ]
      },
    },
  ],
})

const networkPort = definePort({
  dataset: 'network',
  unlocks: 'Unused addresses, load balancers without targets, idle gateways',
  lists: [
    ...['compute.googleapis.com/Address', 'compute.googleapis.com/GlobalAddress'].map((type) => ({
      type,
      reason: 'Lists static addresses, to find those attached to nothing.',
      toItems: ((resource, location) => {
        const { status, address, addressType, users } = readData(resource, {
          status: text,
          address: text,
          addressType: text,
          users: links,
        })
        // Internal addresses are free.
        if (addressType === 'INTERNAL') return []
        return [
          gcpItem(resource, location, {
            type: 'Public IP address',
            service: 'Compute Engine',
            state: status === 'IN_USE' ? 'associated' : (status ?? '').toLowerCase(),
            attributes: attributes({ address }),
            relations: (users ?? []).map((user) => ({ kind: 'attached_to' as const, resource_id: assetName(user) })),
          }),
        ]
      }) satisfies Parameters<typeof definePort>[0]['lists'][number]['toItems'],
    })),
    {
      type: 'compute.googleapis.com/TargetPool',
      reason: 'Counts the targets behind load balancers.',
      toItems(resource, _location, session) {
        const { selfLink, instances } = readData(resource, { selfLink: text, instances: links })
        if (selfLink !== undefined) session.backends.set(assetName(selfLink), instances?.length ?? 0)
        return []
      },
    },
    {
      type: 'compute.googleapis.com/BackendService',
      reason: 'Counts the targets behind load balancers.',
      toItems(resource, _location, session) {
        const { selfLink, backends } = readData(resource, { selfLink: text, backends: list })
        if (selfLink !== undefined) session.backends.set(assetName(selfLink), backends?.length ?? 0)
        return []
      },
    },
    {
      type: 'compute.googleapis.com/ForwardingRule',
      reason: 'Lists load balancers.',
      toItems(resource, location, session) {
        const { target, backendService, loadBalancingScheme, IPProtocol } = readData(resource, {
          target: text,
          backendService: text,
          loadBalancingScheme: text,
          IPProtocol: text,
        })
        const behind = backendService ?? target
        return [
          gcpItem(resource, location, {
            type: 'Load balancer',
            service: 'Networking',
            state: 'active',
            attributes: attributes({
              kind: loadBalancingScheme?.toLowerCase(),
              protocol: IPProtocol,
              // A proxy stands before several services: then the number is not known.
              backends: behind === undefined ? undefined : session.backends.get(assetName(behind)),
            }),
          }),
        ]
      },
    },
    {
      type: 'compute.googleapis.com/Router',
      reason: 'Lists Cloud NAT gateways.',
      toItems(resource, location) {
        const { nats } = readData(resource, { nats: z.array(z.object({ name: text })) })
        return nats === undefined || nats.length === 0
          ? []
          : [
              gcpItem(resource, location, {
                type: 'NAT gateway',
                service: 'Networking',
                state: 'available',
                attributes: attributes({ gateways: nats.length }),
              }),
            ]
      },
    },
  ],
})

const databasesPort = definePort({
  dataset: 'databases',
  unlocks: 'Unused and oversized databases and caches',
  lists: [
    {
      type: 'sqladmin.googleapis.com/Instance',
      reason: 'Lists Cloud SQL instances, to find unused ones.',
      toItems(resource, location) {
        const { state, databaseVersion, settings } = readData(resource, {
          state: text,
          databaseVersion: text,
          settings: z.object({
            tier: text.nullish(),
            activationPolicy: text.nullish(),
            dataDiskSizeGb: number.nullish(),
            availabilityType: text.nullish(),
          }),
        })
        const isStopped = settings?.activationPolicy === 'NEVER'
        return [
          gcpItem(resource, location, {
            type: 'Database',
            service: 'Cloud SQL',
            size: settings?.tier ?? '',
            state: isStopped ? 'stopped' : state === 'RUNNABLE' ? 'running' : (state ?? '').toLowerCase(),
            attributes: attributes({
              engine_version: databaseVersion,
              size_gb: settings?.dataDiskSizeGb,
              high_availability: settings?.availabilityType?.toLowerCase(),
            }),
          }),
        ]
      },
    },
    {
      type: 'redis.googleapis.com/Instance',
      reason: 'Lists Memorystore instances, to find unused ones.',
      toItems(resource, location) {
        const { state, memorySizeGb, tier } = readData(resource, { state: text, memorySizeGb: number, tier: text })
        return [
          gcpItem(resource, location, {
            type: 'Cache',
            service: 'Memorystore',
            size: memorySizeGb ? `${memorySizeGb} GB` : '',
            state: (state ?? '').toLowerCase(),
            attributes: attributes({ tier }),
          }),
        ]
      },
    },
  ],
})

const storagePort = definePort({
  dataset: 'storage',
  unlocks: 'Buckets with their class and lifecycle, and how long logs are kept',
  lists: [
    {
      type: 'storage.googleapis.com/Bucket',
      reason: 'Lists buckets with their lifecycle. Their content cannot be read with it.',
      toItems(resource, location) {
        const { storageClass, lifecycle } = readData(resource, {
          storageClass: text,
          lifecycle: z.object({ rule: list.nullish() }),
        })
        return [
          gcpItem(resource, location, {
            type: 'Bucket',
            service: 'Cloud Storage',
            attributes: attributes({ storage_class: storageClass, lifecycle_rules: lifecycle?.rule?.length ?? 0 }),
          }),
        ]
      },
    },
    {
      type: 'logging.googleapis.com/LogBucket',
      reason: 'Lists log buckets with their retention.',
      toItems(resource, location) {
        const { retentionDays, lifecycleState } = readData(resource, { retentionDays: number, lifecycleState: text })
        return [
          gcpItem(resource, location, {
            type: 'Log group',
            service: 'Cloud Logging',
            state: (lifecycleState ?? '').toLowerCase(),
            attributes: attributes({ retention_days: retentionDays }),
          }),
        ]
      },
    },
  ],
})

const appsPort = definePort({
  dataset: 'apps',
  unlocks: 'Cloud Run services and functions',
  lists: [
    {
      type: 'run.googleapis.com/Service',
      reason: 'Lists Cloud Run services.',
      toItems: (resource, location) => [gcpItem(resource, location, { type: 'Service', service: 'Cloud Run' })],
    },
    {
      type: 'cloudfunctions.googleapis.com/Function',
      reason: 'Lists functions.',
      toItems(resource, location) {
        const { state, status } = readData(resource, { state: text, status: text })
        return [
          gcpItem(resource, location, {
            type: 'Function',
            service: 'Cloud Functions',
            state: (state ?? status ?? '').toLowerCase(),
          }),
        ]
      },
    },
  ],
})

const clustersPort = definePort({
  dataset: 'clusters',
  unlocks: 'Idle Kubernetes clusters',
  lists: [
    {
      type: 'container.googleapis.com/Cluster',
      reason: 'Lists Kubernetes clusters.',
      toItems(resource, location) {
        const { status, currentNodeCount, currentMasterVersion, resourceLabels } = readData(resource, {
          status: text,
          currentNodeCount: number,
          currentMasterVersion: text,
          resourceLabels: z.record(text, text),
        })
        return [
          gcpItem({ ...resource, labels: resourceLabels ?? {} }, location, {
            type: 'Kubernetes cluster',
            service: 'Kubernetes Engine',
            state: (status ?? '').toLowerCase(),
            attributes: attributes({ nodes: currentNodeCount, version: currentMasterVersion }),
          }),
        ]
      },
    },
  ],
})

export const inventoryPorts = [computePort, networkPort, databasesPort, storagePort, appsPort, clustersPort] as const
