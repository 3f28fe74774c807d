/** Which recommendations Kept can automate with its current access, and the effort of the others. */
import type { BehaviorRecommendation } from '@kept/domain/behavior.ts'
import type { EnvironmentResource } from '@kept/domain/managed-schedule.ts'
import type { RemediationRegistry } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { listEnvironmentResources } from '@kept/store/behavior/results.ts'
import type { Services } from '../platform/context.ts'
import { remediesOf } from './remedies.ts'

/** Recommendations about machines. Owners and shutdown settings need a person. */
const switchable: ReadonlySet<BehaviorRecommendation['type']> = new Set(['auto_shutdown', 'delete_zombie'])

/** Adds `automated` and `implementation_effort`, as they are for this organization today. */
export async function describeEffort<Recommendation extends BehaviorRecommendation>(
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
    const affectedResources = recommendation.affected_environments.flatMap((id) => resources.get(id) ?? [])
    const canSwitchAll =
      switchable.has(recommendation.type) &&
      affectedResources.length > 0 &&
      (await everyAsync(affectedResources, (item) => canSwitch(item)))
    described.push({
      ...recommendation,
      // Kept starts and stops; it never deletes.
      automated: canSwitchAll && recommendation.type === 'auto_shutdown',
      implementation_effort: canSwitchAll ? 'low' : effortByHand(recommendation, affectedResources, remedies),
    })
  }
  return described
}

/** A command per resource is medium, without commands it is high; what needs no machine, the analysis has said. */
function effortByHand(
  { type, implementation_effort }: BehaviorRecommendation,
  resources: readonly EnvironmentResource[],
  remedies: RemediationRegistry,
): BehaviorRecommendation['implementation_effort'] {
  if (!switchable.has(type)) return implementation_effort
  return resources.length > 0 && resources.every((resource) => canStopAndStart(remedies, resource)) ? 'medium' : 'high'
}

/** Whether this kind of resource can be stopped and started again. */
function canStopAndStart(remedies: RemediationRegistry, resource: EnvironmentResource): boolean {
  const target = remedies.targetOf(resource)
  if (!target) return false
  return (['stop', 'start'] as const).every((step) => remedies.scriptFor({ target, step }) !== null)
}

/** Whether Kept may do both with its connections. Access is granted by account and kind, so it is checked once for each. */
function rememberAccess(remedies: RemediationRegistry): (resource: EnvironmentResource) => Promise<boolean> {
  const accessById = new Map<string, Promise<boolean>>()
  return async (resource) => {
    const target = remedies.targetOf(resource)
    if (!target || !canStopAndStart(remedies, resource)) return false
    const key = `${target.provider} ${target.account} ${target.kind}`
    const access = accessById.get(key) ?? remedies.accessTo(target).then(({ port }) => port !== null)
    accessById.set(key, access)
    return access
  }
}

async function everyAsync<Item>(items: readonly Item[], test: (item: Item) => Promise<boolean>): Promise<boolean> {
  for (const item of items) if (!(await test(item))) return false
  return true
}
