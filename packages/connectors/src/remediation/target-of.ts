/** The target of a resource id, by its format alone; null for what Kept cannot act on. */
import type { RemediationKind, RemediationTarget } from '@kept/domain/remediation.ts'
import type { RemediationProvider } from '@kept/domain/remediation-provider.ts'

interface Known {
  id: string
  name: string
  region?: string
  tags?: Record<string, string>
}

interface Found {
  provider: RemediationProvider
  kind: RemediationKind
  region?: string
  account?: string
}

export function targetOf({ id, name, region = '', tags = {} }: Known): RemediationTarget | null {
  const match = arn(id) ?? machine(id) ?? azure(id) ?? google(id) ?? workload(id)
  if (!match) return null
  return {
    provider: match.provider,
    kind: match.kind,
    id,
    name: name || (id.split(/[/:]/).at(-1) ?? id),
    region: match.region || region,
    account: match.account ?? '',
    tags,
  }
}

const arns: [RegExp, RemediationKind][] = [
  [/^arn:aws[\w-]*:lambda:([\w-]+):(\d+):function:[^:]+/, 'lambda_function'],
  [/^arn:aws[\w-]*:lambda:([\w-]+):(\d+):event-source-mapping:/, 'event_source_mapping'],
  [/^arn:aws[\w-]*:sqs:([\w-]+):(\d+):[^:]+$/, 'sqs_queue'],
  [/^arn:aws[\w-]*:autoscaling:([\w-]+):(\d+):autoScalingGroup:/, 'auto_scaling_group'],
  [/^arn:aws[\w-]*:ec2:([\w-]+):(\d+):instance\/i-/, 'ec2_instance'],
  [/^arn:aws[\w-]*:ecs:([\w-]+):(\d+):service\/[\w-]+\/[\w-]+$/, 'ecs_service'],
  [/^arn:aws[\w-]*:eks:([\w-]+):(\d+):nodegroup\/[\w-]+\/[\w-]+\//, 'eks_node_group'],
]

function arn(id: string): Found | null {
  for (const [shape, kind] of arns) {
    const [, region, account] = shape.exec(id) ?? []
    if (region && account) return { provider: 'aws', kind, region, account }
  }
  return null
}

function machine(id: string): Found | null {
  return /^i-[0-9a-f]{8,17}$/.test(id) ? { provider: 'aws', kind: 'ec2_instance' } : null
}

const azureKinds: [RegExp, RemediationKind][] = [
  [/\/providers\/microsoft\.web\/sites\/[^/]+$/i, 'function_app'],
  [/\/providers\/microsoft\.compute\/virtualmachines\/[^/]+$/i, 'virtual_machine'],
  [/\/providers\/microsoft\.compute\/virtualmachinescalesets\/[^/]+$/i, 'vm_scale_set'],
  [/\/providers\/microsoft\.containerservice\/managedclusters\/[^/]+\/agentpools\/[^/]+$/i, 'aks_node_pool'],
]

function azure(id: string): Found | null {
  const [, account] = /^\/subscriptions\/([^/]+)\//i.exec(id) ?? []
  const kind = azureKinds.find(([shape]) => shape.test(id))?.[1]
  return account && kind ? { provider: 'azure', kind, account } : null
}

const googleKinds: [RegExp, RemediationKind][] = [
  [/projects\/([^/]+)\/locations\/([^/]+)\/services\/[^/]+$/, 'cloud_run_service'],
  [/projects\/([^/]+)\/locations\/([^/]+)\/functions\/[^/]+$/, 'cloud_function'],
  [/projects\/([^/]+)\/(?:zones|regions)\/([^/]+)\/instanceGroupManagers\/[^/]+$/, 'instance_group'],
  [/projects\/([^/]+)\/zones\/([^/]+)\/instances\/[^/]+$/, 'compute_instance'],
  [/projects\/([^/]+)\/(?:zones|locations)\/([^/]+)\/clusters\/[^/]+\/nodePools\/[^/]+$/, 'gke_node_pool'],
]

function google(id: string): Found | null {
  for (const [shape, kind] of googleKinds) {
    const [, account, region] = shape.exec(id) ?? []
    if (account && region) return { provider: 'gcp', kind, region, account }
  }
  return null
}

const workloadKinds: Record<string, RemediationKind> = {
  deployment: 'deployment',
  deployments: 'deployment',
  statefulset: 'statefulset',
  statefulsets: 'statefulset',
  cronjob: 'cronjob',
  cronjobs: 'cronjob',
}

/** `namespace/deployment/name`. */
function workload(id: string): Found | null {
  const [, , kindName = ''] = /^([a-z0-9-]+)\/([a-z]+)\/[a-z0-9.-]+$/.exec(id) ?? []
  const kind = workloadKinds[kindName]
  return kind ? { provider: 'kubernetes', kind } : null
}
