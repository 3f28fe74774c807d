/** Virtual machines, managed disks and snapshots. */
import * as z from 'zod'
import { attributes, dateOf } from '../../live-item.ts'
import { definePort } from './define-port.ts'
import { publicAddress } from './public-address.ts'
import { azureItem, readProperties } from './resource.ts'

const reference = z.object({ id: z.string() })

const powerState = z.object({
  instanceView: z
    .object({ powerState: z.object({ code: z.string().nullish(), displayStatus: z.string().nullish() }).nullish() })
    .nullish(),
})

export const computePort = definePort({
  dataset: 'compute',
  unlocks: 'Idle, oversized and stopped machines, unattached disks, old snapshots',
  queries: [
    {
      type: 'microsoft.compute/virtualmachines',
      action: 'Microsoft.Compute/virtualMachines/read',
      reason: 'Lists virtual machines and their power state, to find idle and stopped ones.',
      details: [publicAddress],
      toItems(resource, location, details = {}) {
        const { extended, hardwareProfile, storageProfile, priority, timeCreated, licenseType, ...hardware } =
          readProperties(resource, {
            extended: powerState,
            hardwareProfile: z.object({ vmSize: z.string() }),
            storageProfile: z.object({ osDisk: z.object({ osType: z.string().nullish() }).nullish() }),
            priority: z.string(),
            timeCreated: z.string(),
            licenseType: z.string(),
            host: reference,
            hostGroup: reference,
            capacityReservation: z.object({ capacityReservationGroup: reference.nullish() }),
          })
        return [
          azureItem(resource, location, {
            type: 'Instance',
            service: 'Virtual Machines',
            size: hardwareProfile?.vmSize ?? '',
            // "PowerState/deallocated"
            state: (extended?.instanceView?.powerState?.code ?? '').replace(/^PowerState\//, ''),
            created_at: dateOf(timeCreated),
            attributes: attributes({
              ...details,
              public_address: details.public_address,
              platform: storageProfile?.osDisk?.osType === 'Windows' ? 'windows' : undefined,
              lifecycle: priority === 'Spot' ? 'spot' : undefined,
              license: licenseType,
              tenancy: hardware.host || hardware.hostGroup ? 'host' : undefined,
              capacity_reservation: hardware.capacityReservation?.capacityReservationGroup?.id,
              availability_zone: resource.zones?.[0],
              instance_role: resource.identity?.type?.toLowerCase() ?? 'none',
            }),
          }),
        ]
      },
    },
    {
      type: 'microsoft.compute/virtualmachinescalesets',
      action: 'Microsoft.Compute/virtualMachineScaleSets/read',
      reason: 'Lists scale sets, to find idle node pools.',
      toItems: (resource, location) => [
        azureItem(resource, location, {
          type: 'Scale set',
          service: 'Virtual Machines',
          attributes: attributes({ instances: resource.sku?.capacity }),
        }),
      ],
    },
    {
      type: 'microsoft.compute/disks',
      action: 'Microsoft.Compute/disks/read',
      reason: 'Lists managed disks, to find unattached and oversized ones.',
      toItems(resource, location) {
        const disk = readProperties(resource, {
          diskState: z.string(),
          diskSizeGB: z.number(),
          diskIOPSReadWrite: z.number(),
          tier: z.string(),
          timeCreated: z.string(),
          LastOwnershipUpdateTime: z.string(),
          encryption: z.object({ type: z.string().nullish() }),
        })
        const isAttached = Boolean(resource.managedBy)
        return [
          azureItem(resource, location, {
            type: 'Volume',
            service: 'Storage',
            size: disk.diskSizeGB ? `${disk.diskSizeGB} GB` : '',
            state: (disk.diskState ?? (isAttached ? 'Attached' : 'Unattached')).toLowerCase(),
            state_since: isAttached ? undefined : dateOf(disk.LastOwnershipUpdateTime),
            created_at: dateOf(disk.timeCreated),
            attributes: attributes({
              volume_type: resource.sku?.name,
              size_gb: disk.diskSizeGB,
              iops: disk.diskIOPSReadWrite,
              // "P30": of Premium SSDs, and higher than that of the size where a person raised it.
              performance_tier: disk.tier,
              encrypted: disk.encryption?.type ? true : undefined,
            }),
            relations: resource.managedBy ? [{ kind: 'attached_to', resource_id: resource.managedBy }] : [],
          }),
        ]
      },
    },
    {
      type: 'microsoft.compute/snapshots',
      action: 'Microsoft.Compute/snapshots/read',
      reason: 'Lists snapshots, to find those of deleted disks.',
      toItems(resource, location) {
        const snapshot = readProperties(resource, {
          diskSizeGB: z.number(),
          timeCreated: z.string(),
          incremental: z.boolean(),
          encryption: z.object({ type: z.string().nullish() }),
          creationData: z.object({ sourceResourceId: z.string().nullish() }),
        })
        return [
          azureItem(resource, location, {
            type: 'Snapshot',
            service: 'Storage',
            size: snapshot.diskSizeGB ? `${snapshot.diskSizeGB} GB` : '',
            state: 'completed',
            created_at: dateOf(snapshot.timeCreated),
            attributes: attributes({
              source_volume: snapshot.creationData?.sourceResourceId,
              size_gb: snapshot.diskSizeGB,
              incremental: snapshot.incremental,
              tier: resource.sku?.name,
              encrypted: snapshot.encryption?.type ? true : undefined,
              // Azure shares a snapshot by links that expire, never with everyone.
              public: false,
            }),
          }),
        ]
      },
    },
  ],
})
