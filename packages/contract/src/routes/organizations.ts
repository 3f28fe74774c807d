import { customRoleSchema, roleSchema } from '@kept/domain/grants.ts'
import { samlAttributesSchema } from '@kept/domain/saml.ts'
import * as z from 'zod'
import {
  addIdentityProviderInput,
  createOrganizationInput,
  updateIdentityProviderInput,
  updateOrganizationInput,
} from '../inputs/organizations.ts'
import { answer, route } from '../route.ts'

const tag = 'Organizations'

const organizationSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  demo: z.boolean(),
  /** The caller's role in it. */
  role: roleSchema,
  members: z.int(),
  require_second_factor: z.boolean(),
  created_at: z.iso.datetime(),
})

const id = z.uuid()

/** They change what vouches for users: the server asks for more than the declared permission. */
export const forRunningAdmins = 'Only for admins who also have `users:write` and `security:write`.'

/** What an invitation link shows before it is accepted. */
const invitationOfferSchema = z.object({
  organization: z.string(),
  email: z.string(),
  role: roleSchema,
  custom_role: customRoleSchema,
  invited_by: z.string(),
  expires_at: z.iso.datetime(),
})

/** What a SAML provider has beside an OpenID Connect provider. */
const samlAnswerSchema = z.object({
  /** What the identity provider is configured with. */
  entity_id: z.string(),
  acs_url: z.string(),
  sso_url: z.string(),
  metadata_url: z.string().describe('Empty: the metadata was uploaded'),
  certificates: z.array(z.object({ fingerprint: z.string(), valid_until: z.iso.datetime() })),
  attributes: samlAttributesSchema,
  allow_idp_initiated: z.boolean(),
})
export type SamlAnswer = z.infer<typeof samlAnswerSchema>

export const identityProviderSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  issuer: z.string().describe('The issuer, or the entity ID of a SAML provider'),
  client_id: z.string(),
  saml: samlAnswerSchema.nullable().describe('Null: OpenID Connect'),
  /** The secret itself is never returned. */
  has_secret: z.boolean(),
  /** Users with addresses in these domains can sign in with it. */
  domains: z.array(z.string()),
  /** Role of users who sign in for the first time; null: only invited users. */
  default_role: roleSchema.nullable(),
  default_custom_role: customRoleSchema,
  enabled: z.boolean(),
  created_at: z.iso.datetime(),
})
export type IdentityProvider = z.infer<typeof identityProviderSchema>

const organizationDomainSchema = z.object({
  domain: z.string(),
  /** `pending`: never checked. `failed`: the last check did not find the record; see `failure`. */
  status: z.enum(['pending', 'verified', 'failed']),
  /** The DNS record to publish. */
  record: z.object({ type: z.literal('TXT'), name: z.string(), value: z.string() }),
  verified_at: z.iso.datetime().nullable(),
  checked_at: z.iso.datetime().nullable(),
  failure: z.string(),
})
export type OrganizationDomain = z.infer<typeof organizationDomainSchema>

export const organizations = {
  list: route({
    method: 'GET',
    path: '/v1/organizations',
    summary: 'List your organizations',
    tag,
    needs: 'person',
    input: z.object({}),
    output: answer(z.array(organizationSchema)),
  }),
  create: route({
    method: 'POST',
    path: '/v1/organizations',
    summary: 'Create an organization',
    description: 'You become its first admin.',
    tag,
    needs: 'person',
    input: createOrganizationInput,
    output: answer(organizationSchema),
  }),
  get: route({
    method: 'GET',
    path: '/v1/organizations/{id}',
    summary: 'Get an organization',
    tag,
    needs: 'organization:read',
    input: z.object({ id }),
    output: answer(organizationSchema.omit({ role: true })),
  }),
  update: route({
    method: 'PATCH',
    path: '/v1/organizations/{id}',
    summary: 'Update an organization',
    description: 'Changes the name or the two-factor requirement.',
    tag,
    needs: 'organization:write',
    input: updateOrganizationInput,
    output: answer(organizationSchema.omit({ role: true })),
  }),
  leave: route({
    method: 'POST',
    path: '/v1/organizations/{id}/leave',
    summary: 'Leave an organization',
    description: 'The last admin cannot leave.',
    tag,
    needs: 'person',
    input: z.object({ id }),
    output: answer(z.object({ left: z.literal(true) })),
  }),
  getInvitation: route({
    method: 'POST',
    path: '/v1/invitations/lookup',
    idempotency: 'safe',
    summary: 'Get an invitation',
    description: 'Looks up the organization and the role of an invitation link.',
    tag,
    needs: 'public',
    input: z.strictObject({ token: z.string().min(1).max(200) }),
    output: answer(invitationOfferSchema),
  }),
  acceptInvitation: route({
    method: 'POST',
    path: '/v1/invitations/accept',
    summary: 'Accept an invitation',
    description: 'You must be signed in with the verified address it was sent to.',
    tag,
    needs: 'person',
    input: z.strictObject({ token: z.string().min(1).max(200) }),
    output: answer(organizationSchema),
  }),
  identityProviders: route({
    method: 'GET',
    path: '/v1/organizations/{id}/identity-providers',
    summary: 'List identity providers',
    tag,
    needs: 'organization:write',
    input: z.object({ id }),
    output: answer(z.array(identityProviderSchema)),
  }),
  addIdentityProvider: route({
    method: 'POST',
    path: '/v1/organizations/{id}/identity-providers',
    summary: 'Create an identity provider',
    description: `OpenID Connect. ${forRunningAdmins}`,
    tag,
    needs: 'organization:write',
    input: addIdentityProviderInput,
    output: answer(identityProviderSchema),
  }),
  updateIdentityProvider: route({
    method: 'PATCH',
    path: '/v1/organizations/{id}/identity-providers/{provider_id}',
    summary: 'Update an identity provider',
    description: `The client secret stays when it is left out. ${forRunningAdmins}`,
    tag,
    needs: 'organization:write',
    input: updateIdentityProviderInput,
    output: answer(identityProviderSchema),
  }),
  domains: route({
    method: 'GET',
    path: '/v1/organizations/{id}/domains',
    summary: 'List sign-in domains',
    description: 'Domains of the identity providers, each with its DNS record and status.',
    tag,
    needs: 'organization:write',
    input: z.object({ id }),
    output: answer(z.array(organizationDomainSchema)),
  }),
  verifyDomain: route({
    method: 'POST',
    path: '/v1/organizations/{id}/domains/{domain}/verify',
    summary: 'Verify a domain',
    description: 'Checks its DNS record now.',
    tag,
    needs: 'organization:write',
    input: z.object({ id, domain: z.string().trim().toLowerCase().max(253) }),
    output: answer(organizationDomainSchema),
  }),
  removeIdentityProvider: route({
    method: 'DELETE',
    path: '/v1/organizations/{id}/identity-providers/{provider_id}',
    summary: 'Delete an identity provider',
    description: forRunningAdmins,
    tag,
    needs: 'organization:write',
    input: z.object({ id, provider_id: z.uuid() }),
    output: answer(z.object({ removed: z.literal(true) })),
  }),
}
