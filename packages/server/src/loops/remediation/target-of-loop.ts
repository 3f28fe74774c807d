/** The target of remediation for a loop: its resource, if its id identifies one; and whether it is critical. */
import { stepsOf } from '@kept/connectors/remediation/remedies.ts'
import type { RemediationTarget, RemedyStep } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { FoundLoop } from '@kept/store/loops/find.ts'
import { readTagsOf } from '@kept/store/resources/tags-of.ts'
import type { Services } from '../../platform/context.ts'
import { isCritical } from '../../remediation/public/critical-tags.ts'
import { registryOf } from '../../remediation/public/registry.ts'

interface LoopTarget {
  /** Null when the resource is unknown. */
  target: RemediationTarget | null
  steps: readonly RemedyStep[]
  /** By its telemetry, or by a tag of the resource. */
  isCritical: boolean
}

export async function targetOfLoop(
  services: Pick<Services, 'state' | 'secrets' | 'config' | 'now' | 'log'>,
  scope: Scope,
  { loop, target_id, critical }: Pick<FoundLoop, 'loop' | 'target_id' | 'critical'>,
): Promise<LoopTarget> {
  const tags = await readTagsOf(services.state.database, scope, loop.resource_id)
  const target = registryOf(services, scope).targetOf({
    id: target_id || loop.resource_id,
    name: loop.resource_name,
    region: loop.region,
    tags,
  })
  return { target, steps: target ? stepsOf(target.kind) : [], isCritical: critical || isCritical(tags) }
}

/** "Pause" is the gentlest reversible step that ends the loop; "stop" is stop. */
export function stepFor(operation: 'pause' | 'stop', steps: readonly RemedyStep[]): RemedyStep {
  return operation === 'pause' && steps.includes('throttle') ? 'throttle' : 'stop'
}

export const notKnown =
  'The telemetry does not name the cloud resource. Send cloud.resource_id, or k8s.namespace.name and k8s.deployment.name. Until then, stop it manually and mark the loop as resolved.'
