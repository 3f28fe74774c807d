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
  [/^arn:aws[\w-]*:ec2:[\w-]+:\d*:image\/ami-[0-9a-f]{8,17}$/, 'machine_image'],
  // A classic load balancer has no type in its ARN; its API is another one.
  [/^arn:aws[\w-]*:elasticloadbalancing:[\w-]+:\d+:loadbalancer\/(?:app|net|gwy)\/[\w-]+\/\w+$/, 'load_balancer'],
  [/^arn:aws[\w-]*:logs:[\w-]+:\d+:log-group:[\w./#-]+(:\*)?$/, 'log_group'],
  [/^arn:aws[\w-]*:s3:::[a-z0-9.-]+$/, 's3_bucket'],
  [/^arn:aws[\w-]*:rds:[\w-]+:\d+:db:[\w-]+$/, 'rds_instance'],
  [/^arn:aws[\w-]*:redshift:[\w-]+:\d+:cluster:[\w-]+$/, 'redshift_cluster'],
  [/^arn:aws[\w-]*:dynamodb:[\w-]+:\d+:table\/[\w.-]+$/, 'dynamodb_table'],
]

const azureShapes: [RegExp, RemediationKind][] = [
  [/^\/subscriptions\/[\w-]+\/resourceGroups\/[^/]+\/providers\/microsoft\.compute\/disks\/[^/]+$/i, 'managed_disk'],
  [
    /^\/subscriptions\/[\w-]+\/resourceGroups\/[^/]+\/providers\/microsoft\.network\/publicIPAddresses\/[^/]+$/i,
    'public_ip_address',
  ],
  [
    /^\/subscriptions\/[\w-]+\/resourceGroups\/[^/]+\/providers\/microsoft\.sql\/servers\/[^/]+\/databases\/[^/]+$/i,
    'sql_database',
  ],
  [
    /^\/subscriptions\/[\w-]+\/resourceGroups\/[^/]+\/providers\/microsoft\.containerservice\/managedClusters\/[^/]+$/i,
    'aks_cluster',
  ],
]

const googleShapes: [RegExp, RemediationKind][] = [
  [/(?:^|\/)projects\/[^/]+\/zones\/[^/]+\/disks\/[^/]+$/, 'persistent_disk'],
  [/(?:^|\/)projects\/[^/]+\/(?:regions\/[^/]+|global)\/addresses\/[^/]+$/, 'static_address'],
  [/^\/\/(?:cloudsql|sqladmin)\.googleapis\.com\/projects\/[^/]+\/instances\/[^/]+$/, 'cloud_sql_instance'],
]

/** Bills name a bucket by its name alone, which also fits the ids of other resources: those are recognized first. */
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

function awsKindOf(id: string, isSwitchable: boolean): RemediationKind | undefined {
  const kind = kindIn(shapes, id)
  if (kind !== undefined || isSwitchable) return kind
  return bucketName.test(id) ? 's3_bucket' : undefined
}

function kindIn(list: readonly [RegExp, RemediationKind][], id: string): RemediationKind | undefined {
  return list.find(([shape]) => shape.test(id))?.[1]
}

/** Resources beyond those that remediation of loops can stop. */
export function changeTargetOf(provider: string, resource: RecommendedResource): RemediationTarget | null {
  const { id, name, region, account, tags } = resource
  const common = { id, name: name || (id.split(/[/:]/).at(-1) ?? id), tags }
  const switchable = targetOf({ id, name, region, tags })
  if (provider === 'aws') {
    const kind = awsKindOf(id, switchable !== null)
    const [, , , arnRegion = '', arnAccount = ''] = id.startsWith('arn:') ? id.split(':') : []
    if (kind) return { ...common, provider, kind, region: arnRegion || region, account: arnAccount || account }
  }
  if (provider === 'azure') {
    const kind = kindIn(azureShapes, id)
    if (kind) return { ...common, provider, kind, region, account: id.split('/')[2] || account }
  }
  if (provider === 'gcp') {
    const kind = kindIn(googleShapes, id)
    if (kind) return { ...common, provider, kind, region, account: /projects\/([^/]+)/.exec(id)?.[1] ?? account }
  }
  // A daemon set has no number of pods that could be switched.
  if (provider === 'kubernetes' && /^[a-z0-9-]+\/daemonset\/[a-z0-9.-]+$/.test(id))
    return { ...common, provider, kind: 'daemonset', region, account }
  return switchable && switchable.provider === provider
    ? { ...switchable, account: switchable.account || account }
    : null
}
