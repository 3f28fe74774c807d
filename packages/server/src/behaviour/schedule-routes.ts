/** Schedules in force: told, changed for a while, started on demand, taken back. */
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { ManagedSchedule } from '@kept/domain/managed-schedule.ts'
import type { ScheduleException } from '@kept/domain/schedule.ts'
import { addException, listManaged, removeException, removeManaged } from '@kept/store/behaviour/managed.ts'
import { recordAudit } from '@kept/store/people/audit.ts'
import { withdrawDone } from '@kept/store/savings/record-done.ts'
import { actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { managedOf, sourceOf } from './apply-schedule.ts'
import { remediesOf } from './remedies.ts'
import { describeManaged } from './schedule-words.ts'
import { restoreResources, switchEnvironment } from './switch-environment.ts'

const the = routes.behaviorSchedules
const longestExceptionDays = 366
const words = { snooze: 'was snoozed', keep_on: 'is kept on', keep_off: 'is kept off' } as const

export const behaviorSchedules = {
  list: the.list.handler(async ({ context: { services, scope } }) => {
    const now = services.now()
    const all = await listManaged(services.state.database, scope, now)
    return { data: all.map((one) => describeManaged(one, now)) }
  }),
  undo: the.undo.handler(async ({ context, input: { id } }) => {
    const { services, scope } = context
    const { database } = services.state
    const { stamp } = actingOf(context)
    const managed = await managedOf(database, scope, id, stamp.at)
    const done = await restoreResources(remediesOf(services, scope), managed)
    const reason = 'The schedule was taken back before the bill showed it.'
    await withdrawDone(database, scope, { ...sourceOf(id), reason })
    await database.scoped(scope, async (tx) => {
      await removeManaged(tx, id)
      const summary = `The schedule of "${managed.environment_name || id}" was taken back.`
      await recordAudit(tx, { ...stamp, action: 'schedule.undone', target: id, summary, details: { done } })
    })
    const byHand = 'Take the schedule out of the tools it was put into, too: Kept cannot.'
    return { data: { words: managed.switched_by === 'by_hand' ? [byHand] : done } }
  }),
  except: the.except.handler(async ({ context, input: { id, ...exception } }) => ({
    data: await except(context, id, exception),
  })),
  removeException: the.removeException.handler(async ({ context, input: { id, exception } }) => {
    const { services, scope } = context
    const { database } = services.state
    const { stamp } = actingOf(context)
    const managed = await managedOf(database, scope, id, stamp.at)
    await database.scoped(scope, async (tx) => {
      if (!(await removeException(tx, id, exception))) {
        throw new KeptError('not_found', 'There is no such exception; it may be over already.')
      }
      const summary = `An exception of the schedule of "${managed.environment_name || id}" was taken back.`
      await recordAudit(tx, { ...stamp, action: 'schedule.exception_removed', target: id, summary })
    })
    return { data: await switched(context, id) }
  }),
  start: the.start.handler(async ({ context, input: { id, hours, reason } }) => {
    const from = context.services.now()
    const to = new Date(from.getTime() + hours * 3_600_000)
    const exception = { kind: 'keep_on' as const, from: from.toISOString(), to: to.toISOString(), reason }
    return { data: await except(context, id, exception) }
  }),
}

async function except(context: SignedInContext, id: string, exception: ScheduleException): Promise<ManagedSchedule> {
  const { services, scope, me } = context
  const { database } = services.state
  const { stamp } = actingOf(context)
  const { kind, from, to } = exception
  const length = Date.parse(to) - Date.parse(from)
  if (length <= 0) throw badInput(`An exception ends after it begins; this one is from ${from} to ${to}.`)
  if (Date.parse(to) <= stamp.at.getTime()) throw badInput(`An exception must end in the future; this one ends ${to}.`)
  if (length > longestExceptionDays * 86_400_000) {
    throw badInput('An exception lasts a year at most; take the schedule back instead.')
  }
  const managed = await managedOf(database, scope, id, stamp.at)
  if (managed.switched_by === 'by_hand') {
    throw new KeptError(
      'conflict',
      'Kept does not switch this environment; change its hours where its schedule is set.',
    )
  }
  await database.scoped(scope, async (tx) => {
    await addException(tx, id, exception, { by: me.user.full_name || me.user.email, now: stamp.at })
    const summary = `"${managed.environment_name || id}" ${words[kind]} from ${from} to ${to}.`
    await recordAudit(tx, { ...stamp, action: 'schedule.exception_made', target: id, summary })
  })
  return switched(context, id)
}

/** Acted on at once: who asked is waiting. */
async function switched({ services, scope }: SignedInContext, id: string): Promise<ManagedSchedule> {
  const { database } = services.state
  const doors = { database, remedies: remediesOf(services, scope), log: services.log, now: services.now }
  await switchEnvironment(doors, scope, await managedOf(database, scope, id, services.now()))
  return describeManaged(await managedOf(database, scope, id, services.now()), services.now())
}
