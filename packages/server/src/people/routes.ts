import type { Person } from '@kept/contract/routes/users/people.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { effectivePermissions, permissionsOfRole } from '@kept/domain/permission.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { isUuid } from '@kept/foundation/uuid.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { listCustomRoles } from '@kept/store/people/custom-roles.ts'
import { listInvitations } from '@kept/store/people/find-invitations.ts'
import type { FoundInvitation } from '@kept/store/people/invitation-row.ts'
import { listActivity } from '@kept/store/people/list-audit.ts'
import { type FoundPerson, listPeople } from '@kept/store/people/list-people.ts'
import { findMembers, type Member } from '@kept/store/people/members.ts'
import { endSessionsIn, listSessionsIn } from '@kept/store/people/sessions-in.ts'
import { actingOf } from '../platform/acting.ts'
import type { Services, SignedInContext } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { findInvited } from './change-invited.ts'
import { changePeople, changerNow, noSuchPerson } from './change-people.ts'
import { changeRefusal } from './change-refusal.ts'
import { commitImport } from './commit-import.ts'
import { inviteIn, resendInvitation, takeInvitationBack, wakeMail } from './invite.ts'
import { changeOf } from './requested-change.ts'
import { restorableMs, restorePeople } from './restore-people.ts'

const userRoutes = routes.users

export const users = {
  list: userRoutes.list.handler(async ({ context: { services, scope }, input }) => {
    const { page, page_size } = input
    const { people, total } = await listPeople(services.state.database, scope, { ...input, now: services.now() })
    return { data: people, meta: { page, page_size, total } }
  }),

  create: userRoutes.create.handler(async ({ context, input }) => {
    const { services, scope } = context
    const [invitation] = await services.state.database.scoped(scope, (tx) =>
      inviteIn(services, tx, actingOf(context), [input]),
    )
    wakeMail(services)
    return { data: await personOf(services, scope, invitation?.id ?? '') }
  }),

  update: userRoutes.update.handler(async ({ context, input: { id, ...change } }) => {
    const { services, scope } = context
    await services.state.database.scoped(scope, async (tx) =>
      changePeople(tx, actingOf(context), [id], await changeOf(tx, change)),
    )
    return { data: await personOf(services, scope, id) }
  }),

  remove: userRoutes.remove.handler(async ({ context, input: { id } }) => {
    const [removed] = await removeAll(context, [id])
    if (!removed) throw new KeptError('not_found', noSuchPerson)
    return { data: removed }
  }),

  get: userRoutes.get.handler(async ({ context: { services, scope }, input: { id } }) => ({
    data: await personOf(services, scope, id),
  })),

  customRoles: userRoutes.customRoles.handler(async ({ context: { services, scope } }) => ({
    data: await services.state.database.scoped(scope, listCustomRoles),
  })),

  bulkUpdate: userRoutes.bulkUpdate.handler(async ({ context, input: { user_ids, updates } }) => {
    const { services, scope } = context
    await services.state.database.scoped(scope, async (tx) =>
      changePeople(tx, actingOf(context), user_ids, await changeOf(tx, updates)),
    )
    return { data: await peopleOf(services, scope, user_ids) }
  }),

  bulkRemove: userRoutes.bulkRemove.handler(async ({ context, input: { user_ids } }) => ({
    data: await removeAll(context, user_ids),
  })),

  restore: userRoutes.restore.handler(async ({ context, input: { user_ids } }) => {
    const { services, scope } = context
    await services.state.database.scoped(scope, (tx) => restorePeople(tx, actingOf(context), user_ids))
    return { data: await peopleOf(services, scope, user_ids) }
  }),

  permissions: userRoutes.permissions.handler(async ({ context, input: { id } }) => {
    const invitation = await invitationOf(context, id)
    const grants = { allow: [], deny: [], custom_role: invitation?.custom_role ?? null }
    const member = invitation ? { role: invitation.role, grants } : await memberOf(context, id)
    return { data: permissionsOf(context, member) }
  }),

  grant: userRoutes.grant.handler(async ({ context, input: { id, allow, deny } }) => {
    const { services, scope } = context
    const overlapping = allow.filter((permission) => deny.includes(permission))
    if (overlapping.length > 0)
      throw new KeptError('bad_input', `${overlapping.join(', ')} can't be both granted and denied.`)
    const grants = { allow: [...new Set(allow)], deny: [...new Set(deny)] }
    await services.state.database.scoped(scope, (tx) => changePeople(tx, actingOf(context), [id], { grants }))
    return { data: permissionsOf(context, await memberOf(context, id)) }
  }),

  activity: userRoutes.activity.handler(async ({ context, input: { id, page, page_size } }) => {
    const { services, scope } = context
    if (!(await invitationOf(context, id))) await memberOf(context, id)
    const { events, total } = await listActivity(services.state.database, scope, id, { page, page_size })
    return { data: events, meta: { page, page_size, total } }
  }),

  sessions: userRoutes.sessions.handler(async ({ context, input: { id } }) => {
    const { services, scope, person } = context
    if (await invitationOf(context, id)) return { data: [] }
    await memberOf(context, id)
    const sessions = await services.state.database.scoped(scope, (tx) => listSessionsIn(tx, id, services.now()))
    return { data: sessions.map((session) => ({ ...session, current: session.id === person?.session_id })) }
  }),

  endSession: userRoutes.endSession.handler(async ({ context, input: { id, sessionId } }) => {
    const { services, scope } = context
    const acting = actingOf(context)
    const member = await memberOf(context, id)
    return services.state.database.scoped(scope, async (tx) => {
      const changer = await changerNow(tx, acting)
      const refused = id === changer.id ? null : changeRefusal(changer, member, { status: 'disabled' })
      if (refused) throw new KeptError('forbidden', refused)
      const hasEnded = (await endSessionsIn(tx, id, sessionId)) > 0
      if (!hasEnded) throw new KeptError('not_found', 'Session not found in this organization.')
      const summary = `A session of ${member.full_name || member.email} was ended.`
      await recordAudit(tx, { ...acting.auditContext, action: 'session.ended_by_admin', target: id, summary })
      return { data: { ended: hasEnded } }
    })
  }),

  invite: userRoutes.invite.handler(async ({ context, input }) => {
    const { services, scope } = context
    const [invitation] = await services.state.database.scoped(scope, (tx) =>
      inviteIn(services, tx, actingOf(context), [input]),
    )
    wakeMail(services)
    if (!invitation) throw new Error('a created invitation was not found')
    return { data: invitation }
  }),

  invitations: userRoutes.invitations.handler(async ({ context: { services, scope }, input }) => {
    const { page, page_size } = input
    const result = await listInvitations(services.state.database, scope, { ...input, now: services.now() })
    return { data: result.invitations, meta: { page, page_size, total: result.total } }
  }),

  resend: userRoutes.resend.handler(async ({ context, input: { id } }) => {
    const { services, scope } = context
    const data = await services.state.database.scoped(scope, (tx) =>
      resendInvitation(services, tx, actingOf(context), id),
    )
    wakeMail(services)
    return { data }
  }),

  revoke: userRoutes.revoke.handler(async ({ context, input: { id } }) => ({
    data: await context.services.state.database.scoped(context.scope, (tx) =>
      takeInvitationBack(tx, actingOf(context), id),
    ),
  })),

  commitImport: userRoutes.commitImport.handler(async ({ context, input: { id } }) => ({
    data: await commitImport(context, id),
  })),
}

