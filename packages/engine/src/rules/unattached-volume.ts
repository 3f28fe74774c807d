import { daysSince, defineOrphanRule } from './reading/define-orphan-rule.ts'
import { isVolume } from './reading/kinds.ts'

const days = {
  words: 'Days attached to nothing, where the inventory says since when',
  value: 7,
  unit: 'days',
  source: 'AWS Trusted Advisor: unattached for 7 days; OptScale: 1 day',
} as const
const free = /^(?:available|unattached|ready|detached)$/

/** Disks attached to no machine. */
export const unattachedVolume = defineOrphanRule({
  id: 'unattached-volume',
  title: 'Disk attached to nothing',
  explains:
    'The disk outlived its machine: nothing can read or write it, and it is charged for every gigabyte all the same. A snapshot keeps what is on it for less than half.',
  noun: { one: 'disk', many: 'disks' },
  appliesTo: ['aws', 'azure', 'gcp'],
  matches: isVolume,
  judge(item, { today }) {
    const attached = item.relations.some(({ kind }) => kind === 'attached_to')
    if (attached || !free.test(item.state)) return undefined
    const since = daysSince(item.state_since, today)
    if (since !== undefined && since < days.value) return undefined
    return {
      because: 'is attached to no machine',
      days: since,
      evidence: [{ label: 'Attached to', value: 'nothing' }],
    }
  },
  thresholds: {
    days,
    snapshot: {
      words: 'Price of keeping a snapshot instead',
      value: 0.5,
      unit: 'of the disk’s price at most',
      source: 'AWS: EBS snapshots 0.05 against gp2 0.10 and gp3 0.08 a GB-month, and only blocks in use are kept',
    },
  },
  saving: { low: 0.5, mid: 0.75, high: 1 },
  confidence: 0.9,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: ['ec2:DescribeVolumes', 'Microsoft.Compute/disks/read', 'compute.disks.list'],
  steps: [
    'aws ec2 create-snapshot --volume-id <id>, and restore it once.',
    'aws ec2 delete-volume --volume-id <id> (az disk delete, gcloud compute disks delete).',
  ],
})
