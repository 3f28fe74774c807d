/**
 * An image that nothing was started from for long: deregistered with its snapshots. AWS keeps both in its Recycle Bin for
 * 30 days, from where they are restored with their IDs.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { type Carrier, type CloudRequest, defineRemedy, quoted, requestText, waitUntil } from '../remedy.ts'
import { regionOf } from './address.ts'
import { describeEc2, ec2IdOf, ec2Request } from './ec2-query.ts'
import {
  binned,
  ensureRetention,
  graceDays,
  isCovered,
  recycleBinPermissions,
  restoreBinned,
  ruleRequest,
} from './recycle-bin.ts'
import { ownTags } from './tags.ts'
import { allNamed, childOf, itemsOf, parseXml, textOf } from './xml.ts'

interface ImageState extends ResourceState {
  exists: true
  name: string
  /** IDs, sorted. */
  snapshots: string[]
  /** AWS would keep the image and all its snapshots in the Recycle Bin. */
  covered: boolean
  /** What still needs it, for a sentence; '' when nothing does. */
  used_by: string
}

export const machineImage = defineRemedy({
  kind: 'machine_image',
  provider: 'aws',
  steps: ['delete'],
  permissions: [
    'ec2:DescribeImages',
    'ec2:DescribeImageAttribute',
    'ec2:DescribeSnapshots',
    'ec2:DescribeInstances',
    'ec2:DescribeLaunchTemplateVersions',
    'ec2:DeregisterImage',
    'ec2:DeleteSnapshot',
    ...recycleBinPermissions,
  ],
  read,
  stateAfter(before, { target }) {
    if (!isImage(before)) return before
    if (before.used_by !== '')
      throw new KeptError(
        'conflict',
        `${target.name} is used by ${before.used_by}. Only an unused image is deregistered.`,
      )
    if (!before.covered)
      throw new KeptError(
        'conflict',
        `${target.name} and its snapshots need the tag kept:allow=true: AWS keeps only what has it for ${graceDays} days in the Recycle Bin.`,
      )
    return { exists: false }
  },
  requests(target, from, to) {
    if (isImage(from) === isImage(to)) return []
    return isImage(to)
      ? [
          ...to.snapshots.map((SnapshotId) => ec2Request(target, 'RestoreSnapshotFromRecycleBin', { SnapshotId })),
          ec2Request(target, 'RestoreImageFromRecycleBin', { ImageId: ec2IdOf(target) }),
        ]
      : [ruleRequest(target, 'EC2_IMAGE'), ruleRequest(target, 'EBS_SNAPSHOT'), deregisterRequest(target)]
  },
  async carryOut(carrier, target, from, to) {
    if (isImage(to)) await restore(carrier, target, to)
    else if (isImage(from)) await deregister(carrier, target)
  },
  deletionGrace: {
    none: `AWS itself keeps a deregistered image and its snapshots in the Recycle Bin for ${graceDays} days, from where they are restored with their IDs.`,
  },
  undoPrice: () =>
    `Nothing is lost for ${graceDays} days: AWS keeps the image and its snapshots in the Recycle Bin, and bills the snapshots until then. Afterwards both are gone.`,
  describeState: (state) =>
    isImage(state)
      ? `an image with ${state.snapshots.length} snapshot${state.snapshots.length === 1 ? '' : 's'}`
      : 'deregistered',
  script({ target }) {
    const region = `--region ${quoted(regionOf(target))}`
    const id = quoted(ec2IdOf(target))
    const tags = `--resource-tags ResourceTagKey=kept:allow,ResourceTagValue=true --retention-period RetentionPeriodValue=${graceDays},RetentionPeriodUnit=DAYS`
    return {
      tool: 'aws',
      run: [
        '# Only what has the tag kept:allow=true is kept in the Recycle Bin.',
        `aws ec2 describe-images --image-ids ${id} ${region}`,
        `aws rbin create-rule --resource-type EC2_IMAGE ${tags} ${region}`,
        `aws rbin create-rule --resource-type EBS_SNAPSHOT ${tags} ${region}`,
        `aws ec2 deregister-image --image-id ${id} --delete-associated-snapshots ${region}`,
      ],
      undo: [
        '# The snapshots first, each with restore-snapshot-from-recycle-bin.',
        `aws ec2 restore-snapshot-from-recycle-bin --snapshot-id SNAPSHOT ${region}`,
        `aws ec2 restore-image-from-recycle-bin --image-id ${id} ${region}`,
      ],
    }
  },
})

