import { KeptError } from '@kept/domain/errors.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { countMembers, listOwnOrganizations, renameOrganization } from '@kept/store/people/organizations.ts'
import { actingOf } from '../platform/acting.ts'
import type { Services, SignedInContext, SignedInPerson } from '../platform/context.ts'
import { onlyOrganizationOf, refuseInDemo } from '../platform/demo-limits.ts'
import { personRoutes, publicRoutes, routes } from '../platform/implement.ts'
import { requireRequestedOrganization } from '../platform/require-requested-organization.ts'
import { requireSecondFactorOfAdmins } from '../security/public/change-policy.ts'
import { acceptInvitation, findOffer } from './accept-invitation.ts'
import { listOwnDomains, verifyDomain } from './domains.ts'
import { addProvider, listProviders, removeProvider, updateProvider } from './identity-providers.ts'
import { leaveOrganization } from './leave-organization.ts'
import { makeOrganization } from './make-organization.ts'

export const organizations = {
  list: personRoutes.organizations.list.handler(async ({ context }) => {
    const organizations = await listOwnOrganizations(context.services.state.database, context.person.id)
    const onlyOrganizationId = onlyOrganizationOf(context)
    return { data: organizations.filter(({ id }) => onlyOrganizationId === undefined || id === onlyOrganizationId) }
  }),

  create: personRoutes.organizations.create.handler(async ({ context, input: { name } }) => {
    const { person } = context
    return { data: await oneOf(context.services, person, await makeOrganization(context, person, name)) }
  }),

  get: routes.organizations.get.handler(async ({ context, input: { id } }) => ({ data: await rulesOf(context, id) })),

  update: routes.organizations.update.handler(async ({ context, input: { id, ...change } }) => {
    const { services, scope, me } = context
    requireRequestedOrganization(id, me)
    refuseInDemo(context)
    const { auditContext } = actingOf(context)
    await services.state.database.scoped(scope, async (tx) => {
      const { name, require_second_factor } = await lockOrganization(tx)
      if (change.name !== undefined) await renameOrganization(tx, change.name)
      if (change.require_second_factor !== undefined && change.require_second_factor !== require_second_factor)
        await requireSecondFactorOfAdmins(context, tx, change.require_second_factor)
      const details = { before: { name, require_second_factor }, after: change }
      const summary = 'The organization settings were changed.'
      await recordAudit(tx, { ...auditContext, action: 'organization.changed', target: id, summary, details })
    })
    return { data: await rulesOf(context, id) }
  }),

  leave: personRoutes.organizations.leave.handler(async ({ context, input: { id } }) => {
    await leaveOrganization(context, context.person, id)
    return { data: { left: true as const } }
  }),

  getInvitation: publicRoutes.organizations.getInvitation.handler(
    async ({ context: { services }, input: { token } }) => {
      const { email, role, custom_role, invited_by, expires_at, organization_id } = await findOffer(services, token)
      const { name } = await services.state.database.scoped({ organizationId: organization_id }, lockOrganization)
      return { data: { organization: name, email, role, custom_role, invited_by, expires_at } }
    },
  ),

  acceptInvitation: personRoutes.organizations.acceptInvitation.handler(async ({ context, input: { token } }) => {
    const { person } = context
    return { data: await oneOf(context.services, person, await acceptInvitation(context, person, token)) }
  }),

  identityProviders: routes.organizations.identityProviders.handler(async ({ context, input: { id } }) => {
    requireRequestedOrganization(id, context.me)
    return { data: await listProviders(context) }
  }),

  addIdentityProvider: routes.organizations.addIdentityProvider.handler(
    async ({ context, input: { id, ...settings } }) => {
      requireRequestedOrganization(id, context.me)
      return { data: await addProvider(context, settings) }
    },
  ),

  updateIdentityProvider: routes.organizations.updateIdentityProvider.handler(
    async ({ context, input: { id, provider_id, ...change } }) => {
      requireRequestedOrganization(id, context.me)
      return { data: await updateProvider(context, provider_id, change) }
    },
  ),

  domains: routes.organizations.domains.handler(async ({ context, input: { id } }) => {
    requireRequestedOrganization(id, context.me)
    return { data: await listOwnDomains(context) }
  }),

  verifyDomain: routes.organizations.verifyDomain.handler(async ({ context, input: { id, domain } }) => {
    requireRequestedOrganization(id, context.me)
    return { data: await verifyDomain(context, domain) }
  }),

  removeIdentityProvider: routes.organizations.removeIdentityProvider.handler(
    async ({ context, input: { id, provider_id } }) => {
      requireRequestedOrganization(id, context.me)
      await removeProvider(context, provider_id)
      return { data: { removed: true as const } }
    },
  ),
}

async function oneOf({ state }: Services, person: SignedInPerson, id: string) {
  const match = (await listOwnOrganizations(state.database, person.id)).find((organization) => organization.id === id)
  if (!match) throw new KeptError('not_found', "You don't belong to this organization.")
  return match
}

async function rulesOf({ services, scope, me }: SignedInContext, id: string) {
  requireRequestedOrganization(id, me)
  return services.state.database.scoped(scope, async (tx) => {
    const { created_at, ...organization } = await lockOrganization(tx)
    return { ...organization, created_at: created_at.toISOString(), members: await countMembers(tx) }
  })
}
