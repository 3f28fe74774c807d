/** What the forms of organizations, their users, identity providers and API keys send. */
import { hasOneRole, oneRoleMessage, roleSchema } from '@kept/domain/grants.ts'
import { lineSchema, nameSchema } from '@kept/domain/name.ts'
import { permissions } from '@kept/domain/permission.ts'
import { samlAttributesSchema } from '@kept/domain/saml.ts'
import { addressRangeSchema } from '@kept/domain/security-policy.ts'
import * as z from 'zod'

const id = z.uuid()
const name = nameSchema(120)

export const createOrganizationInput = z.strictObject({ name })
export const updateOrganizationInput = z.strictObject({
  id,
  name: name.optional(),
  require_second_factor: z
    .boolean()
    .optional()
    .describe('The policy `second_factor`: changing it needs the permission `security:write`'),
})

export const newPersonInput = z
  .strictObject({
    email: z.email().max(254),
    full_name: lineSchema(200).default(''),
    role: roleSchema.default('user'),
    custom_role_id: z.uuid().optional(),
  })
  .refine(hasOneRole, oneRoleMessage)

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must look like example.com')
const provider = {
  name: nameSchema(80),
  issuer: z.url({ protocol: /^https?$/, error: 'must look like https://login.example.com' }).max(500),
  client_id: z.string().trim().min(1).max(300),
  client_secret: z.string().min(1).max(2000),
  domains: z.array(domain).min(1).max(50),
  default_role: z.enum(['user', 'billing_admin']).nullable(),
  default_custom_role_id: z.uuid().nullable().optional(),
  enabled: z.boolean(),
}
export const addIdentityProviderInput = z.strictObject({
  id,
  ...provider,
  default_role: provider.default_role.default(null),
  enabled: provider.enabled.default(true),
})
export const updateIdentityProviderInput = z.strictObject({
  id,
  provider_id: z.uuid(),
  ...z.object(provider).partial().shape,
})

const samlProvider = {
  name: provider.name,
  /** Either of the two. The address is read once, and again whenever it is sent. */
  metadata: z.string().trim().min(1).max(1_000_000),
  metadata_url: z.url({ protocol: /^https?$/, error: 'must look like https://login.example.com/metadata' }).max(2000),
  domains: provider.domains,
  default_role: provider.default_role,
  default_custom_role_id: provider.default_custom_role_id,
  enabled: provider.enabled,
  attributes: samlAttributesSchema,
  allow_idp_initiated: z.boolean(),
}
export const addSamlProviderInput = z
  .strictObject({
    id,
    ...samlProvider,
    metadata: samlProvider.metadata.optional(),
    metadata_url: samlProvider.metadata_url.optional(),
    default_role: provider.default_role.default(null),
    enabled: provider.enabled.default(true),
    attributes: samlAttributesSchema.default({ email: '', name: '', groups: '' }),
    allow_idp_initiated: z.boolean().default(false),
  })
  .refine(({ metadata, metadata_url }) => (metadata === undefined) !== (metadata_url === undefined), {
    error: 'enter the metadata of the provider, or its address',
    path: ['metadata'],
  })
export const updateSamlProviderInput = z.strictObject({
  id,
  provider_id: z.uuid(),
  ...z.object(samlProvider).partial().shape,
})

export const setGroupRolesInput = z.strictObject({
  id,
  group_roles: z
    .array(
      z
        .strictObject({
          group: z.string().trim().min(1).max(256),
          role: roleSchema.default('user'),
          custom_role_id: z.uuid().nullable().default(null),
        })
        .refine(hasOneRole, oneRoleMessage),
    )
    .max(500),
})

/** An API key, in the organization of the caller. */
export const newKeyInput = z.strictObject({
  name: nameSchema(80),
  scopes: z.array(z.enum(permissions)).min(1).max(permissions.length),
  expires_in_days: z.int().min(1).max(365).default(90),
  ranges: z
    .array(addressRangeSchema)
    .max(50)
    .default([])
    .describe('Addresses and ranges from which the key works; empty: from everywhere'),
})