function isImage(state: ResourceState): state is ImageState {
  return state.exists === true
}

async function read(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<ResourceState> {
  const find = (action: string, list: string, filter: string, more: Record<string, string> = {}) =>
    describeEc2(send, target, { action, list, filter, more }, signal)
  const [image] = await find('DescribeImages', 'imagesSet', 'image-id', { 'Owner.1': 'self' })
  if (!image) return { exists: false }
  const snapshots = itemsOf(image, 'blockDeviceMapping')
    .map((mapping) => textOf(childOf(mapping, 'ebs'), 'snapshotId'))
    .filter((id) => id !== '')
    .toSorted()
  let covered = isCovered(ownTags(image))
  for (const id of snapshots) {
    const parameters = { 'SnapshotId.1': id }
    const answer = parseXml(await requestText(send, ec2Request(target, 'DescribeSnapshots', parameters), signal))
    covered &&= itemsOf(answer, 'snapshotSet').every((snapshot) => isCovered(ownTags(snapshot)))
  }
  return { exists: true, name: textOf(image, 'name'), snapshots, covered, used_by: await userOf(send, target, signal) }
}

/** Templates are asked for the versions that start instances: the default one and the newest. */
async function userOf(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<string> {
  const find = (action: string, list: string, more: Record<string, string> = {}) =>
    describeEc2(send, target, { action, list, filter: 'image-id', more }, signal)
  const instances = (await find('DescribeInstances', 'reservationSet')).flatMap((reservation) =>
    itemsOf(reservation, 'instancesSet').filter((item) => textOf(item, 'instanceState', 'name') !== 'terminated'),
  )
  if (instances[0]) return `the instance ${textOf(instances[0], 'instanceId')}`
  const versions = { 'LaunchTemplateVersion.1': '$Default', 'LaunchTemplateVersion.2': '$Latest' }
  const [template] = await find('DescribeLaunchTemplateVersions', 'launchTemplateVersionSet', versions)
  if (template) return `the launch template ${textOf(template, 'launchTemplateName')}`
  const attribute = { ImageId: ec2IdOf(target), Attribute: 'launchPermission' }
  const shared = await requestText(send, ec2Request(target, 'DescribeImageAttribute', attribute), signal)
  return allNamed(parseXml(shared), 'launchPermission').some(({ children }) => children.length > 0)
    ? 'other accounts, with which it is shared'
    : ''
}

async function deregister(carrier: Carrier, target: RemediationTarget): Promise<void> {
  await ensureRetention(carrier, target, 'EC2_IMAGE')
  await ensureRetention(carrier, target, 'EBS_SNAPSHOT')
  await requestText(carrier.sendDelete, deregisterRequest(target))
  await waitUntil(
    carrier,
    { what: `Deregistering ${target.name}`, maxMinutes: 10 },
    async () => (await binned(carrier.send, target, 'Image', [ec2IdOf(target)])).length > 0,
  )
}

async function restore(carrier: Carrier, target: RemediationTarget, to: ImageState): Promise<void> {
  const { send } = carrier
  const id = ec2IdOf(target)
  const inBin = await binned(send, target, 'Image', [id])
  if (inBin.length === 0)
    throw new KeptError(
      'not_found',
      `${target.name} is not in the Recycle Bin any more: its ${graceDays} days are over, so it cannot be restored.`,
    )
  // An image is restored only while its snapshots exist.
  for (const snapshot of await binned(send, target, 'Snapshot', to.snapshots))
    await restoreBinned(send, target, 'Snapshot', snapshot)
  await restoreBinned(send, target, 'Image', id)
  await waitUntil(carrier, { what: `Restoring ${target.name}`, maxMinutes: 30 }, async () =>
    isImage(await read(send, target)),
  )
}

function deregisterRequest(target: RemediationTarget) {
  return ec2Request(target, 'DeregisterImage', { ImageId: ec2IdOf(target), DeleteAssociatedSnapshots: 'true' })
}
