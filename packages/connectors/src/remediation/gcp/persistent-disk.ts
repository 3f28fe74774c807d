/**
 * A disk that no instance uses: deleted after a snapshot, and made again from it with the same name. Inventory and bills
 * name a disk by a number, which the new one does not have: it is found by a label.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { type DiskState, deleteAfterBackup, isDisk } from '../backed-up-disk.ts'
import { backupNameOf, keyOf } from '../backup-name.ts'
import { withoutMark } from '../deletion-mark.ts'
import { readOr, recordOf } from '../read-or.ts'
import { type CloudRequest, defineRemedy, quoted, requestJson, requestText } from '../remedy.ts'
import { computeApi, json, partsOf, pathOf } from './address.ts'
import { googleMarking } from './deletion-label.ts'

const restoredFrom = 'kept-restored-from'

interface DiskAnswer {
  name: string
  id?: string
  sourceSnapshot?: string
  status?: string
  sizeGb?: string
  type?: string
  users?: string[]
  labels?: Record<string, string>
  labelFingerprint?: string
  lastAttachTimestamp?: string
  lastDetachTimestamp?: string
  description?: string
  resourcePolicies?: string[]
  provisionedIops?: string
  provisionedThroughput?: string
  diskEncryptionKey?: { kmsKeyName?: string; sha256?: string }
}

export const persistentDisk = defineRemedy({
  kind: 'persistent_disk',
  provider: 'gcp',
  steps: ['delete'],
  permissions: [
    'compute.disks.get',
    'compute.disks.list',
    'compute.disks.createSnapshot',
    'compute.disks.delete',
    'compute.disks.create',
    'compute.disks.setLabels',
    'compute.snapshots.create',
    'compute.snapshots.get',
    'compute.snapshots.setLabels',
    'compute.snapshots.useReadOnly',
    'compute.snapshots.delete',
  ],
  ...deleteAfterBackup({
    machine: 'an instance',
    read,
    isBackedUp,
    backUp: async (send, target) => requestText(send, snapshotRequest(target, await nameOf(send, target))),
    deleteRequest: async (send, target) => deleteRequest(target, await numberOf(send, target)),
    isRemoved,
    make: (send, target, to) => requestText(send, createRequest(target, to)),
    isMade: async (send, target) => (await findDisk(send, target))?.status === 'READY',
    isOfBackup,
    removeBackup: (send, target) => requestText(send, { method: 'DELETE', url: snapshotUrl(target) }),
  }),
  requests(target, from, to) {
    if (isDisk(from) === isDisk(to)) return []
    if (isDisk(to)) return [createRequest(target, to)]
    return isDisk(from) ? [snapshotRequest(target, lastPartOf(target)), deleteRequest(target, lastPartOf(target))] : []
  },
  deletionGrace: { marking: googleMarking({ find: findDisk, urlOf: diskUrl, isRemoved }) },
  undoPrice: () =>
    'The disk that is made again has the same name and another numeric ID. Until then its snapshot costs about $0.05 per GB of used blocks a month.',
  script({ target }) {
    const { zones = '', projects = '' } = partsOf(target)
    const project = `--project ${quoted(projects)}`
    const zoneArgs = `--zone ${quoted(zones)} ${project}`
    const name = quoted(lastPartOf(target))
    const snapshot = quoted(backupNameOf(target))
    return {
      tool: 'gcloud',
      run: [
        `gcloud compute disks describe ${name} ${zoneArgs}`,
        `gcloud compute snapshots create ${snapshot} --source-disk ${name} --source-disk-zone ${quoted(zones)} ${project}`,
        `gcloud compute disks delete ${name} ${zoneArgs} --quiet`,
      ],
      undo: [
        '# With the name and type the first command showed.',
        `gcloud compute disks create NAME --source-snapshot ${snapshot} --type TYPE ${zoneArgs}`,
      ],
    }
  },
})

async function read(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<ResourceState> {
  const backup = (await readOr(send, snapshotUrl(target), signal)) !== undefined
  const disk = await findDisk(send, target, signal)
  if (!disk) return { exists: false, backup }
  const { kmsKeyName, sha256: ownKey } = disk.diskEncryptionKey ?? {}
  if (ownKey && !kmsKeyName)
    throw new KeptError(
      'conflict',
      `${target.name} is encrypted with a key of yours that Google does not store, so Kept cannot back it up. Delete it with the commands.`,
    )
  const { [restoredFrom]: _, ...labels } = withoutMark(disk.labels ?? {})
  const { name, sizeGb, type, description, resourcePolicies, provisionedIops, provisionedThroughput } = disk
  const diskEncryptionKey = kmsKeyName && { kmsKeyName: kmsKeyName.replace(/\/cryptoKeyVersions\/.*$/, '') }
  return {
    exists: true,
    backup,
    attached: (disk.users ?? []).length > 0,
    type: type?.split('/').at(-1) ?? '',
    size: sizeGb ?? '',
    body: JSON.parse(
      JSON.stringify({
        ...{ name, sizeGb, type, description, resourcePolicies, provisionedIops, provisionedThroughput },
        ...(diskEncryptionKey && { diskEncryptionKey }),
        labels,
      }),
    ),
  }
}

/** Undefined while it is being deleted, too. */
async function findDisk(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) {
  const disk = await findInAnyState(send, target, signal)
  return disk?.status === 'DELETING' ? undefined : disk
}

