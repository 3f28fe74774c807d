/** Schedules of environments that a second person approves: asked for, and carried out once approved. */
import type { ApprovedRequest } from '@kept/domain/action-approval.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { listManaged } from '@kept/store/behavior/managed.ts'
import { findSchedule } from '@kept/store/behavior/results.ts'
import { type StoredApproval, waitingApprovalOf } from '@kept/store/remediation/approvals.ts'
import { readEnforcedPolicies } from '@kept/store/security/enforced-policies.ts'
import { actingOf } from '../platform/acting.ts'
import type { CarryOut, Services, SignedInContext } from '../platform/context.ts'
import { type ApprovalTopic, approvalReason, monthlyOf, requestApproval } from '../remediation/public/approvals.ts'
import { refuseWhileStopped } from '../remediation/public/kill-switch.ts'
import { applySchedule, managedOf, type ScheduleActor } from './apply-schedule.ts'
import { addScheduleException } from './except-schedule.ts'
import { remediesOf } from './remedies.ts'
import { switchEnvironment } from './switch-environment.ts'

type ScheduleRequest = Exclude<ApprovedRequest, { kind: 'stop_loop' }>
type Deps = Pick<Services, 'state' | 'log' | 'now' | 'remedies'>

/** The request for a second person, where a policy demands one; else undefined, and nothing is stored. */
export async function requestWhereDemanded(
  context: SignedInContext,
  id: string,
  request: ScheduleRequest,
): Promise<StoredApproval | undefined> {
  const { services, scope, me } = context
  const topic = await topicOfSchedule(services, scope, id, request)
  return services.state.database.scoped(scope, async (tx) => {
    const reason = approvalReason(await readEnforcedPolicies(tx), topic)
    if (reason === '') return undefined
    return requestApproval(services, tx, {
      ...{ topic, step: 'stop', description: describe(id, request), reason, request },
      asker: { id: me.user.id, name: me.user.full_name || me.user.email },
      auditContext: actingOf(context).auditContext,
    })
  })
}

/** Why a second person would have to approve it; empty where no one has to. */
export async function reasonToAsk(
  { services, scope }: SignedInContext,
  id: string,
  request: ScheduleRequest,
): Promise<string> {
  const topic = await topicOfSchedule(services, scope, id, request)
  return approvalReason(await services.state.database.scoped(scope, readEnforcedPolicies), topic)
}

/** The request about this environment that waits. */
export async function waitingRequestOf(
  { state }: Pick<Services, 'state'>,
  scope: Scope,
  id: string,
): Promise<StoredApproval | undefined> {
  return state.database.scoped(scope, (tx) => waitingApprovalOf(tx, 'environment', id))
}

/** Keeping an environment off saves at most what it costs while it runs. */
async function topicOfSchedule(
  { state, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  id: string,
  request: ScheduleRequest,
): Promise<ApprovalTopic> {
  const stored = await findSchedule(state.database, scope, id)
  const currency = stored?.recommendation?.backtest.currency ?? stored?.analysis?.currency ?? ''
  const monthlySavings =
    request.kind === 'apply_schedule'
      ? request.choice.monthly_savings
      : (await isOfTheSameMachines({ state, now }, scope, id, stored?.resources ?? []))
        ? monthlyOf(stored?.analysis?.cost_per_hour ?? null)
        : null
  const title = `schedule of ${request.environment_name || id}`
  return { subject: 'environment', subjectId: id, title, monthlySavings, currency, labels: {}, resourceIds: [] }
}

/** What an environment costs is known of the machines that were analyzed; its schedule may hold others. */
async function isOfTheSameMachines(
  { state, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  id: string,
  analyzed: readonly { id: string }[],
): Promise<boolean> {
  const [managed] = await listManaged(state.database, scope, now(), id)
  const analyzedIds = new Set(analyzed.map((resource) => resource.id))
  return managed?.resources.every((resource) => analyzedIds.has(resource.id)) ?? true
}

function describe(id: string, request: ScheduleRequest): string {
  const name = request.environment_name || id
  if (request.kind === 'apply_schedule')
    return `Run ${name} ${counted(request.choice.weekly_hours, 'hour')} a week, and stop it otherwise.`
  const { start_time: from, end_time: to } = request.exception
  return `Keep ${name} off from ${from} to ${to}.`
}

export function approvedSchedule(services: Deps): CarryOut {
  return async (scope, { subject_id: id, request }, { name: actorName, auditContext }) => {
    const actor = { actorName, auditContext }
    await refuseWhileStopped(services, scope)
    switch (request?.kind) {
      case 'apply_schedule':
        return startSchedule(services, scope, id, request, actor)
      case 'keep_off':
        return addScheduleException(services, scope, id, request.exception, actor)
      default:
        throw new Error(`The approval of environment ${id} has no schedule.`)
    }
  }
}

/** Applies the schedule, and switches immediately, because the caller is waiting. */
export async function startSchedule(
  services: Deps,
  scope: Scope,
  id: string,
  { environment_name, schedule, choice, resources }: Extract<ScheduleRequest, { kind: 'apply_schedule' }>,
  actor: ScheduleActor,
): Promise<void> {
  const { database } = services.state
  const remedies = remediesOf(services, scope)
  const input = {
    environment: { id, name: environment_name },
    resources,
    schedule,
    choice,
    switched_by: 'kept',
  } as const
  await applySchedule(database, scope, remedies, input, actor)
  const deps = { database, remedies, log: services.log, now: services.now }
  await switchEnvironment(deps, scope, await managedOf(database, scope, id, services.now()))
}
