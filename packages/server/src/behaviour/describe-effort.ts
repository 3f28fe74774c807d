/** Which recommendations Kept can carry out here, and how much work the others are: it depends on the access it was given. */
import type { BehaviourRecommendation } from '@kept/domain/behaviour.ts'
import type { EnvironmentResource } from '@kept/domain/managed-schedule.ts'
import type { RemediationRegistry } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { listEnvironmentResources } from '@kept/store/behaviour/results.ts'
import type { Services } from '../platform/context.ts'
import { remediesOf } from './remedies.ts'

/** Those that a schedule carries out; an owner or a shutdown setting is for a person to give. */
const switchable: ReadonlySet<BehaviourRecommendation['type']> = new Set(['auto_shutdown', 'delete_zombie'])

/** The same recommendations with `automated` and `implementation_effort` as they are in this organization today. */
export async function describeEffort<Recommendation extends BehaviourRecommendation>(
  services: Services,
  scope: Scope,
  recommendations: readonly Recommendation[],
): Promise<Recommendation[]> {
  const ids = recommendations.filter(({ type }) => switchable.has(type)).flatMap((item) => item.affected_environments)
  const resources = await listEnvironmentResources(services.state.database, scope, [...new Set(ids)])
  const remedies = remediesOf(services, scope)
  const canSwitch = rememberAccess(remedies)
  const described: Recommendation[] = []
  for (const recommendation of recommendations) {
    const own = recommendation.affected_environments.flatMap((id) => resources.get(id) ?? [])
    const automated =
      switchable.has(recommendation.type) && own.length > 0 && (await everyAsync(own, (item) => canSwitch(item)))
    const implementation_effort = automated ? 'low' : effortByHand(recommendation.type, own, remedies)
    described.push({ ...recommendation, automated, implementation_effort })
  }
  return described
}

/** By hand: an owner is a tag, a command per resource is some work, and what no command fits has to be found first. */
function effortByHand(
  type: BehaviourRecommendation['type'],
  resources: readonly EnvironmentResource[],
  remedies: RemediationRegistry,
): BehaviourRecommendation['implementation_effort'] {
  if (type === 'assign_owner') return 'low'
  if (!switchable.has(type)) return 'medium'
  return resources.length > 0 && resources.every((resource) => remedies.targetOf(resource) !== null) ? 'medium' : 'high'
}

/** Access is given by account: asked once for each, however many resources are in it. */
function rememberAccess(remedies: RemediationRegistry): (resource: EnvironmentResource) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>()
  return async (resource) => {
    const target = remedies.targetOf(resource)
    if (!target) return false
    const key = `${target.provider} ${target.account}`
    const access = known.get(key) ?? remedies.accessTo(target).then(({ port }) => port !== null)
    known.set(key, access)
    return access
  }
}

async function everyAsync<Item>(items: readonly Item[], test: (item: Item) => Promise<boolean>): Promise<boolean> {
  for (const item of items) if (!(await test(item))) return false
  return true
}
