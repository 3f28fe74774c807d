/** A run against the database and the clouds. */
import type { AutopilotChangeState } from '@kept/domain/autopilot-states.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { findUnhealthy } from '@kept/engine/autopilot/health.ts'
import { exceededLimit } from '@kept/engine/autopilot/limits.ts'
import { waitReasonAt } from '@kept/engine/autopilot/times.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { listChanges, lockPolicyLimits, moveChange, startedBefore } from '@kept/store/autopilot/changes.ts'
import { listAutopilotPolicies } from '@kept/store/autopilot/policies.ts'
import { endRun, findRun, type StoredRun, setRunReason } from '@kept/store/autopilot/runs.ts'
import { cancelApprovalsOf } from '@kept/store/remediation/approvals.ts'
import type { Services } from '../platform/context.ts'
import type { Actor } from '../remediation/public/actions.ts'
import { killSwitchReason } from '../remediation/public/kill-switch.ts'
import {
  applyRecommended,
  fateOfAction,
  rollBackRecommended,
  verifyRecommended,
} from '../remediation/public/recommended-change.ts'
import type { RunBackend } from './drive-run.ts'
import { measureHealth } from './measure-health.ts'
import { notifyChange, notifyEnd } from './notify.ts'
import { missingApproval } from './still-approved.ts'

export type AutopilotDeps = Pick<Services, 'state' | 'secrets' | 'config' | 'now' | 'log'>

/** The states from which a change may move to another. */
const previousStates: Readonly<Partial<Record<AutopilotChangeState, readonly AutopilotChangeState[]>>> = {
  applying: ['pending', 'approved'],
  approved: ['applying'],
  skipped: ['pending', 'waiting', 'approved', 'applying'],
  checking: ['applying'],
  verified: ['checking'],
  rolling_back: ['applying', 'checking'],
  rolled_back: ['applying', 'rolling_back'],
  left: ['applying', 'rolling_back'],
  failed: ['applying'],
}

export async function openRun(deps: AutopilotDeps, scope: Scope, runId: string): Promise<RunBackend> {
  const { database } = deps.state
  const run = await database.scoped(scope, (tx) => findRun(tx, runId))
  const { settings } = run
  const actor = (): Actor => autopilotActor(run, deps.now())
  return {
    async load() {
      const { changes, isEnabled } = await database.scoped(scope, async (tx) => ({
        changes: await listChanges(tx, [runId]),
        isEnabled: (await listAutopilotPolicies(tx)).some(({ id, enabled }) => id === run.policy_id && enabled),
      }))
      const nowMs = deps.now().getTime()
      const stopReason = await killSwitchReason(deps, scope)
      const haltReason = stopReason || (isEnabled ? '' : 'The policy was turned off.')
      return { changes, nowMs, haltReason, waitReason: waitReasonAt(settings.times, nowMs) ?? '' }
    },
    reserve: (change) =>
      database.scoped(scope, async (tx) => {
        const policyId = run.policy_id
        if (policyId === null) return 'The policy was deleted.'
        await lockPolicyLimits(tx, policyId)
        const since = new Date(deps.now().getTime() - dayMs)
        const before = await startedBefore(tx, { policyId, runId, changeId: change.id, since })
        const limit = exceededLimit(settings.limits, { ...before, scopeResources: run.scope_resources }, change)
        if (limit !== undefined) return limit
        const missing = await missingApproval(tx, change)
        if (missing !== undefined) return missing
        const moved = await moveChange(tx, change, {
          from: previousStates.applying ?? [],
          to: 'applying',
          reason: '',
          auditContext: actor().auditContext,
        })
        return moved ? undefined : 'It was decided elsewhere.'
      }),
    move: (change, to, reason) =>
      database.scoped(scope, async (tx) => {
        const { auditContext } = actor()
        const checkAt = new Date(deps.now().getTime() + settings.health.wait_minutes * 60_000)
        const transition = { from: previousStates[to] ?? [], to, reason, auditContext }
        const moved = await moveChange(tx, change, to === 'checking' ? { ...transition, checkAt } : transition)
        if (!moved) return
        if (to === 'skipped') await cancelApprovalsOf(tx, [change.id], reason, auditContext.at)
        await notifyChange(tx, run, change, to, reason)
      }),
    apply: ({ id, recommendation_id: recommendationId, step }) =>
      applyRecommended(deps, scope, { id, recommendationId, step, actor: actor() }),
    fateOf: ({ id }) => fateOfAction(deps, scope, id),
    async findUnhealthy(change) {
      const notAsPlanned = await verifyRecommended(deps, scope, change.id)
      return notAsPlanned ?? findUnhealthy(await measureHealth(deps, scope, settings.health.checks, change))
    },
    rollBack: (change) => rollBackRecommended(deps, scope, change.id, actor()),
    wait: (reason) => database.scoped(scope, (tx) => setRunReason(tx, runId, reason)),
    end: (state, reason) =>
      database.scoped(scope, async (tx) => {
        await notifyEnd(tx, run, state, reason)
        await endRun(tx, runId, { state, reason }, actor().auditContext)
      }),
  }
}

/** Who acts: Kept, and under which policy. */
export function autopilotActor({ policy_name }: Pick<StoredRun, 'policy_name'>, at: Date): Actor {
  const name = `Autopilot: ${policy_name}`
  return { name, auditContext: { actor: { kind: 'system', id: null, name }, at } }
}
