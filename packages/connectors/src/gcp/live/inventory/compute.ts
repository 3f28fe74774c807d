/** Instances, disks and snapshots of Compute Engine. */
import * as z from 'zod'
import { attributes, dateOf } from '../../../live-item.ts'
import { assetName, definePort, gcpItem, lastPart, readData } from '../define-port.ts'
import { publicAccess } from '../public-access.ts'
import { readBilling } from './instance-billing.ts'
import { links, number, text } from './values.ts'

export const computePort = definePort({
  dataset: 'compute',
  unlocks: 'Idle, oversized and stopped instances, unattached disks, old snapshots',
  lists: [
    {
      type: 'compute.googleapis.com/Instance',
      reason: 'Lists instances, to find idle and stopped ones.',
      toItems(resource, location, session) {
        const { status, machineType, lastStopTimestamp, selfLink, ...rest } = readData(resource, {
          serviceAccounts: z.array(z.object({ email: text.nullish() })),
          status: text,
          machineType: text,
          lastStopTimestamp: text,
          selfLink: text,
          networkInterfaces: z.array(
            z.object({ accessConfigs: z.array(z.object({ natIP: text.nullish() })).nullish() }),
          ),
        })
        if (selfLink !== undefined) session.ids.set(assetName(selfLink), resource.id)
        const addresses = (rest.networkInterfaces ?? []).flatMap(({ accessConfigs }) => accessConfigs ?? [])
        return [
          gcpItem(resource, location, {
            type: 'Instance',
            service: 'Compute Engine',
            size: lastPart(machineType),
            state: (status ?? '').toLowerCase(),
            state_since: status === 'TERMINATED' ? dateOf(lastStopTimestamp) : undefined,
            attributes: attributes({
              ...readBilling(resource),
              public_address: addresses.find(({ natIP }) => natIP)?.natIP ?? 'none',
              instance_role: rest.serviceAccounts?.find(({ email }) => email)?.email ?? 'none',
            }),
          }),
        ]
      },
    },
    // Those of two zones have a type of their own.
    ...['compute.googleapis.com/Disk', 'compute.googleapis.com/RegionDisk'].map((type) => ({
      type,
      reason: 'Lists disks, to find unattached ones.',
      toItems: ((resource, location, session) => {
        const { status, sizeGb, type, users, lastDetachTimestamp, ...rest } = readData(resource, {
          status: text,
          sizeGb: number,
          provisionedIops: number,
          provisionedThroughput: number,
          storagePool: text,
          enableConfidentialCompute: z.boolean(),
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
            attributes: attributes({
              volume_type: lastPart(type),
              size_gb: sizeGb,
              // Stored in two zones, and billed twice.
              // No pattern: the guide of cloud checks is read from this source.
              regional: (type ?? '').includes('/regions/') || undefined,
              iops: rest.provisionedIops,
              throughput: rest.provisionedThroughput,
              // Its pool is billed.
              storage_pool: lastPart(rest.storagePool),
              confidential: rest.enableConfidentialCompute || undefined,
              encrypted: true,
            }),
            relations: (users ?? []).map((user) => ({
              kind: 'attached_to' as const,
              resource_id: session.ids.get(assetName(user)) ?? assetName(user),
            })),
          }),
        ]
      }) satisfies Parameters<typeof definePort>[0]['lists'][number]['toItems'],
    })),
    {
      type: 'compute.googleapis.com/Snapshot',
      reason: 'Lists snapshots, to find those of deleted disks.',
      details: [publicAccess('compute.googleapis.com/Snapshot')],
      toItems(resource, location, _session, details = {}) {
        const { status, diskSizeGb, sourceDisk, sourceDiskId, storageBytes, ...rest } = readData(resource, {
          status: text,
          snapshotType: text,
          storageLocations: links,
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
              ...details,
              public: details.public,
              source_volume: sourceDiskId ? source?.replace(/[^/]+$/, sourceDiskId) : source,
              size_gb: diskSizeGb,
              stored_bytes: storageBytes,
              snapshot_type: rest.snapshotType?.toLowerCase(),
              storage_location: rest.storageLocations?.[0],
              // Google encrypts every snapshot.
              encrypted: true,
            }),
          }),
        ]
      },
    },
  ],
})
