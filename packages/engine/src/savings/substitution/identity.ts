/** What makes two resources the same thing under two ids. */
import type { GroupResource } from './group-resource.ts'
import { firstTag, readTags } from './read-tags.ts'
import { nameOf } from './resource-name.ts'

export interface Identity {
  /** Equal for two resources that share it. */
  readonly key: string
  /** For people: `scaling group "web"`. */
  readonly label: string
}

/** Kinds in the order in which they are named; keys after the first narrow the value down. */
const taggedIdentities: readonly { kind: string; keys: readonly string[]; within?: readonly string[] }[] = [
  {
    kind: 'infrastructure-code address',
    keys: [
      'terraform_address',
      'terraform-address',
      'terraform:address',
      'tf_address',
      'tf-address',
      'iac_address',
      'iac-address',
      'iac:address',
      'iac',
      'yor_trace',
      'pulumi:urn',
      'pulumi_urn',
      'code_address',
    ],
  },
  {
    kind: 'CloudFormation resource',
    keys: ['aws:cloudformation:logical-id'],
    within: ['aws:cloudformation:stack-name', 'aws:cloudformation:stack-id'],
  },
  {
    kind: 'scaling group',
    keys: [
      'aws:autoscaling:groupname',
      'autoscaling:groupname',
      'aws:ec2:fleet-id',
      'aws:ec2spot:fleet-request-id',
      'autoscaling_group',
      'scaling_group',
      'scaling-group',
      'instance-group',
      'instance_group',
      'asg',
    ],
  },
  {
    kind: 'node pool',
    keys: [
      'eks:nodegroup-name',
      'alpha.eksctl.io/nodegroup-name',
      'karpenter.sh/nodepool',
      'karpenter.sh/provisioner-name',
      'aks-managed-poolname',
      'goog-k8s-node-pool-name',
      'node_pool',
      'node-pool',
      'nodepool',
    ],
    within: [
      'eks:cluster-name',
      'aws:eks:cluster-name',
      'alpha.eksctl.io/cluster-name',
      'aks-managed-cluster-name',
      'goog-k8s-cluster-name',
      'cluster',
      'cluster-name',
    ],
  },
  {
    kind: 'volume claim',
    keys: ['kubernetes.io/created-for/pvc/name'],
    within: ['kubernetes.io/created-for/pvc/namespace'],
  },
  { kind: 'host name', keys: ['hostname', 'host', 'host_name', 'host-name', 'fqdn', 'dns_name', 'dns-name'] },
]

/** Whether a scaling group or a node pool started it. */
export function isInGroup(resource: GroupResource): boolean {
  return identitiesOf(resource).some(({ key }) => key.startsWith('scaling group\n') || key.startsWith('node pool\n'))
}

/** Identities of a resource, the finest first; a successor shares at least one. */
export function identitiesOf(resource: GroupResource): Identity[] {
  const tags = readTags(resource)
  const identities = taggedIdentities.flatMap(({ kind, keys, within = [] }): Identity[] => {
    const value = firstTag(tags, keys)
    if (value === undefined) return []
    const outer = firstTag(tags, within)
    const full = (outer === undefined ? value : `${outer}/${value}`).toLowerCase()
    return [{ key: `${kind}\n${full}`, label: `${kind} "${full}"` }]
  })
  const scaleSet = /\/virtualmachinescalesets\/([^/]+)/i.exec(resource.resource)?.[1]?.toLowerCase()
  if (scaleSet) identities.push({ key: `scaling group\n${scaleSet}`, label: `scaling group "${scaleSet}"` })
  const name = nameOf(resource)
  if (name !== undefined) identities.push({ key: `name\n${name}`, label: `name "${name}"` })
  return identities
}