/** The disk itself, or the one that was made again from its snapshot. */
async function findInAnyState(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) {
  const disk = await readOr<DiskAnswer>(send, diskUrl(target, lastPartOf(target)), signal)
  if (disk) return disk
  const query = new URLSearchParams({ filter: `labels.${restoredFrom}=${keyOf(target)}` })
  const url = `${disksUrl(target)}?${query}`
  const { items = [] } = await requestJson<{ items?: DiskAnswer[] }>(send, { method: 'GET', url }, signal)
  return items[0]
}

async function isBackedUp(send: CloudRequest, target: RemediationTarget): Promise<boolean> {
  const snapshot = await readOr<{ status?: string }>(send, snapshotUrl(target))
  if (snapshot?.status === 'FAILED')
    throw new KeptError('unavailable', `Google could not make the snapshot of ${target.name}.`)
  return snapshot?.status === 'READY'
}

async function isRemoved(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<boolean> {
  return (await findInAnyState(send, target, signal)) === undefined
}

async function isOfBackup(send: CloudRequest, target: RemediationTarget): Promise<boolean> {
  const [disk, snapshot] = [
    await findDisk(send, target),
    await readOr<{ sourceDiskId?: string }>(send, snapshotUrl(target)),
  ]
  const isBackedUpFrom = disk?.id !== undefined && snapshot?.sourceDiskId === disk.id
  return isBackedUpFrom || disk?.sourceSnapshot?.split('/').at(-1) === backupNameOf(target)
}

/** A disk that was made again has a name, where inventory and bills have a number. */
async function nameOf(send: CloudRequest, target: RemediationTarget): Promise<string> {
  return (await findDisk(send, target))?.name ?? lastPartOf(target)
}

/** Others may make a disk with its name in the moment in which it is deleted: that one has another number. */
async function numberOf(send: CloudRequest, target: RemediationTarget): Promise<string> {
  return (await findDisk(send, target))?.id ?? lastPartOf(target)
}

function lastPartOf(target: RemediationTarget): string {
  return partsOf(target).disks ?? ''
}

function disksUrl(target: RemediationTarget): string {
  return `${computeApi}/${pathOf(target).replace(/\/[^/]+$/, '')}`
}

function diskUrl(target: RemediationTarget, name: string): string {
  return `${disksUrl(target)}/${encodeURIComponent(name)}`
}

function snapshotUrl(target: RemediationTarget): string {
  return `${computeApi}/projects/${partsOf(target).projects}/global/snapshots/${backupNameOf(target)}`
}

function snapshotRequest(target: RemediationTarget, name: string): PlannedRequest {
  const body = JSON.stringify({ name: backupNameOf(target), description: `Backup that Kept made of ${target.name}` })
  return { method: 'POST', url: `${diskUrl(target, name)}/createSnapshot`, body, headers: json }
}

function deleteRequest(target: RemediationTarget, name: string): PlannedRequest {
  return { method: 'DELETE', url: diskUrl(target, name), body: '', headers: {} }
}

function createRequest(target: RemediationTarget, { body }: DiskState): PlannedRequest {
  const labels = { ...recordOf(body.labels), [restoredFrom]: keyOf(target) }
  const sourceSnapshot = `projects/${partsOf(target).projects}/global/snapshots/${backupNameOf(target)}`
  return {
    method: 'POST',
    url: disksUrl(target),
    body: JSON.stringify({ ...body, labels, sourceSnapshot }),
    headers: json,
  }
}
