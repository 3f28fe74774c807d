/** A disk that no machine uses: deleted after a snapshot, and made again from it with the same resource id. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { type DiskState, deleteAfterBackup, isDisk } from '../backed-up-disk.ts'
import { backupNameOf } from '../backup-name.ts'
import { withoutMark } from '../deletion-mark.ts'
import { readOr, recordOf } from '../read-or.ts'
import { type CloudRequest, defineRemedy, quoted, requestText } from '../remedy.ts'
import { azureUrl, groupOf, json } from './address.ts'
import { azureMarking } from './deletion-tag.ts'

const version = '2024-03-02'

interface DiskAnswer {
  location?: string
  managedBy?: string
  sku?: { name?: string }
  zones?: string[]
  tags?: Record<string, string>
  properties?: {
    diskSizeGB?: number
    diskState?: string
    provisioningState?: string
    completionPercent?: number
    uniqueId?: string
    creationData?: { sourceResourceId?: string; sourceUniqueId?: string }
    [name: string]: unknown
  }
}

/** What a new disk does not take from its snapshot. */
const keptProperties = [
  'osType',
  'hyperVGeneration',
  'diskSizeGB',
  'tier',
  'encryption',
  'networkAccessPolicy',
  'publicNetworkAccess',
  'diskAccessId',
  'maxShares',
  'burstingEnabled',
]
/** Only these types have a performance of their own; others refuse it. */
const ownPerformance = /^(UltraSSD|PremiumV2)_/

export const managedDisk = defineRemedy({
  kind: 'managed_disk',
  provider: 'azure',
  steps: ['delete'],
  permissions: [
    'Microsoft.Compute/disks/read',
    'Microsoft.Compute/disks/write',
    'Microsoft.Compute/disks/delete',
    'Microsoft.Compute/disks/beginGetAccess/action',
    'Microsoft.Compute/snapshots/read',
    'Microsoft.Compute/snapshots/write',
    'Microsoft.Compute/snapshots/delete',
    'Microsoft.Resources/tags/write',
  ],
  ...deleteAfterBackup({
    machine: 'a machine',
    read,
    isBackedUp,
    backUp: (send, target, from) => requestText(send, snapshotRequest(target, from)),
    deleteRequest: (_send, target) => deleteRequest(target),
    isRemoved: async (send, target) => (await findDisk(send, target)) === undefined,
    make: (send, target, to) => requestText(send, createRequest(target, to)),
    isMade: async (send, target) => (await findDisk(send, target))?.properties?.provisioningState === 'Succeeded',
    isOfBackup,
    removeBackup: (send, target) => requestText(send, { method: 'DELETE', url: snapshotUrl(target) }),
  }),
  identityOf: async (send, target) => (await findDisk(send, target))?.properties?.uniqueId ?? undefined,
  requests(target, from, to) {
    if (isDisk(from) === isDisk(to)) return []
    if (isDisk(to)) return [createRequest(target, to)]
    return isDisk(from) ? [snapshotRequest(target, from), deleteRequest(target)] : []
  },
  deletionGrace: { marking: azureMarking(version) },
  undoPrice: () =>
    'The disk has the same resource id again. Until then its snapshot costs about $0.05 per GB of used blocks a month.',
  script({ target }) {
    const id = quoted(target.id)
    const name = quoted(backupNameOf(target))
    const group = quoted(groupOf(target).split('/').at(-1) ?? '')
    return {
      tool: 'az',
      run: [
        `az disk show --ids ${id}`,
        `az snapshot create --resource-group ${group} --name ${name} --source ${id} --incremental true`,
        `az disk delete --ids ${id} --yes`,
      ],
      undo: [
        '# With the location, zone and sku the first command showed.',
        `az disk create --resource-group ${group} --name ${quoted(target.id.split('/').at(-1) ?? '')} --source ${name} --sku SKU`,
      ],
    }
  },
})

async function read(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<ResourceState> {
  const backup = (await readOr(send, snapshotUrl(target), signal)) !== undefined
  const disk = await readOr<DiskAnswer>(send, azureUrl(target, '', version), signal)
  if (!disk || disk.properties?.provisioningState === 'Deleting') return { exists: false, backup }
  const { properties = {}, sku } = disk
  const type = sku?.name ?? ''
  const names = ownPerformance.test(type)
    ? [...keptProperties, 'diskIOPSReadWrite', 'diskMBpsReadWrite']
    : keptProperties
  const kept = names.flatMap((name) => (properties[name] === undefined ? [] : [[name, properties[name]]]))
  return {
    exists: true,
    backup,
    attached: Boolean(disk.managedBy) || properties.diskState !== 'Unattached',
    type,
    size: properties.diskSizeGB ?? 0,
    body: {
      location: disk.location ?? '',
      ...(sku && { sku: { name: type } }),
      ...(disk.zones && { zones: disk.zones }),
      tags: withoutMark(disk.tags ?? {}),
      properties: JSON.parse(JSON.stringify(Object.fromEntries(kept))),
    },
  }
}

async function isBackedUp(send: CloudRequest, target: RemediationTarget): Promise<boolean> {
  const snapshot = await readOr<DiskAnswer>(send, snapshotUrl(target))
  const { provisioningState, completionPercent = 100 } = snapshot?.properties ?? {}
  if (provisioningState === 'Failed')
    throw new KeptError('unavailable', `Azure could not make the snapshot of ${target.name}.`)
  return provisioningState === 'Succeeded' && completionPercent >= 100
}

async function isOfBackup(send: CloudRequest, target: RemediationTarget): Promise<boolean> {
  const [disk, snapshot] = [await findDisk(send, target), await readOr<DiskAnswer>(send, snapshotUrl(target))]
  const { uniqueId, creationData } = disk?.properties ?? {}
  const isBackedUpFrom = uniqueId !== undefined && snapshot?.properties?.creationData?.sourceUniqueId === uniqueId
  // Azure does not keep the case of IDs.
  return isBackedUpFrom || creationData?.sourceResourceId?.toLowerCase() === snapshotIdOf(target).toLowerCase()
}

const findDisk = (send: CloudRequest, target: RemediationTarget) =>
  readOr<DiskAnswer>(send, azureUrl(target, '', version))

function snapshotIdOf(target: RemediationTarget): string {
  return `${groupOf(target)}/providers/Microsoft.Compute/snapshots/${backupNameOf(target)}`
}

function snapshotUrl(target: RemediationTarget): string {
  return azureUrl({ id: snapshotIdOf(target), name: target.name }, '', version)
}

function snapshotRequest(target: RemediationTarget, { body }: DiskState): PlannedRequest {
  const { location, tags } = body
  const creationData = { createOption: 'Copy', sourceResourceId: target.id }
  return {
    method: 'PUT',
    url: snapshotUrl(target),
    body: JSON.stringify({ location, tags, properties: { creationData, incremental: true } }),
    headers: json,
  }
}

function deleteRequest(target: RemediationTarget): PlannedRequest {
  return { method: 'DELETE', url: azureUrl(target, '', version), body: '', headers: {} }
}

function createRequest(target: RemediationTarget, { body }: DiskState): PlannedRequest {
  const creationData = { createOption: 'Copy', sourceResourceId: snapshotIdOf(target) }
  return {
    method: 'PUT',
    url: azureUrl(target, '', version),
    body: JSON.stringify({ ...body, properties: { ...recordOf(body.properties), creationData } }),
    headers: json,
  }
}
