/** Whether two resources serve the same purpose, as far as their tags, names and sizes can say. */
import type { GroupResource } from './group-resource.ts'
import { isInGroup } from './identity.ts'
import { firstTag, readTags } from './read-tags.ts'
import { nameOf, stemOf } from './resource-name.ts'

/** From the finest to the coarsest: the finest level that both have decides. */
const levels: readonly { kind: string; keys: readonly string[] }[] = [
  {
    kind: 'application',
    keys: [
      ...['application', 'app', 'appname', 'app-name', 'app_name', 'application_name', 'applicationname', 'app_id'],
      ...['workload', 'service', 'servicename', 'service_name', 'service-name', 'component', 'microservice'],
      ...['app.kubernetes.io/name', 'k8s-app', 'aws:ecs:servicename', 'elasticbeanstalk:environment-name'],
      ...['aws:cloudformation:stack-name', 'kubernetes_namespace', 'k8s-namespace', 'namespace'],
    ],
  },
  {
    kind: 'project',
    keys: ['project', 'projectname', 'project_name', 'project-name', 'product', 'system', 'solution'],
  },
  {
    kind: 'owner',
    keys: [
      ...['team', 'owner', 'squad', 'contact', 'createdby', 'aws:createdby', 'department', 'group'],
      ...['costcenter', 'cost-center', 'cost_center', 'costcenter', 'businessunit', 'business-unit', 'bu'],
    ],
  },
]
const environments = ['environment', 'env', 'stage', 'tier']

const stackName = 'aws:cloudformation:stack-name'

/** Another family is the same purpose at most up to this many times the cost. */
const maxFamilyCost = 2n

/** Why the newcomer may have replaced the removed resource, for people; undefined: it serves something else. */
export function sharedPurpose(
  removed: GroupResource,
  newcomer: GroupResource,
  isStemOfOthers: (stem: string) => boolean,
): string | undefined {
  if (removed.account !== newcomer.account) return undefined
  const tagged = comparePurpose(removed, newcomer)
  if (tagged === 'differs') return undefined
  const isNear = removed.region === newcomer.region && removed.service === newcomer.service
  // An application may move to another service, such as from machines to functions.
  if (!isNear) return tagged?.startsWith('application ') ? tagged : undefined
  if (tagged !== undefined) return tagged
  const [before, after] = [nameOf(removed), nameOf(newcomer)].map((name) => name && stemOf(name))
  if (before !== undefined && before === after) return `name stem "${before}"`
  if (after !== undefined && isStemOfOthers(after)) return undefined
  if (hasOwnPurpose(removed, newcomer)) return undefined
  // A named machine on its own is no node of a group.
  if (before !== undefined && isInGroup(newcomer) && !isInGroup(removed)) return undefined
  return sameKind(removed, newcomer)
}

function comparePurpose(removed: GroupResource, newcomer: GroupResource): string | 'differs' | undefined {
  const [a, b] = [readTags(removed), readTags(newcomer)]
  const [stageA, stageB] = [firstTag(a, environments), firstTag(b, environments)]
  if (stageA && stageB && stageA.toLowerCase() !== stageB.toLowerCase()) return 'differs'
  for (const { kind, keys } of levels) {
    const shared = keys.filter((key) => a.has(key) && b.has(key))
    const [before, after] = [firstTag(a, keys), firstTag(b, keys)]
    // What the newcomer says of itself more finely than the removed one ever did is a purpose of its own.
    if (before === undefined && after !== undefined && hasAny(a)) return 'differs'
    if (before === undefined || after === undefined) continue
    const isSame = shared.some((key) => a.get(key)?.toLowerCase() === b.get(key)?.toLowerCase())
    const isAlike =
      isSame ||
      (shared.length === 0 && before.toLowerCase() === after.toLowerCase()) ||
      (kind === 'application' && isNextStack(a, b))
    return isAlike ? `${kind} "${after}"` : 'differs'
  }
  return undefined
}

/** "api-20260911" after "api-20260611": a stack that is made again gets a name of its own. */
function isNextStack(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  const [before, after] = [a, b].map((tags) => tags.get(stackName)?.toLowerCase())
  return before !== undefined && after !== undefined && stemOf(before) === stemOf(after)
}

function hasAny(tags: ReadonlyMap<string, string>): boolean {
  return levels.some(({ keys }) => firstTag(tags, keys) !== undefined)
}

function hasOwnPurpose(removed: GroupResource, newcomer: GroupResource): boolean {
  return hasAny(readTags(newcomer)) && !hasAny(readTags(removed))
}

function sameKind(removed: GroupResource, newcomer: GroupResource): string | undefined {
  if (removed.unit.toLowerCase() !== newcomer.unit.toLowerCase()) return undefined
  const [before, after] = [familyOf(removed.instanceType), familyOf(newcomer.instanceType)]
  if (before && before === after) return `SKU family "${after}"`
  if (before && after) {
    return newcomer.hourlyCost <= removed.hourlyCost * maxFamilyCost ? `service "${newcomer.service}"` : undefined
  }
  return `service "${newcomer.service}"`
}

/** "m5" of "m5.large", "db.r6g" of "db.r6g.xlarge", "n2-standard" of "n2-standard-4", "ds_v5" of "Standard_D4s_v5". */
function familyOf(instanceType: string): string {
  const type = instanceType.toLowerCase().replace(/^standard_/, '')
  const dotted = type.lastIndexOf('.')
  if (dotted > 0) return type.slice(0, dotted)
  if (/-\d+$/.test(type)) return type.replace(/-\d+$/, '')
  return type.replace(/^([a-z]+)\d+/, '$1')
}