async function removeAll(context: SignedInContext, ids: readonly string[]) {
  const { services, scope } = context
  const acting = actingOf(context)
  const removed = await services.state.database.scoped(scope, (tx) =>
    changePeople(tx, acting, ids, { status: 'removed' }),
  )
  const restorable_until = new Date(acting.auditContext.at.getTime() + restorableMs).toISOString()
  return removed.map(({ id }) => ({ id, restorable_until }))
}

async function memberOf({ services, scope }: SignedInContext, id: string): Promise<Member> {
  const [member] = await services.state.database.scoped(scope, (tx) => findMembers(tx, [id]))
  if (!member || member.removed_at !== null) throw new KeptError('not_found', noSuchPerson)
  return member
}

/** Returns the open invitation of an id in the user list, or undefined. */
async function invitationOf({ services, scope }: SignedInContext, id: string): Promise<FoundInvitation | undefined> {
  const [invitation] = await services.state.database.scoped(scope, (tx) => findInvited(tx, [id], services.now()))
  return invitation
}

function permissionsOf({ me }: SignedInContext, { role, grants }: Pick<Member, 'role' | 'grants'>) {
  return {
    role,
    custom_role: grants.custom_role ?? null,
    allow: grants.allow,
    deny: grants.deny,
    by_role: [...permissionsOfRole(role, grants)],
    effective: effectivePermissions(role, grants),
    grantable: me.user.role === 'admin' ? me.permissions : [],
  }
}

async function personOf(services: Services, scope: Scope, id: string): Promise<Person> {
  const [person] = await peopleOf(services, scope, [id])
  if (!person) throw new KeptError('not_found', noSuchPerson)
  return person
}

async function peopleOf({ state, now }: Services, scope: Scope, ids: readonly string[]): Promise<FoundPerson[]> {
  const { people } = await listPeople(state.database, scope, {
    ids: ids.filter(isUuid),
    sort: 'email',
    order: 'asc',
    page: 1,
    page_size: 200,
    now: now(),
  })
  return people
}
