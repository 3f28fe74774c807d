/** Requests and cancels the deletion of an organization. Everyone in it is notified, in the app and by email. */
import type { OrganizationDeletion } from '@kept/contract/routes/deletion.ts'
import type { DeletionReason } from '@kept/domain/deletion.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { addNotification } from '@kept/store/notifications/add.ts'
import {
  cancelDeletion,
  type OrganizationDeletion as FoundDeletion,
  findDeletion,
  requestDeletion,
} from '@kept/store/organizations/deletion.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { listActiveMembers } from '@kept/store/people/members.ts'
import { actingOf } from '../platform/acting.ts'
import type { Services, SignedInContext } from '../platform/context.ts'
import { refuseInDemo, refuseWhenBound } from '../platform/demo-limits.ts'
import { queueDeletionMail } from './deletion-mail.ts'
import { deletionDueAt } from './due-at.ts'

export async function getOrganizationDeletion({
  services,
  scope,
}: SignedInContext): Promise<OrganizationDeletion | null> {
  const pending = await services.state.database.scoped(scope, findDeletion)
  return pending ? toAnswer(pending) : null
}

export async function requestOrganizationDeletion(
  context: SignedInContext,
  { name, reason }: { name: string; reason: DeletionReason },
): Promise<OrganizationDeletion> {
  const { services, scope } = context
  refuseInDemo(context)
  refuseWhenBound(context)
  const { auditContext, actor } = actingOf(context)
  const due_at = deletionDueAt(auditContext.at)
  return services.state.database.scoped(scope, async (tx) => {
    const organization = await lockOrganization(tx)
    if (name.trim() !== organization.name.trim())
      throw new KeptError('bad_input', `Type the name of the organization, "${organization.name}", to delete it.`)
    if (await findDeletion(tx)) throw new KeptError('conflict', 'The deletion was requested already. Cancel it first.')
    await requestDeletion(tx, { at: auditContext.at, due_at, requested_by: actor.name, reason })
    await notifyEveryone(services, tx, {
      event: 'requested',
      organization: organization.name,
      due_at,
      title: `${organization.name} will be deleted on ${utcDay(due_at.getTime())}`,
      body: `${actor.name} requested it. Until then, an admin can export all data or cancel the deletion.`,
    })
    await recordAudit(tx, {
      ...auditContext,
      action: 'organization.deletion_requested',
      target: scope.organizationId,
      summary: `The deletion of the organization was requested, due ${utcDay(due_at.getTime())}.`,
      details: { reason, due_at: due_at.toISOString() },
    })
    return toAnswer({ requested_at: auditContext.at, due_at, requested_by: actor.name, reason, started_at: null })
  })
}

export async function cancelOrganizationDeletion(context: SignedInContext): Promise<void> {
  const { services, scope } = context
  const { auditContext, actor } = actingOf(context)
  await services.state.database.scoped(scope, async (tx) => {
    const { name } = await lockOrganization(tx)
    const pending = await findDeletion(tx)
    if (!pending) throw new KeptError('not_found', 'No deletion of this organization was requested.')
    if (pending.started_at) throw new KeptError('conflict', 'The deletion has started and can no longer be canceled.')
    await cancelDeletion(tx)
    await notifyEveryone(services, tx, {
      event: 'canceled',
      organization: name,
      due_at: pending.due_at,
      title: `${name} will not be deleted`,
      body: `${actor.name} canceled the deletion.`,
    })
    await recordAudit(tx, {
      ...auditContext,
      action: 'organization.deletion_canceled',
      target: scope.organizationId,
      summary: 'The deletion of the organization was canceled.',
    })
  })
}

interface DeletionNews {
  event: 'requested' | 'canceled' | 'deleted'
  organization: string
  due_at: Date
  /** Of the notification; undefined where no one will read one. */
  title?: string
  body?: string
}

export async function notifyEveryone(
  services: Pick<Services, 'jobs'>,
  tx: ScopedTransaction,
  { event, organization, due_at, title, body = '' }: DeletionNews,
): Promise<void> {
  const scope = { organizationId: tx.scopedTo }
  if (title !== undefined)
    await addNotification(tx, scope, { kind: 'organization_deletion', title, body, href: '/settings?tab=organization' })
  for (const { email, full_name } of await listActiveMembers(tx)) {
    const message = { what: 'organization', to: email, full_name, due_at: due_at.toISOString() } as const
    await queueDeletionMail(services, { ...message, event, organization }, tx)
  }
}

function toAnswer({ requested_at, due_at, requested_by, reason }: FoundDeletion): OrganizationDeletion {
  return { requested_at: requested_at.toISOString(), due_at: due_at.toISOString(), requested_by, reason }
}
