/** Active schedules: list, add an exception, start on demand, remove. */
import type { RequestedSchedule } from '@kept/contract/routes/behavior-schedules.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { ManagedSchedule } from '@kept/domain/managed-schedule.ts'
import type { ScheduleException } from '@kept/domain/schedule.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { listManaged, removeException, removeManaged } from '@kept/store/behavior/managed.ts'
import { withdrawDone } from '@kept/store/savings/record-done.ts'
import { actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { requireActor } from '../platform/require-actor.ts'
import { answered } from '../remediation/public/answered.ts'
import { refuseWhileStopped } from '../remediation/public/kill-switch.ts'
import { managedOf, sourceOf } from './apply-schedule.ts'
import { requestWhereDemanded } from './approved-schedules.ts'
import { describeManaged } from './describe-schedule.ts'
import { addScheduleException, checkException, switchNow } from './except-schedule.ts'
import { remediesOf } from './remedies.ts'
import { restoreResources } from './switch-environment.ts'

const scheduleRoutes = routes.behaviorSchedules

export const behaviorSchedules = {
  list: scheduleRoutes.list.handler(async ({ context: { services, scope } }) => {
    const now = services.now()
    const all = await listManaged(services.state.database, scope, now)
    return { data: all.map((schedule) => describeManaged(schedule, now)) }
  }),
  undo: scheduleRoutes.undo.handler(async ({ context, input: { id } }) => {
    const { services, scope } = context
    const { database } = services.state
    const { auditContext } = actingOf(context)
    const managed = await managedOf(database, scope, id, auditContext.at)
    const isOurs = managed.switched_by === 'kept'
    if (isOurs) await requireActor(context)
    // What other tools start and stop is left to them.
    const done = isOurs ? await restoreResources(remediesOf(services, scope), managed) : []
    const reason = 'The schedule was removed before the bill showed it.'
    await withdrawDone(database, scope, { ...sourceOf(id), reason })
    await database.scoped(scope, async (tx) => {
      await removeManaged(tx, id)
      const summary = `The schedule of "${managed.environment_name || id}" was removed.`
      await recordAudit(tx, { ...auditContext, action: 'schedule.undone', target: id, summary, details: { done } })
    })
    const byHand = "Also remove the schedule from the tools you added it to. Kept can't do that."
    return { data: { messages: managed.switched_by === 'by_hand' ? [byHand] : done } }
  }),
  addException: scheduleRoutes.addException.handler(async ({ context, input: { id, ...exception } }) => ({
    data: await except(context, id, exception),
  })),
  removeException: scheduleRoutes.removeException.handler(async ({ context, input: { id, exception } }) => {
    const { services, scope } = context
    const { database } = services.state
    const { auditContext } = actingOf(context)
    const managed = await managedOf(database, scope, id, auditContext.at)
    await requireActor(context)
    await database.scoped(scope, async (tx) => {
      if (!(await removeException(tx, id, exception))) {
        throw new KeptError('not_found', 'Exception not found. It may have ended.')
      }
      const summary = `A schedule exception of "${managed.environment_name || id}" was removed.`
      await recordAudit(tx, { ...auditContext, action: 'schedule.exception_removed', target: id, summary })
    })
    await switchNow(services, scope, id)
    return { data: await describedNow(context, id) }
  }),
  start: scheduleRoutes.start.handler(async ({ context, input: { id, hours, reason } }) => {
    const from = context.services.now()
    const to = new Date(from.getTime() + hours * 3_600_000)
    const exception = { kind: 'keep_on' as const, start_time: from.toISOString(), end_time: to.toISOString(), reason }
    return { data: await except(context, id, exception) }
  }),
}

async function except(context: SignedInContext, id: string, exception: ScheduleException): Promise<RequestedSchedule> {
  const { services, scope, me } = context
  if (exception.kind === 'keep_off') {
    // What can't be carried out is not asked for.
    const { environment_name } = await checkException(services, scope, id, exception)
    await requireActor(context)
    await refuseWhileStopped(services, scope)
    const approval = await requestWhereDemanded(context, id, { kind: 'keep_off', environment_name, exception })
    if (approval) return { ...(await describedNow(context, id)), approval: answered(approval) }
  }
  const actor = { actorName: me.user.full_name || me.user.email, auditContext: actingOf(context).auditContext }
  await addScheduleException(services, scope, id, exception, actor)
  return { ...(await describedNow(context, id)), approval: null }
}

async function describedNow({ services, scope }: SignedInContext, id: string): Promise<ManagedSchedule> {
  const now = services.now()
  return describeManaged(await managedOf(services.state.database, scope, id, now), now)
}
