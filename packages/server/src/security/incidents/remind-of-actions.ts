/**
 * Actions of incidents are reminded of on the day they are due, and once more when they are overdue: a notification in
 * the app, and an email to who should act. A new due date is reminded of again.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { incidentName } from '@kept/domain/security-incident-states.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import type { Database, ScopedTransaction } from '@kept/store/database/connect.ts'
import { addNotification } from '@kept/store/notifications/add.ts'
import { type LockedOrganization, lockOrganization } from '@kept/store/people/lock-organization.ts'
import { findActiveAdmins, findMembers } from '@kept/store/people/members.ts'
import { type DueAction, listActionsToRemindOf, noteActionReminder } from '@kept/store/security/due-actions.ts'
import * as z from 'zod'
import type { Services } from '../../platform/context.ts'
import { forEachOrganization } from '../../platform/each-organization.ts'
import { defineJob } from '../../platform/jobs.ts'
import { oneLine } from '../../platform/mail-line.ts'

type ReminderDeps = Pick<Services, 'jobs' | 'now'> & { database: Database }

export const actionReminderJob = defineJob({
  name: 'incident-action-reminders',
  input: z.object({}),
  retries: 1,
  cron: '33 * * * *',
  async run(_input, deps: ReminderDeps, signal) {
    await forEachOrganization(deps.database, signal, (scope) => remindOfActions(deps, scope))
  },
})

const messageSchema = z.object({ to: z.string(), title: z.string(), body: z.string(), href: z.string() })

export const actionMailJob = defineJob({
  name: 'incident-action-mail',
  input: messageSchema,
  // With a growing delay: half an hour in all, for a mail server that restarts or greylists.
  retries: 10,
  // The queue has addresses. An email that could not be sent stays for an hour, in which the operator can retry it.
  isForgottenWhenDone: true,
  deleteAfterSeconds: 3600,
  run: ({ to, title, body, href }, { mail, origin }: Pick<Services, 'mail' | 'origin'>) =>
    mail.send({ to, subject: title, text: [body, `Open the incident:\n${origin()}${href}`].join('\n\n') }),
})

/** Several processes and hours may call it: what was reminded of is stored with the notification. */
export async function remindOfActions({ database, jobs, now }: ReminderDeps, scope: Scope): Promise<void> {
  const today = utcDay(now())
  if ((await database.scoped(scope, (tx) => listActionsToRemindOf(tx, today))).length === 0) return
  await database.scoped(scope, async (tx) => {
    const organization = await lockOrganization(tx)
    for (const action of await listActionsToRemindOf(tx, today)) {
      await noteActionReminder(tx, action, today)
      await remindOf({ jobs }, tx, { action, organization, isOverdue: action.due_on < today })
    }
  })
  jobs.wake(actionMailJob)
}

interface Reminder {
  action: DueAction
  organization: LockedOrganization
  isOverdue: boolean
}

/** The public demo organization sends no email. */
async function remindOf(
  { jobs }: Pick<Services, 'jobs'>,
  tx: ScopedTransaction,
  { action, organization, isOverdue }: Reminder,
): Promise<void> {
  const { incident, due_on } = action
  const title = `${isOverdue ? 'Overdue' : 'Due today'}: ${action.title}`
  const body = `This action of ${incidentName(incident.number)}, "${incident.title}", ${isOverdue ? 'was' : 'is'} due on ${formatDay(due_on)}.`
  const href = `/security?tab=incidents&incident=${incident.id}`
  const notification = { kind: 'incident_action' as const, title, body, href, thread: `incident_action:${action.id}` }
  await addNotification(tx, { organizationId: tx.scopedTo }, notification)
  if (organization.demo) return
  for (const to of await recipientsOf(tx, action)) {
    const subject = `${oneLine(title, 120)} (${oneLine(organization.name)})`
    await jobs.send(actionMailJob, { to, title: subject, body, href }, { within: tx })
  }
}

/** The owner; without an active one, the commander of the incident, and else the admins. */
async function recipientsOf(tx: ScopedTransaction, { owner_id, incident }: DueAction): Promise<string[]> {
  for (const id of [owner_id, incident.commander_id]) {
    const [member] = await findMembers(tx, id === null ? [] : [id])
    if (member?.status === 'active' && member.removed_at === null && !member.account_disabled) return [member.email]
  }
  return (await findActiveAdmins(tx)).map(({ email }) => email)
}
