/** An exception to an active schedule: snoozed, kept on or kept off for a time, and switched at once. */
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { ScheduleException } from '@kept/domain/schedule.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { addException } from '@kept/store/behavior/managed.ts'
import type { Services } from '../platform/context.ts'
import { managedOf, type ScheduleActor } from './apply-schedule.ts'
import { remediesOf } from './remedies.ts'
import { switchEnvironment } from './switch-environment.ts'

type Deps = Pick<Services, 'state' | 'log' | 'now' | 'remedies'>

const longestExceptionDays = 366
const exceptionLabels = { snooze: 'was snoozed', keep_on: 'is kept on', keep_off: 'is kept off' } as const

/** The schedule of an exception that is possible now. Throws `bad_input`, `not_found` or `conflict`. */
export async function checkException(
  { state, now }: Pick<Deps, 'state' | 'now'>,
  scope: Scope,
  id: string,
  { start_time: from, end_time: to }: ScheduleException,
) {
  const length = Date.parse(to) - Date.parse(from)
  if (length <= 0) throw badInput(`An exception must end after it starts. This one runs from ${from} to ${to}.`)
  if (Date.parse(to) <= now().getTime()) throw badInput(`An exception must end in the future. This one ends ${to}.`)
  if (length > longestExceptionDays * dayMs) {
    throw badInput('An exception can last up to one year. Remove the schedule instead.')
  }
  const managed = await managedOf(state.database, scope, id, now())
  if (managed.switched_by === 'by_hand') {
    throw new KeptError('conflict', "Kept doesn't run this schedule. Change the hours in the tool that does.")
  }
  return managed
}

export async function addScheduleException(
  services: Deps,
  scope: Scope,
  id: string,
  exception: ScheduleException,
  { actorName, auditContext }: ScheduleActor,
): Promise<void> {
  const { database } = services.state
  const managed = await checkException(services, scope, id, exception)
  const { kind, start_time: from, end_time: to } = exception
  await database.scoped(scope, async (tx) => {
    await addException(tx, id, exception, { actorName, now: auditContext.at })
    const summary = `"${managed.environment_name || id}" ${exceptionLabels[kind]} from ${from} to ${to}.`
    await recordAudit(tx, { ...auditContext, action: 'schedule.exception_made', target: id, summary })
  })
  await switchNow(services, scope, id)
}

/** Switches immediately, because the caller is waiting. */
export async function switchNow(services: Deps, scope: Scope, id: string): Promise<void> {
  const { database } = services.state
  const deps = { database, remedies: remediesOf(services, scope), log: services.log, now: services.now }
  await switchEnvironment(deps, scope, await managedOf(database, scope, id, services.now()))
}
