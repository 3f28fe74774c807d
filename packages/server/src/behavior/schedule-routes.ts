/** Active schedules: list, add an exception, start on demand, remove. */
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { ManagedSchedule } from '@kept/domain/managed-schedule.ts'
import type { ScheduleException } from '@kept/domain/schedule.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { addException, listManaged, removeException, removeManaged } from '@kept/store/behavior/managed.ts'
import { withdrawDone } from '@kept/store/savings/record-done.ts'
import { actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { requireActor } from '../platform/require-actor.ts'
import { managedOf, sourceOf } from './apply-schedule.ts'
import { describeManaged } from './describe-schedule.ts'
import { remediesOf } from './remedies.ts'
import { restoreResources, switchEnvironment } from './switch-environment.ts'

const scheduleRoutes = routes.behaviorSchedules
const longestExceptionDays = 366
const exceptionLabels = { snooze: 'was snoozed', keep_on: 'is kept on', keep_off: 'is kept off' } as const

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
    if (managed.switched_by === 'kept') await requireActor(context)
    const done = await restoreResources(remediesOf(services, scope), managed)
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
    return { data: await switched(context, id) }
  }),
  start: scheduleRoutes.start.handler(async ({ context, input: { id, hours, reason } }) => {
    const from = context.services.now()
    const to = new Date(from.getTime() + hours * 3_600_000)
    const exception = { kind: 'keep_on' as const, start_time: from.toISOString(), end_time: to.toISOString(), reason }
    return { data: await except(context, id, exception) }
  }),
}

async function except(context: SignedInContext, id: string, exception: ScheduleException): Promise<ManagedSchedule> {
  const { services, scope, me } = context
  const { database } = services.state
  const { auditContext } = actingOf(context)
  const { kind, start_time: from, end_time: to } = exception
  const length = Date.parse(to) - Date.parse(from)
  if (length <= 0) throw badInput(`An exception must end after it starts. This one runs from ${from} to ${to}.`)
  if (Date.parse(to) <= auditContext.at.getTime())
    throw badInput(`An exception must end in the future. This one ends ${to}.`)
  if (length > longestExceptionDays * dayMs) {
    throw badInput('An exception can last up to one year. Remove the schedule instead.')
  }
  const managed = await managedOf(database, scope, id, auditContext.at)
  if (managed.switched_by === 'by_hand') {
    throw new KeptError('conflict', "Kept doesn't run this schedule. Change the hours in the tool that does.")
  }
  if (kind === 'keep_off') await requireActor(context)
  await database.scoped(scope, async (tx) => {
    await addException(tx, id, exception, { actorName: me.user.full_name || me.user.email, now: auditContext.at })
    const summary = `"${managed.environment_name || id}" ${exceptionLabels[kind]} from ${from} to ${to}.`
    await recordAudit(tx, { ...auditContext, action: 'schedule.exception_made', target: id, summary })
  })
  return switched(context, id)
}

/** Switches immediately, because the caller is waiting. */
async function switched({ services, scope }: SignedInContext, id: string): Promise<ManagedSchedule> {
  const { database } = services.state
  const deps = { database, remedies: remediesOf(services, scope), log: services.log, now: services.now }
  await switchEnvironment(deps, scope, await managedOf(database, scope, id, services.now()))
  return describeManaged(await managedOf(database, scope, id, services.now()), services.now())
}
