/** Every minute: ends approvals that no one decided, starts the policies that are due, and continues their runs. */
import type { Scope } from '@kept/domain/scope.ts'
import { waitReasonAt } from '@kept/engine/autopilot/times.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { listAutopilotPolicies } from '@kept/store/autopilot/policies.ts'
import { claimRun, endRunLease, idleRuns, renewRunLease } from '@kept/store/autopilot/runs.ts'
import { lastRunOf } from '@kept/store/autopilot/scope.ts'
import { withEachVisit } from '@kept/store/demo/visits.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import { expireApprovals } from '../remediation/public/decide-approval.ts'
import { killSwitchReason } from '../remediation/public/kill-switch.ts'
import { driveRun } from './drive-run.ts'
import { type AutopilotDeps, autopilotActor, openRun } from './run-backend.ts'
import { startRun } from './start-run.ts'

const leaseMs = 60_000

export const autopilotJob = defineJob({
  name: 'autopilot',
  input: z.object({}),
  retries: 0,
  cron: '* * * * *',
  run: async (_input, deps: AutopilotDeps, signal) => {
    for (const organization of await listOrganizations(deps.state.database)) {
      await withEachVisit(deps.state.database, organization, async (scope) => {
        signal.throwIfAborted()
        const organization_id = scope.organizationId
        try {
          await advanceOrganization(deps, scope)
        } catch (error) {
          deps.log.warn({ event: 'autopilot.failed', err: error, organization_id }, 'autopilot failed')
        }
      })
    }
  },
})

export async function advanceOrganization(deps: AutopilotDeps, scope: Scope): Promise<void> {
  const { state, now } = deps
  await expireApprovals(state.database, scope, now())
  await startDuePolicies(deps, scope)
  for (const id of await idleRuns(state.database, scope)) await advanceRun(deps, scope, id)
}

/** Continues one run, if no other process does. */
export async function advanceRun(deps: AutopilotDeps, scope: Scope, id: string): Promise<void> {
  const { state, log } = deps
  const { database } = state
  let lease = await claimRun(database, scope, id, leaseMs)
  if (lease === undefined) return
  let renewing = Promise.resolve()
  const renew = async () => {
    if (lease !== undefined) lease = await renewRunLease(database, scope, id, { lease, holdMs: leaseMs })
  }
  const timer = setInterval(() => {
    renewing = renewing
      .then(renew)
      .catch((error: unknown) =>
        log.warn({ event: 'autopilot.lease_failed', err: error, run_id: id }, 'lease not renewed'),
      )
  }, leaseMs / 4)
  timer.unref()
  try {
    await driveRun(await openRun(deps, scope, id))
  } finally {
    clearInterval(timer)
    await renewing
    if (lease !== undefined) await endRunLease(database, scope, id, lease)
  }
}

/** Each enabled policy starts once a day, in its windows. */
async function startDuePolicies(deps: AutopilotDeps, scope: Scope): Promise<void> {
  const { state, now } = deps
  const policies = (await state.database.scoped(scope, listAutopilotPolicies)).filter(({ enabled }) => enabled)
  if (policies.length === 0 || (await killSwitchReason(deps, scope)) !== '') return
  for (const policy of policies) {
    const at = now()
    if (waitReasonAt(policy.times, at.getTime()) !== undefined) continue
    const last = await state.database.scoped(scope, (tx) => lastRunOf(tx, policy.id))
    if (last && at.getTime() - last.getTime() < dayMs) continue
    await startRun(deps, scope, policy, autopilotActor({ policy_name: policy.name }, at).auditContext)
  }
}
