import { daysSince, defineOrphanRule } from './reading/define-orphan-rule.ts'
import { isSnapshot } from './reading/kinds.ts'

const days = {
  words: 'Age of the snapshot',
  value: 90,
  unit: 'days',
  source: 'Kept: a quarter is longer than any rollback; OptScale: 3 days',
} as const

/** Snapshots of disks that are gone. */
export const orphanedSnapshot = defineOrphanRule({
  id: 'orphaned-snapshot',
  title: 'Snapshot of a disk that is gone',
  explains:
    'The disk this snapshot was taken of no longer exists, and no image is made of it. Nobody can roll back to it; unless it is kept as an archive on purpose, it is paid for nothing.',
  noun: { one: 'snapshot', many: 'snapshots' },
  appliesTo: ['aws', 'azure', 'gcp'],
  matches: isSnapshot,
  judge(item, { of, today }) {
    const source = item.attributes.source_volume ?? ''
    if (source === '' || of(source) || item.related.length > 0) return undefined
    const age = daysSince(item.created_on, today)
    if (age === undefined || age < days.value) return undefined
    return {
      because: `was taken of ${source}, which is gone`,
      days: age,
      evidence: [
        { label: 'Taken of', value: source },
        { label: 'Images made of it', value: '0' },
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
    'Ask whether law or contract wants it kept; then move it to the archive tier (aws ec2 modify-snapshot-tier), a quarter of the price.',
    'aws ec2 delete-snapshot --snapshot-id <id>; later snapshots of a chain keep the blocks they need.',
  ],
})
