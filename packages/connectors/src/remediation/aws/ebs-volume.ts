/**
 * A volume: deleted after a backup, and made again from it; or changed to another type. It keeps its tags. The backup and
 * the restored volume are found by a tag, so nothing that Kept must remember is lost with a process.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget, ResourceState, UseWindow } from '@kept/domain/remediation.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { type Carrier, type CloudRequest, defineRemedy, quoted, requestText, settingOf, waitUntil } from '../remedy.ts'
import { regionOf } from './address.ts'
import { ec2Marking } from './deletion-tag.ts'
import { describeEc2, ec2IdOf, ec2Request } from './ec2-query.ts'
import { backupOf, ownTags, restoredFrom, tagParameters } from './tags.ts'
import { lastUseOfVolume, metricsPermission } from './volume-use.ts'
import { allNamed, itemsOf, parseXml, textOf, type XmlElement } from './xml.ts'

const maxBackupMinutes = 180
/** From the start of a backup to the last check, with time to spare. */
const maxUseMs = 2 * maxBackupMinutes * 60_000

interface VolumeState extends ResourceState {
  exists: true
  /** A backup of it exists. */
  backup: boolean
  attached: boolean
  type: string
  size: number
  /** 0 where the type sets them by size. */
  iops: number
  throughput: number
  availabilityZone: string
  key: string
  tags: Record<string, string>
}

export const ebsVolume = defineRemedy({
  kind: 'ebs_volume',
  provider: 'aws',
  steps: ['delete', 'resize'],
  permissions: [
    'ec2:DescribeVolumes',
    'ec2:DescribeSnapshots',
    'ec2:CreateSnapshot',
    'ec2:CreateTags',
    'ec2:DeleteTags',
    'ec2:DeleteVolume',
    'ec2:CreateVolume',
    'ec2:DeleteSnapshot',
    'ec2:ModifyVolume',
    metricsPermission,
  ],
  read,
  stateAfter(before, order) {
    const { step, target } = order
    if (!isVolume(before)) {
      if (step === 'delete') return before
      throw new KeptError('not_found', `The volume ${ec2IdOf(target)} no longer exists.`)
    }
    if (step === 'delete') {
      if (before.attached)
        throw new KeptError(
          'conflict',
          `${target.name} is attached to an instance. Only an unattached volume is deleted.`,
        )
      return { exists: false, backup: true }
    }
    const type = settingOf(order)
    return { ...before, type, ...(type === 'gp3' ? performanceOf(before) : { iops: 0, throughput: 0 }) }
  },
  requests(target, from, to) {
    if (isVolume(from) && isVolume(to)) return from.type === to.type ? [] : [modifyRequest(target, ec2IdOf(target), to)]
    if (isVolume(from)) return [snapshotRequest(target, ec2IdOf(target), from), deleteRequest(target, ec2IdOf(target))]
    return isVolume(to) ? [createRequest(target, 'BACKUP', to)] : []
  },
  async carryOut(carrier, target, from, to) {
    if (isVolume(to)) return isVolume(from) ? change(carrier, target, from, to) : restore(carrier, target, to)
    if (isVolume(from)) await deleteAfterBackup(carrier, target, from)
  },
  isBetween: (state, before) => isVolume(state) && isVolume(before) && state.backup && state.type === before.type,
  deletionGrace: { marking: { ...ec2Marking(findVolume, 'volumeId'), lastUse } },
  undoPrice: ({ step }) =>
    step === 'delete'
      ? 'The volume that is made again has a new ID, and loads its blocks from the backup when they are first read. Until then the backup costs about $0.05 per GB of used blocks a month.'
      : 'AWS changes a volume at most once in six hours.',
  describeState: (state) =>
    isVolume(state)
      ? `a ${state.type} volume of ${formatCount(state.size)} GB${state.backup ? ' with a backup' : ''}`
      : `deleted${state.backup ? ', with a backup' : ''}`,
  script({ target, step, setting = 'gp3' }) {
    const id = quoted(ec2IdOf(target))
    const region = `--region ${quoted(regionOf(target))}`
    if (step === 'resize')
      return {
        tool: 'aws',
        run: [
          `aws ec2 describe-volumes --volume-ids ${id} ${region}`,
          `aws ec2 modify-volume --volume-id ${id} --volume-type ${quoted(setting)} ${region}`,
        ],
        undo: [`aws ec2 modify-volume --volume-id ${id} --volume-type gp2 ${region}`],
      }
    return {
      tool: 'aws',
      run: [
        `SNAPSHOT=$(aws ec2 create-snapshot --volume-id ${id} ${region} --query SnapshotId --output text)`,
        `aws ec2 wait snapshot-completed --snapshot-ids "$SNAPSHOT" ${region}`,
        `aws ec2 delete-volume --volume-id ${id} ${region}`,
      ],
      undo: [`aws ec2 create-volume --snapshot-id "$SNAPSHOT" --availability-zone ZONE ${region}`],
    }
  },
})

