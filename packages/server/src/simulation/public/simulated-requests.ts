/**
 * Requests of remedies to a simulated cloud: answered as the real one would, with the state that this visit of the demo
 * has made. What a visit changes, no other one sees.
 */
import type { CloudRequest } from '@kept/connectors/remediation/remedy.ts'
import { answerSimulated } from '@kept/connectors/simulated/answer.ts'
import type { SimulatedResources } from '@kept/connectors/simulated/cloud.ts'
import type { RemediationProvider } from '@kept/domain/remediation-provider.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { SimulatedResource } from '@kept/domain/simulated-cloud.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { simulatedResources } from '@kept/scenarios/world/simulated-resources.ts'
import { findChangedState, putChangedState } from '@kept/store/simulation/changed-resources.ts'
import type { Services } from '../../platform/context.ts'
import { demoDays, worldOf } from './current-world.ts'

type Deps = Pick<Services, 'state' | 'now'>

export function simulatedRequests(deps: Deps, scope: Scope, provider: RemediationProvider): CloudRequest {
  return async (request, signal) => {
    signal?.throwIfAborted()
    return answerSimulated(provider, request, await resourcesOf(deps, scope))
  }
}

async function resourcesOf(deps: Deps, scope: Scope): Promise<SimulatedResources> {
  const { database } = deps.state
  const days = await demoDays(deps, scope)
  const all = resourcesByAddress(worldOf(days))
  return {
    async find(kind, address) {
      const resource = all.get(keyOf({ kind, address }))
      if (!resource) return undefined
      return (await findChangedState(database, scope, resource)) ?? resource.state
    },
    async change(kind, address, state) {
      const resource = all.get(keyOf({ kind, address }))
      if (resource) await putChangedState(database, scope, { ...resource, state }, timeOf(days, deps.now()))
    },
  }
}

/** The time in a visit: now, or noon of the day after its last bill where it is ahead. */
function timeOf({ until }: { until: string }, now: Date): Date {
  return utcDay(now) >= until ? now : new Date(`${until}T12:00:00Z`)
}

const indexes = new WeakMap<object, Map<string, SimulatedResource>>()

function resourcesByAddress(world: Parameters<typeof simulatedResources>[0]): Map<string, SimulatedResource> {
  const index =
    indexes.get(world) ?? new Map(simulatedResources(world).map((resource) => [keyOf(resource), resource] as const))
  indexes.set(world, index)
  return index
}

function keyOf({ kind, address }: Pick<SimulatedResource, 'kind' | 'address'>): string {
  return `${kind} ${address}`
}
