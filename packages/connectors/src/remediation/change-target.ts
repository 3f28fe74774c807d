/** The target of a recommendation, by the format of its resource's id; null for what Kept cannot change. */
import type { RemediationKind, RemediationTarget } from '@kept/domain/remediation.ts'
import { targetOf } from './target-of.ts'

interface RecommendedResource {
  /** As on the bill or in the inventory. */
  id: string
  name: string
  region: string
  account: string
  tags: Record<string, string>
}

const shapes: [RegExp, RemediationKind][] = [
  [/^(arn:aws[\w-]*:ec2:[\w-]+:\d+:volume\/)?vol-[0-9a-f]{8,17}$/, 'ebs_volume'],
  [/^(arn:aws[\w-]*:ec2:[\w-]+:\d+:elastic-ip\/)?eipalloc-[0-9a-f]{8,17}$/, 'elastic_ip'],
  [/^(arn:aws[\w-]*:ec2:[\w-]+:\d*:snapshot\/)?snap-[0-9a-f]{8,17}$/, 'ebs_snapshot'],
  [/^arn:aws[\w-]*:logs:[\w-]+:\d+:log-group:[\w./#-]+(:\*)?$/, 'log_group'],
  [/^arn:aws[\w-]*:s3:::[a-z0-9.-]+$/, 's3_bucket'],
  [/^arn:aws[\w-]*:rds:[\w-]+:\d+:db:[\w-]+$/, 'rds_instance'],
  [/^arn:aws[\w-]*:dynamodb:[\w-]+:\d+:table\/[\w.-]+$/, 'dynamodb_table'],
]

/** Bills name a bucket by its name alone, which also fits the ids of other resources: those are recognized first. */
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

function kindOf(id: string, isSwitchable: boolean): RemediationKind | undefined {
  const kind = shapes.find(([shape]) => shape.test(id))?.[1]
  if (kind !== undefined || isSwitchable) return kind
  return bucketName.test(id) ? 's3_bucket' : undefined
}

/** Resources in AWS, beyond those that remediation of loops can stop. */
export function changeTargetOf(provider: string, resource: RecommendedResource): RemediationTarget | null {
  const { id, name, region, account, tags } = resource
  const switchable = targetOf({ id, name, region, tags })
  const kind = provider === 'aws' ? kindOf(id, switchable !== null) : undefined
  if (kind === undefined)
    return switchable && switchable.provider === provider
      ? { ...switchable, account: switchable.account || account }
      : null
  const [, , , arnRegion = '', arnAccount = ''] = id.startsWith('arn:') ? id.split(':') : []
  return {
    provider: 'aws',
    kind,
    id,
    name: name || (id.split(/[/:]/).at(-1) ?? id),
    region: arnRegion || region,
    account: arnAccount || account,
    tags,
  }
}
