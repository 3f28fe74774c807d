import { daysSince, defineOrphanRule } from './reading/define-orphan-rule.ts'
import { isSnapshot } from './reading/kinds.ts'
import { matchesUsage } from './reading/matches-usage.ts'

const days = {
  label: 'Days since an instance last started from it',
  value: 90,
  unit: 'days',
  source: 'OptScale: abandoned images, 7 days; Kept: 90 days',
} as const

/** Machine and container images nothing was started from for long. */
export const unusedImage = defineOrphanRule({
  id: 'unused-image',
  title: 'Unused image',
  description:
    'No instance runs from this image, and none has started from it for 90 days. A lifecycle rule keeps the last few images and deletes the rest.',
  noun: { singular: 'image', plural: 'images' },
  providers: ['aws', 'azure', 'gcp'],
  types: ['Image'],
  attributes: ['last_used'],
  matches: (row) =>
    isSnapshot(row) ||
    matchesUsage(
      row,
      /Image Storage|Custom Image|\bAMI\b|ECR|Container Registry|Artifact Registry|Registry (?:Unit|Storage)|TimedStorage-ByteHrs.*ECR|Storage Image/i,
    ),
  // AWS bills an image as the snapshots that it uses.
  ownerOf({ related }, findResource) {
    const [owner, ...others] = related.filter(({ kind }) => kind === 'uses')
    return owner && others.length === 0 ? findResource(owner.resource_id) : undefined
  },
  evaluate(item, { today }) {
    if (/^snapshot$/i.test(item.type) || item.related.length > 0) return undefined
    const unusedDays = daysSince(item.attributes.last_used?.slice(0, 10) ?? item.created_on, today)
    if (unusedDays === undefined || unusedDays < days.value) return undefined
    return {
      condition: 'has not been used',
      days: unusedDays,
      evidence: [{ label: 'Instances running from it', value: '0' }],
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
    'Check whether a launch template or Auto Scaling group uses it.',
    'Set a lifecycle rule that keeps the last ten (aws ecr put-lifecycle-policy), or deregister the image and delete its snapshots.',
  ],
})
