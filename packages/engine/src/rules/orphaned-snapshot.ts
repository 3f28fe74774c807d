import { daysSince, defineOrphanRule } from './reading/define-orphan-rule.ts'
import { isSnapshot } from './reading/kinds.ts'

const days = {
  label: 'Age of the snapshot',
  value: 90,
  unit: 'days',
  source: 'Kept: 90 days is longer than any rollback; OptScale: 3 days',
} as const

/** Snapshots of disks that are gone. */
export const orphanedSnapshot = defineOrphanRule({
  id: 'orphaned-snapshot',
  title: 'Orphaned snapshot',
  description:
    'The disk behind this snapshot no longer exists, and no image uses it. Unless you keep it as an archive, delete it.',
  noun: { singular: 'snapshot', plural: 'snapshots' },
  providers: ['aws', 'azure', 'gcp'],
  types: ['Snapshot'],
  attributes: ['source_volume'],
  matches: isSnapshot,
  evaluate(item, { findResource, today }) {
    const source = item.attributes.source_volume ?? ''
    if (source === '' || findResource(source) || item.related.length > 0) return undefined
    const age = daysSince(item.created_on, today)
    if (age === undefined || age < days.value) return undefined
    return {
      condition: `was taken from ${source}, which no longer exists`,
      days: age,
      evidence: [
        { label: 'Source disk', value: source },
        { label: 'Images that use it', value: '0' },
      ],
    }
  },
  thresholds: { days },
  saving: { low: 0.5, mid: 1, high: 1 },
  confidence: 0.75,
  effort: 'low',
  risk: 'medium',
  reversible: false,
  permissions: ['ec2:DescribeSnapshots', 'Microsoft.Compute/snapshots/read', 'compute.snapshots.list'],
  steps: [
    'Check whether a law or contract requires it. If so, move it to the archive tier at a quarter of the price: aws ec2 modify-snapshot-tier.',
    'Delete it: aws ec2 delete-snapshot --snapshot-id <id>. Later snapshots keep the blocks they need.',
  ],
})
