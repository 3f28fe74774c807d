import { daysSince, defineOrphanRule } from './reading/define-orphan-rule.ts'
import { isVolume } from './reading/kinds.ts'

const days = {
  label: 'Days unattached, if the inventory has the date',
  value: 7,
  unit: 'days',
  source: 'AWS Trusted Advisor: unattached for 7 days; OptScale: 1 day',
} as const
const free = /^(?:available|unattached|ready|detached)$/

/** Disks attached to no machine. */
export const unattachedVolume = defineOrphanRule({
  id: 'unattached-volume',
  title: 'Unattached volume',
  description:
    'An unattached disk bills for every gigabyte, but nothing can use it. A snapshot keeps the data for less than half the price.',
  noun: { singular: 'disk', plural: 'disks' },
  providers: ['aws', 'azure', 'gcp', 'oci'],
  types: ['Volume'],
  matches: isVolume,
  evaluate(item, { today }) {
    const attached = item.relations.some(({ kind }) => kind === 'attached_to')
    if (attached || !free.test(item.state)) return undefined
    const unattachedDays = daysSince(item.state_since, today)
    if (unattachedDays !== undefined && unattachedDays < days.value) return undefined
    return {
      condition: 'is not attached to an instance',
      days: unattachedDays,
      evidence: [{ label: 'Attached to', value: 'nothing' }],
    }
  },
  thresholds: {
    days,
    snapshot: {
      label: 'Snapshot price',
      value: 0.5,
      unit: 'of the disk price or less',
      source: 'AWS: EBS snapshots $0.05 vs. gp2 $0.10 and gp3 $0.08 per GB-month; snapshots store only used blocks',
    },
  },
  saving: { low: 0.5, mid: 0.75, high: 1 },
  confidence: 0.9,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: ['ec2:DescribeVolumes', 'Microsoft.Compute/disks/read', 'compute.disks.list', 'inspect volumes'],
  steps: [
    'Take a snapshot and restore it once to test it: aws ec2 create-snapshot --volume-id <id>.',
    'Delete the volume: aws ec2 delete-volume --volume-id <id> (az disk delete, gcloud compute disks delete, oci bv volume delete).',
  ],
})
