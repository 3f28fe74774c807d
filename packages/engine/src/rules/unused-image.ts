import { daysSince, defineOrphanRule } from './reading/define-orphan-rule.ts'
import { says } from './reading/says.ts'

const days = {
  words: 'Days since a machine was last started from it',
  value: 90,
  unit: 'days',
  source: 'OptScale: abandoned images, 7 days; Kept: a quarter',
} as const

/** Machine and container images nothing was started from for long. */
export const unusedImage = defineOrphanRule({
  id: 'unused-image',
  title: 'Image nothing is started from',
  explains:
    'Images pile up with every build. No machine runs from this one, and none was started from it for a quarter of a year; a rule that keeps the last few would have removed it.',
  noun: { one: 'image', many: 'images' },
  appliesTo: ['aws', 'azure', 'gcp'],
  matches: (row) =>
    says(
      row,
      /Image Storage|Custom Image|\bAMI\b|ECR|Container Registry|Artifact Registry|Registry (?:Unit|Storage)|TimedStorage-ByteHrs.*ECR|Storage Image/i,
    ),
  judge(item, { today }) {
    if (item.related.length > 0) return undefined
    const since = daysSince(item.attributes.last_used?.slice(0, 10) ?? item.created_on, today)
    if (since === undefined || since < days.value) return undefined
    return {
      because: 'was not started from',
      days: since,
      evidence: [{ label: 'Machines running from it', value: '0' }],
    }
  },
  thresholds: { days },
  saving: { low: 0.5, mid: 1, high: 1 },
  confidence: 0.75,
  effort: 'low',
  risk: 'low',
  reversible: false,
  permissions: ['ec2:DescribeImages', 'ecr:DescribeImages', 'Microsoft.Compute/images/read', 'compute.images.list'],
  steps: [
    'Look whether a launch template or a scaling group names it.',
    'Set a lifecycle rule that keeps the last ten (aws ecr put-lifecycle-policy), or deregister the image and delete its snapshots.',
  ],
})
