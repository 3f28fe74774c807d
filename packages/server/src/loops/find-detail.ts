/** One loop with its evidence, its history, its projected cost, and the possible actions. */
import type { LoopDetail } from '@kept/contract/routes/loops.ts'
import { possibleMoves } from '@kept/domain/loop-life.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { projected } from '@kept/engine/loops/cost/impact.ts'
import { evidenceSpans } from '@kept/engine/loops/evidence-spans.ts'
import { remediationActions } from '@kept/engine/loops/remediation/actions.ts'
import { type Decimal, decimal } from '@kept/foundation/decimal.ts'
import { findLoop } from '@kept/store/loops/find.ts'
import { listRemediationActions } from '@kept/store/remediation/actions.ts'
import { waitingApprovalOf } from '@kept/store/remediation/approvals.ts'
import { readEnforcedPolicies } from '@kept/store/security/enforced-policies.ts'
import { readTraces } from '@kept/store/telemetry/items.ts'
import type { Services } from '../platform/context.ts'
import { answered } from '../remediation/public/answered.ts'
import { approvalReason } from '../remediation/public/approvals.ts'
import { registryOf } from '../remediation/public/registry.ts'
import { topicOfLoop } from './remediation/approved-stop.ts'
import { notKnown, stepFor, targetOfLoop } from './remediation/target-of-loop.ts'

const hourMs = 3_600_000

export async function findDetail(
  services: Pick<Services, 'state' | 'secrets' | 'config' | 'now' | 'log'>,
  scope: Scope,
  id: string,
): Promise<LoopDetail> {
  const { state, now } = services
  const storedLoop = await findLoop(state.database, scope, id)
  const { loop, evidence, steps, rates } = storedLoop
  const spans = evidence.trace_ids.length > 0 ? await readTraces(state.warehouse, scope, evidence.trace_ids) : []
  const hourly = loop.status === 'resolved' ? null : loop.cost_impact.estimated_hourly_cost
  const actions = remediationActions[loop.loop_type]
  return {
    loop,
    evidence,
    spans: evidenceSpans(spans),
    steps,
    moves: possibleMoves(loop.status),
    projection: hourly === null ? null : projection(hourly, loop.duration_seconds, now()),
    rates,
    remediation: { ...actions, ...(await possibilities(services, scope, storedLoop)) },
    remediation_actions: (await listRemediationActions(state.database, scope, { subject: 'loop', subjectId: id }))
      .map(({ action }) => action)
      // Dry runs of users are not part of the history; only automatic ones are.
      .filter((action) => action.state !== 'planned' || action.automatic),
  }
}

/** Whether Kept can act, the labels of the buttons, and the reason if not. */
async function possibilities(
  services: Parameters<typeof targetOfLoop>[0],
  scope: Scope,
  storedLoop: Awaited<ReturnType<typeof findLoop>>,
): Promise<Omit<LoopDetail['remediation'], 'throttle' | 'stop'>> {
  const { target, steps, isCritical: critical } = await targetOfLoop(services, scope, storedLoop)
  const { loop } = storedLoop
  const approvals = await services.state.database.scoped(scope, async (tx) => {
    const waiting = await waitingApprovalOf(tx, 'loop', loop.id)
    const reason = approvalReason(await readEnforcedPolicies(tx), topicOfLoop(loop))
    return { approval: waiting ? answered(waiting) : null, approval_reason: reason }
  })
  if (!target)
    return { possible: false, scripted: false, critical, pause_is: 'throttle', skip_reasons: notKnown, ...approvals }
  const access = await registryOf(services, scope).accessTo(target)
  const pauseIs = stepFor('pause', steps) === 'throttle' ? 'throttle' : 'stop'
  return {
    possible: access.port !== null,
    scripted: true,
    critical,
    pause_is: pauseIs,
    skip_reasons: access.port ? '' : access.skip_reasons,
    ...approvals,
  }
}

/** The projected cost in 24 hours and at the end of the month, if it continues. */
function projection(hourly: Decimal, secondsSoFar: number, now: Date) {
  const monthEnd = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  const soFar = hours(secondsSoFar * 1000)
  return {
    by_tomorrow: projected(hourly, soFar, '24').total,
    by_month_end: projected(hourly, soFar, hours(monthEnd - now.getTime())).total,
  }
}

function hours(ms: number): Decimal {
  return decimal(Number((ms / hourMs).toFixed(4)))
}
