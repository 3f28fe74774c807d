/** A snapshot that nothing uses: moved to the archive, which costs a quarter, and back. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { type CloudRequest, defineRemedy, quoted, requestText, waitUntil } from '../remedy.ts'
import { regionOf } from './address.ts'
import { describeEc2, ec2IdOf, ec2Request } from './ec2-query.ts'
import { textOf } from './xml.ts'

export const ebsSnapshot = defineRemedy({
  kind: 'ebs_snapshot',
  provider: 'aws',
  steps: ['archive'],
  permissions: ['ec2:DescribeSnapshots', 'ec2:ModifySnapshotTier', 'ec2:RestoreSnapshotTier'],
  read,
  stateAfter: (before) => ({ ...before, tier: 'archive' }),
  requests: (target, from, to) => (from.tier === to.tier ? [] : [tierRequest(target, to)]),
  async carryOut(carrier, target, from, to) {
    if (from.tier === to.tier) return
    await requestText(carrier.send, tierRequest(target, to))
    // A restore takes up to three days; it is on its way when AWS has accepted it.
    if (to.tier === 'archive')
      await waitUntil(carrier, { what: `Archiving ${target.name}`, maxMinutes: 1440 }, async () => {
        const { tier } = await read(carrier.send, target)
        return tier === 'archive'
      })
  },
  undoPrice: () =>
    'AWS bills at least 90 days of the archive. A restore costs about $0.03 per GB and takes up to 72 hours; the archive holds the full size of the volume, not only what changed.',
  describeState: ({ tier }) => `in the ${tier} tier`,
  script({ target }) {
    const id = quoted(ec2IdOf(target))
    const region = `--region ${quoted(regionOf(target))}`
    return {
      tool: 'aws',
      run: [
        `aws ec2 describe-snapshots --snapshot-ids ${id} ${region}`,
        `aws ec2 modify-snapshot-tier --snapshot-id ${id} --storage-tier archive ${region}`,
      ],
      undo: [`aws ec2 restore-snapshot-tier --snapshot-id ${id} --permanent-restore ${region}`],
    }
  },
})

async function read(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<ResourceState> {
  const query = { action: 'DescribeSnapshots', list: 'snapshotSet', filter: 'snapshot-id', more: { 'Owner.1': 'self' } }
  const [item] = await describeEc2(send, target, query, signal)
  if (!item) throw new KeptError('not_found', `The snapshot ${ec2IdOf(target)} no longer exists.`)
  return { tier: textOf(item, 'storageTier') === 'archive' ? 'archive' : 'standard' }
}

function tierRequest(target: RemediationTarget, { tier }: ResourceState): PlannedRequest {
  const SnapshotId = ec2IdOf(target)
  return tier === 'archive'
    ? ec2Request(target, 'ModifySnapshotTier', { SnapshotId, StorageTier: 'archive' })
    : ec2Request(target, 'RestoreSnapshotTier', { SnapshotId, PermanentRestore: 'true' })
}