const hasOwnPerformance = /^(io1|io2|gp3)$/

/** As a gp2 volume of this size has them: a change of type must not make a volume slower. */
function performanceOf({ type, size, iops, throughput }: VolumeState): { iops: number; throughput: number } {
  if (hasOwnPerformance.test(type)) return { iops, throughput }
  return { iops: Math.min(16_000, Math.max(3000, size * 3)), throughput: size > 170 ? 250 : 125 }
}

function isVolume(state: ResourceState): state is VolumeState {
  return state.exists === true
}

async function read(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<ResourceState> {
  const backup = (await findBackups(send, target, signal)).length > 0
  const item = await findVolume(send, target, signal)
  if (!item) return { exists: false, backup }
  return {
    exists: true,
    backup,
    attached: itemsOf(item, 'attachmentSet').length > 0,
    type: textOf(item, 'volumeType'),
    size: Number(textOf(item, 'size')),
    ...(hasOwnPerformance.test(textOf(item, 'volumeType'))
      ? { iops: Number(textOf(item, 'iops') || 0), throughput: Number(textOf(item, 'throughput') || 0) }
      : { iops: 0, throughput: 0 }),
    availabilityZone: textOf(item, 'availabilityZone'),
    key: textOf(item, 'kmsKeyId'),
    tags: ownTags(item),
  }
}

/** The volume itself, or the one that was made again from its backup. */
async function findVolume(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) {
  for (const filter of ['volume-id', `tag:${restoredFrom}`]) {
    const items = await describeEc2(send, target, { action: 'DescribeVolumes', list: 'volumeSet', filter }, signal)
    const item = items.find((volume) => !/^delet/.test(textOf(volume, 'status')))
    if (item) return item
  }
}

/** The newest first. */
async function findBackups(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) {
  const query = {
    action: 'DescribeSnapshots',
    list: 'snapshotSet',
    filter: `tag:${backupOf}`,
    more: { 'Owner.1': 'self' },
  }
  const items = await describeEc2(send, target, query, signal)
  return items
    .filter((snapshot) => textOf(snapshot, 'status') !== 'error')
    .toSorted((a, b) => Date.parse(textOf(b, 'startTime')) - Date.parse(textOf(a, 'startTime')))
}

async function lastUse(
  send: CloudRequest,
  target: RemediationTarget,
  window: UseWindow,
  signal?: AbortSignal,
): Promise<string | null> {
  const volumeId = textOf(await findVolume(send, target, signal), 'volumeId')
  return volumeId === '' ? null : lastUseOfVolume(send, target, { ...window, volumeId }, signal)
}

/** What was written since would be lost. */
async function refuseUseDuring(backup: XmlElement | undefined, { send }: Carrier, target: RemediationTarget) {
  const sinceMs = Date.parse(textOf(backup, 'startTime'))
  if (Number.isNaN(sinceMs))
    throw new KeptError('unavailable', `AWS did not say when the backup of ${target.name} was begun.`)
  const window = { since: new Date(sinceMs).toISOString(), until: new Date(sinceMs + maxUseMs).toISOString() }
  const usedAt = await lastUse(send, target, window)
  if (usedAt !== null) throw new KeptError('conflict', `${target.name} was used while its backup was made.`)
}

/**
 * EC2 does not say when a volume was last used, so a backup that an earlier attempt made may be older than its data:
 * each attempt makes its own.
 */
async function deleteAfterBackup(carrier: Carrier, target: RemediationTarget, from: VolumeState): Promise<void> {
  const { send } = carrier
  const id = textOf(await findVolume(send, target), 'volumeId')
  const earlier = await findBackups(send, target)
  const created = parseXml(await requestText(send, snapshotRequest(target, id, from)))
  const backupId = allNamed(created, 'snapshotId')[0]?.text ?? ''
  await waitUntil(carrier, { what: `The backup of ${target.name}`, maxMinutes: maxBackupMinutes }, async () => {
    const backup = (await findBackups(send, target)).find((snapshot) => textOf(snapshot, 'snapshotId') === backupId)
    if (!backup) throw new KeptError('unavailable', `AWS could not make the backup of ${target.name}.`)
    return textOf(backup, 'status') === 'completed'
  })
  const now = await read(send, target)
  if (isVolume(now) && now.attached)
    throw new KeptError('conflict', `${target.name} was attached to an instance while its backup was made.`)
  const all = await findBackups(send, target)
  await refuseUseDuring(
    all.find((snapshot) => textOf(snapshot, 'snapshotId') === backupId),
    carrier,
    target,
  )
  await deleteBackups(
    send,
    target,
    earlier.filter((snapshot) => textOf(snapshot, 'snapshotId') !== backupId),
  )
  await requestText(carrier.sendDelete, deleteRequest(target, id))
  await waitUntil(
    carrier,
    { what: `The deletion of ${target.name}`, maxMinutes: 10 },
    async () => (await findVolume(send, target)) === undefined,
  )
}

async function restore(carrier: Carrier, target: RemediationTarget, to: VolumeState): Promise<void> {
  const { send } = carrier
  const backups = await findBackups(send, target)
  // A newer one may be incomplete, of an attempt that did not get as far as the deletion.
  const backup = backups.find((snapshot) => textOf(snapshot, 'status') === 'completed') ?? backups[0]
  if (!backup)
    throw new KeptError('not_found', `The backup of ${target.name} was deleted, so the volume cannot be made again.`)
  await requestText(send, createRequest(target, textOf(backup, 'snapshotId'), to))
  await waitUntil(carrier, { what: `Making ${target.name} again`, maxMinutes: 30 }, async () => {
    const volume = await findVolume(send, target)
    return volume !== undefined && textOf(volume, 'status') === 'available'
  })
  if (!to.backup) await deleteBackups(send, target, await findBackups(send, target))
}

async function change(carrier: Carrier, target: RemediationTarget, from: VolumeState, to: VolumeState): Promise<void> {
  const { send } = carrier
  if (from.backup && !to.backup) await deleteBackups(send, target, await findBackups(send, target))
  if (from.type === to.type) return
  const id = textOf(await findVolume(send, target), 'volumeId')
  await requestText(send, modifyRequest(target, id, to))
  await waitUntil(carrier, { what: `The change of ${target.name}`, maxMinutes: 60 }, async () => {
    const now = await read(send, target)
    return isVolume(now) && now.type === to.type
  })
}

async function deleteBackups(
  send: CloudRequest,
  target: RemediationTarget,
  backups: readonly XmlElement[],
): Promise<void> {
  for (const backup of backups)
    await requestText(send, ec2Request(target, 'DeleteSnapshot', { SnapshotId: textOf(backup, 'snapshotId') }))
}

function snapshotRequest(target: RemediationTarget, VolumeId: string, { tags }: VolumeState): PlannedRequest {
  return ec2Request(target, 'CreateSnapshot', {
    VolumeId,
    Description: `Backup that Kept made before it deleted ${VolumeId}`,
    ...tagParameters('snapshot', { ...tags, [backupOf]: ec2IdOf(target) }),
  })
}

function deleteRequest(target: RemediationTarget, VolumeId: string): PlannedRequest {
  return ec2Request(target, 'DeleteVolume', { VolumeId })
}

function createRequest(target: RemediationTarget, SnapshotId: string, state: VolumeState): PlannedRequest {
  const { type, size, availabilityZone, key, tags } = state
  return ec2Request(target, 'CreateVolume', {
    SnapshotId,
    AvailabilityZone: availabilityZone,
    VolumeType: type,
    Size: String(size),
    ...performanceParameters(state),
    ...(key && { Encrypted: 'true', KmsKeyId: key }),
    // An interrupted undo is repeated without making a second volume.
    ClientToken: `kept-${SnapshotId}`,
    ...tagParameters('volume', { ...tags, [restoredFrom]: ec2IdOf(target) }),
  })
}

function modifyRequest(target: RemediationTarget, VolumeId: string, state: VolumeState): PlannedRequest {
  return ec2Request(target, 'ModifyVolume', {
    VolumeId,
    VolumeType: state.type,
    ...performanceParameters(state),
  })
}

function performanceParameters({ iops, throughput }: VolumeState): Record<string, string> {
  return {
    ...(iops > 0 && { Iops: String(iops) }),
    ...(throughput > 0 && { Throughput: String(throughput) }),
  }
}
