/** A disk that no machine uses: deleted after a snapshot of it, and made again from that. The same in every cloud. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { type Carrier, type CloudRequest, type Remedy, requestText, waitUntil } from './remedy.ts'

export interface DiskState extends ResourceState {
  exists: true
  /** A snapshot of Kept exists. */
  backup: boolean
  attached: boolean
  type: string
  /** In GB. */
  size: string | number
  /** The request that makes it again, without its source. */
  body: ResourceState
}

export function isDisk(state: ResourceState): state is DiskState {
  return state.exists === true
}

/** What a cloud does for it. Each can be called again after an interruption. */
interface DiskCloud {
  /** What a disk is attached to: "an instance". */
  machine: string
  read: Remedy['read']
  backUp(send: CloudRequest, target: RemediationTarget, from: DiskState): Promise<unknown>
  /** Throws where the cloud could not make the snapshot. */
  isBackedUp(send: CloudRequest, target: RemediationTarget): Promise<boolean>
  deleteRequest(send: CloudRequest, target: RemediationTarget): Promise<PlannedRequest> | PlannedRequest
  /** Not while it is being deleted, which `read` takes for gone. */
  isRemoved(send: CloudRequest, target: RemediationTarget): Promise<boolean>
  make(send: CloudRequest, target: RemediationTarget, to: DiskState): Promise<unknown>
  isMade(send: CloudRequest, target: RemediationTarget): Promise<boolean>
  removeBackup(send: CloudRequest, target: RemediationTarget): Promise<unknown>
  /** Whether the snapshot is of the disk that exists, or that disk was made from it: others reuse names. */
  isOfBackup(send: CloudRequest, target: RemediationTarget): Promise<boolean>
}

/** The parts of a remedy that deletes such a disk. */
export function deleteAfterBackup(
  cloud: DiskCloud,
): Pick<Remedy, 'read' | 'stateAfter' | 'carryOut' | 'isBetween' | 'isOwn' | 'describeState'> {
  return {
    read: cloud.read,
    stateAfter(before, { target }) {
      if (isDisk(before) && before.attached)
        throw new KeptError(
          'conflict',
          `${target.name} is attached to ${cloud.machine}. Only an unattached disk is deleted.`,
        )
      return isDisk(before) ? { exists: false, backup: true } : before
    },
    async carryOut(carrier, target, from, to) {
      if (isDisk(to)) await restore(cloud, carrier, target, from, to)
      else if (isDisk(from)) await backUpAndRemove(cloud, carrier, target, from)
    },
    isOwn: (send, target) => cloud.isOfBackup(send, target),
    isBetween: (state, before) => isDisk(state) && isDisk(before) && state.backup && state.size === before.size,
    describeState: (state) =>
      isDisk(state)
        ? `a ${state.type} disk of ${formatCount(Number(state.size))} GB${state.backup ? ' with a snapshot' : ''}`
        : `deleted${state.backup ? ', with a snapshot' : ''}`,
  }
}

async function backUpAndRemove(
  cloud: DiskCloud,
  carrier: Carrier,
  target: RemediationTarget,
  from: DiskState,
): Promise<void> {
  const { send } = carrier
  if (!from.backup) await cloud.backUp(send, target, from)
  await waitUntil(carrier, { what: `The snapshot of ${target.name}`, maxMinutes: 180 }, () =>
    cloud.isBackedUp(send, target),
  )
  const now = await cloud.read(send, target)
  if (isDisk(now) && now.attached)
    throw new KeptError('conflict', `${target.name} was attached to ${cloud.machine} while its snapshot was made.`)
  if (isDisk(now) && !(await cloud.isOfBackup(send, target)))
    throw new KeptError(
      'conflict',
      `${target.name} is another disk than the one of the snapshot: it was made again. Kept left it, and the snapshot.`,
    )
  await requestText(carrier.sendDelete, await cloud.deleteRequest(send, target))
  await untilRemoved(cloud, carrier, target)
}

function untilRemoved(cloud: DiskCloud, carrier: Carrier, target: RemediationTarget): Promise<void> {
  return waitUntil(carrier, { what: `The deletion of ${target.name}`, maxMinutes: 10 }, () =>
    cloud.isRemoved(carrier.send, target),
  )
}

async function restore(
  cloud: DiskCloud,
  carrier: Carrier,
  target: RemediationTarget,
  from: ResourceState,
  to: DiskState,
): Promise<void> {
  const { send } = carrier
  if (!isDisk(from)) {
    if (from.backup !== true)
      throw new KeptError('not_found', `The snapshot of ${target.name} was deleted, so the disk cannot be made again.`)
    // Its name is free once a deletion that is under way has ended.
    await untilRemoved(cloud, carrier, target)
    await cloud.make(send, target, to)
    await waitUntil(carrier, { what: `Making ${target.name} again`, maxMinutes: 30 }, () => cloud.isMade(send, target))
  }
  if (to.backup) return
  if (!(await cloud.isOfBackup(send, target)))
    throw new KeptError(
      'conflict',
      `The snapshot of ${target.name} is left: it is not of the disk that now has this name.`,
    )
  await cloud.removeBackup(send, target)
}
