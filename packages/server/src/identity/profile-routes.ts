/** The user's profile and active organization. */
import { KeptError } from '@kept/domain/errors.ts'
import { findOwnMembership } from '@kept/store/people/own-memberships.ts'
import { changePerson } from '@kept/store/people/persons.ts'
import { personRoutes } from '../platform/implement.ts'
import { signedInAnswer, userAnswer } from './answers.ts'
import { note } from './audit.ts'
import { rotateSession } from './begin-session.ts'
import { requireOwnAccount } from './require-own-account.ts'

export const profileRoutes = {
  profile: personRoutes.auth.profile.handler(({ context }) => ({
    user: userAnswer(context.session.user, context.membership),
  })),

  updateProfile: personRoutes.auth.updateProfile.handler(async ({ context, input }) => {
    const { user } = requireOwnAccount(context)
    const { services } = context
    const preferences = input.preferences && { ...user.preferences, ...input.preferences }
    const changed = await changePerson(services.state.database, user.id, { ...input, preferences }, services.now())
    return { user: userAnswer(changed, context.membership) }
  }),

  switchOrganization: personRoutes.auth.switchOrganization.handler(async ({ context, input }) => {
    const session = requireOwnAccount(context)
    const { services, visit } = context
    const membership = await findOwnMembership(services.state.database, session.user_id, input.id)
    // Non-members must not learn whether the organization exists.
    if (!membership) throw new KeptError('not_found', "You don't belong to this organization.")
    await rotateSession({ services, visit, session }, { active_organization_id: membership.organization.id })
    await note(services, visit, membership.organization.id, {
      action: 'session.switched',
      person: session.user,
      summary: `${session.user.email} switched to this organization.`,
    })
    return signedInAnswer(session.user, membership)
  }),
}
