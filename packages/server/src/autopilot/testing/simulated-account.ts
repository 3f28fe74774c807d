/**
 * For tests: a run over a simulated account and a simulated database. The process can be killed before and after every
 * call; what was stored stays, and what was sent to the cloud stays too.
 */
import type { AutopilotChange, AutopilotLimits } from '@kept/domain/autopilot.ts'
import { type AutopilotChangeState, isEndState, startedStates } from '@kept/domain/autopilot-states.ts'
import { exceededLimit } from '@kept/engine/autopilot/limits.ts'
import type { ActionFate } from '../../remediation/public/recommended-change.ts'
import type { RunBackend } from '../drive-run.ts'

export class Killed extends Error {}

/** How the simulated cloud answers for one change. */
export interface Behavior {
  apply: 'works' | 'denied' | 'half' | 'changed_meanwhile'
  isHealthy: boolean
  /** Attempts to restore that fail before one works. */
  failedRestores: number
  /** Others change the resource after Kept did: an undo leaves it. */
  isTouched: boolean
}

interface Resource {
  state: 'before' | 'half' | 'after'
  action: ActionFate['state']
  restores: number
  applied: number
}

export interface SimulationInput {
  changes: readonly AutopilotChange[]
  behaviors: readonly Behavior[]
  limits: AutopilotLimits
  scopeResources: number
  /** True kills the process at this call. */
  kills(): boolean
  /** Before this many calls the kill switch is off; -1: always. */
  stopAfterCalls: number
}

export interface Simulation {
  backend: RunBackend
  changes: AutopilotChange[]
  resources: Resource[]
  audit: { id: string; to: AutopilotChangeState }[]
  ended: { state: string; reason: string } | undefined
  /** What ran when: to compare with the limits and with the kill switch. */
  applied: { index: number; call: number }[]
  calls: number
  advance(ms: number): void
}

export function simulate(input: SimulationInput): Simulation {
  let nowMs = 1_700_000_000_000
  const resources: Resource[] = input.changes.map(() => ({ state: 'before', action: 'none', restores: 0, applied: 0 }))
  const simulation: Simulation = {
    ...{ changes: input.changes.map((change) => ({ ...change })), resources, audit: [], ended: undefined },
    ...{ applied: [], calls: 0 },
    advance(ms) {
      nowMs += ms
    },
    backend: undefined as never,
  }
  const { changes, audit } = simulation
  const isStopped = () => input.stopAfterCalls >= 0 && simulation.calls > input.stopAfterCalls
  /** One call: the process may die before it, or after it. */
  const call = async <T>(work: () => T): Promise<T> => {
    simulation.calls += 1
    if (input.kills()) throw new Killed()
    const result = work()
    if (input.kills()) throw new Killed()
    return result
  }
  const indexOf = ({ id }: AutopilotChange) => changes.findIndex((change) => change.id === id)
  const store = (index: number, to: AutopilotChangeState, reason: string) => {
    const change = changes[index]
    if (!change || isEndState(change.state)) return
    Object.assign(change, { state: to, reason })
    if (to === 'applying') change.started_at = new Date(nowMs).toISOString()
    if (to === 'checking') change.check_at = new Date(nowMs + 60_000).toISOString()
    audit.push({ id: change.id, to })
  }
  const at = <T>(list: readonly T[], index: number): T => list[index] as T

  simulation.backend = {
    load: () =>
      call(() => ({
        changes: changes.map((change) => ({ ...change })),
        ...{ nowMs, waitReason: '', haltReason: isStopped() ? 'The kill switch is on.' : '' },
      })),
    reserve: (change) =>
      call(() => {
        const index = indexOf(change)
        const before = changes.filter(
          ({ id, state }) => id !== change.id && startedStates.some((started) => started === state),
        )
        const started = { inRun: before.length, savingsOfDay: before.map(({ monthly_savings }) => monthly_savings) }
        const limit = exceededLimit(input.limits, { ...started, scopeResources: input.scopeResources }, change)
        if (limit === undefined) store(index, 'applying', '')
        return limit
      }),
    move: (change, to, reason) => call(() => store(indexOf(change), to, reason)),
    async apply(change) {
      const index = indexOf(change)
      const [resource, behavior] = [at(resources, index), at(input.behaviors, index)]
      if (isStopped()) return call((): ActionFate => ({ state: 'none', reason: 'The kill switch is on.' }))
      if (behavior.apply === 'changed_meanwhile')
        return call((): ActionFate => ({ state: 'none', reason: 'It changed after the dry run.' }))
      // The action is stored before anything is sent.
      await call(() => Object.assign(resource, { action: 'unfinished' }))
      if (behavior.apply === 'denied') {
        return call((): ActionFate => {
          resource.action = 'failed'
          return { state: 'failed', reason: 'Access was denied.' }
        })
      }
      await call(() => {
        Object.assign(resource, { state: 'half', applied: resource.applied + 1 })
        simulation.applied.push({ index, call: simulation.calls })
      })
      // A stop between two steps, or a failure of the second one: taken back later.
      if (behavior.apply === 'half' || isStopped())
        return call((): ActionFate => ({ state: 'unfinished', reason: 'It failed partway.' }))
      return call((): ActionFate => {
        Object.assign(resource, { state: 'after', action: 'done' })
        return { state: 'done', reason: '' }
      })
    },
    fateOf: (change) => call((): ActionFate => ({ state: at(resources, indexOf(change)).action, reason: '' })),
    findUnhealthy: (change) =>
      call(() => (at(input.behaviors, indexOf(change)).isHealthy ? undefined : 'cpu has no value.')),
    rollBack: (change) =>
      call((): ActionFate => {
        const index = indexOf(change)
        const [resource, behavior] = [at(resources, index), at(input.behaviors, index)]
        if (resource.action === 'undone' || resource.action === 'left') return { state: resource.action, reason: '' }
        resource.restores += 1
        if (resource.restores <= behavior.failedRestores) return { state: 'unfinished', reason: 'Access was denied.' }
        resource.action = behavior.isTouched ? 'left' : 'undone'
        if (!behavior.isTouched) resource.state = 'before'
        return { state: resource.action, reason: '' }
      }),
    wait: () => call(() => undefined),
    end: (state, reason) =>
      call(() => {
        simulation.ended = { state, reason }
      }),
  }
  return simulation
}
