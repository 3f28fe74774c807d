/** Who I am, and for which organisation I act. */
import { KeptError } from '@kept/domain/errors.ts'
import { findOwnMembership } from '@kept/store/people/own-memberships.ts'
import { changePerson } from '@kept/store/people/persons.ts'
import type { RequestContext } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { signedInAnswer, userAnswer } from './answers.ts'
import { note } from './audit.ts'
import { rotateSession } from './begin-session.ts'
import { ownSession, refuseBorrowed } from './own.ts'

export const profileRoutes = {
  profile: routes.auth.profile.handler(({ context }) => ({
    user: userAnswer(ownSession(context).user, membershipOf(context)),
  })),

  updateProfile: routes.auth.updateProfile.handler(async ({ context, input }) => {
    const { user } = refuseBorrowed(context)
    const { services } = context
    const preferences = input.preferences && { ...user.preferences, ...input.preferences }
    const changed = await changePerson(services.state.database, user.id, { ...input, preferences }, services.now())
    return { user: userAnswer(changed, membershipOf(context)) }
  }),

  switchOrganization: routes.auth.switchOrganization.handler(async ({ context, input }) => {
    const session = refuseBorrowed(context)
    const { services, visit } = context
    const membership = await findOwnMembership(services.state.database, session.user_id, input.id)
    // Whether there is such an organisation is nobody's business who does not belong to it.
    if (!membership) throw new KeptError('not_found', 'You belong to no such organisation.')
    await rotateSession({ services, visit, session }, { active_organization_id: membership.organization.id })
    await note(services, visit, membership.organization.id, {
      action: 'session.switched',
      person: session.user,
      summary: `${session.user.email} acts for this organisation now.`,
    })
    return signedInAnswer(session.user, membership)
  }),
}

function membershipOf({ me }: Pick<RequestContext, 'me'>) {
  return me ? { organizationId: me.organization.id, role: me.user.role } : undefined
}
