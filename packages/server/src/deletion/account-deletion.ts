/** Requests and cancels the deletion of the caller's account, and exports what is stored about them. */
import { KeptError } from '@kept/domain/errors.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import {
  type AccountDeletion,
  cancelUnlessBegun,
  findAccountDeletion,
  listAllMemberships,
  setAccountDeletion,
} from '@kept/store/people/account-deletion.ts'
import { stampOf } from '../platform/acting.ts'
import type { PersonContext, Services } from '../platform/context.ts'
import { onlyOrganizationOf, refuseInDemo } from '../platform/demo-limits.ts'
import { queueDeletionMail } from './deletion-mail.ts'
import { deletionDueAt } from './due-at.ts'
import { lastAdminRefusal } from './leave-every-organization.ts'
import { refuseAccountElsewhere } from './refuse-account-elsewhere.ts'

export async function getAccountDeletion({ services, person }: PersonContext) {
  const pending = await findAccountDeletion(services.state.database, person.id)
  return pending ? toAnswer(pending) : null
}

export async function requestAccountDeletion(context: PersonContext, email: string) {
  const { services, person } = context
  const { database } = services.state
  refuseInDemo(context)
  await refuseAccountElsewhere(context)
  if (email !== person.email)
    throw new KeptError('bad_input', `Type your email address, ${person.email}, to delete your account.`)
  if (await findAccountDeletion(database, person.id))
    throw new KeptError('conflict', 'The deletion was requested already. Cancel it first.')
  const refusal = await lastAdminRefusal(database, person.id)
  if (refusal) throw new KeptError('conflict', refusal)
  const requested_at = services.now()
  const requested_from = onlyOrganizationOf(context) ?? null
  const deletion = { requested_at, due_at: deletionDueAt(requested_at), requested_from }
  await recordInOrganizations(context, 'account.deletion_requested', 'requested the deletion of their account')
  await setAccountDeletion(database, person.id, deletion)
  await notifyOwner(services, person, { event: 'requested', due_at: deletion.due_at })
  return toAnswer(deletion)
}

export async function cancelAccountDeletion(context: PersonContext): Promise<void> {
  const { services, person } = context
  const pending = await findAccountDeletion(services.state.database, person.id)
  if (!pending) throw new KeptError('not_found', 'You did not request the deletion of your account.')
  if (!(await cancelUnlessBegun(services.state.database, person.id)))
    throw new KeptError('conflict', 'The deletion of your account has begun, and can no longer be canceled.')
  await recordInOrganizations(context, 'account.deletion_canceled', 'canceled the deletion of their account')
  await notifyOwner(services, person, { event: 'canceled', due_at: pending.due_at })
}

export function notifyOwner(
  services: Pick<Services, 'jobs'>,
  { email, full_name }: { email: string; full_name: string },
  news: { event: 'requested' | 'canceled' | 'deleted'; due_at: Date; reason?: string },
): Promise<void> {
  const message = { what: 'account', to: email, full_name, organization: '' } as const
  return queueDeletionMail(services, { ...message, ...news, due_at: news.due_at.toISOString() })
}

/** Every organization that the person belongs to has its own log. */
async function recordInOrganizations(
  context: PersonContext,
  action: 'account.deletion_requested' | 'account.deletion_canceled',
  what: string,
): Promise<void> {
  const { services, person } = context
  const stamp = stampOf(context)
  for (const { organization_id, status } of await listAllMemberships(services.state.database, person.id)) {
    if (status !== 'active') continue
    const summary = `${person.full_name || person.email} ${what}.`
    await services.state.database.scoped({ organizationId: organization_id }, (tx) =>
      recordAudit(tx, { ...stamp, action, target: person.id, summary }),
    )
  }
}

function toAnswer({ requested_at, due_at }: AccountDeletion) {
  return { requested_at: requested_at.toISOString(), due_at: due_at.toISOString() }
}
