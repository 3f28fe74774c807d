import { permissions } from '@kept/domain/permission.ts'
import * as z from 'zod'
import { newKeyInput } from '../inputs/organizations.ts'
import { answer, route } from '../route.ts'

const tag = 'API keys'

const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The start of the key, to recognize it; the rest is not stored. */
  prefix: z.string(),
  scopes: z.array(z.enum(permissions)),
  /** Addresses and ranges from which it works; empty: from everywhere. */
  ranges: z.array(z.string()),
  status: z.enum(['active', 'expired', 'revoked']),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  /** The address of the last use. */
  last_used_from: z.string().nullable(),
  /** The replacement, while both keys work. */
  replaced_by: z.string().nullable(),
})
export type ApiKey = z.infer<typeof apiKeySchema>

/** With the key, returned only once. */
const newApiKeySchema = apiKeySchema.extend({ key: z.string() })

const id = z.string().min(1).max(64)
/** The specification's path: the same keys, with the organization in the path. */
const organization = z.string().min(1).max(80)

export const apiKeys = {
  list: route({
    method: 'GET',
    path: '/v1/api-keys',
    summary: 'List API keys',
    tag,
    needs: 'api_keys:write',
    input: z.object({}),
    output: answer(z.array(apiKeySchema)),
  }),
  create: route({
    method: 'POST',
    path: '/v1/api-keys',
    summary: 'Create an API key',
    description: 'The secret is returned only once.',
    tag,
    needs: 'api_keys:write',
    input: newKeyInput,
    output: answer(newApiKeySchema),
  }),
  revoke: route({
    method: 'DELETE',
    path: '/v1/api-keys/{id}',
    summary: 'Revoke an API key',
    description: 'Takes effect immediately.',
    tag,
    needs: 'api_keys:write',
    input: z.object({ id }),
    output: answer(apiKeySchema),
  }),
  rotate: route({
    method: 'POST',
    path: '/v1/api-keys/{id}/rotate',
    summary: 'Rotate an API key',
    description: 'Creates a replacement. The previous key keeps working for a grace period.',
    tag,
    needs: 'api_keys:write',
    input: z.strictObject({ id, overlap_hours: z.int().min(0).max(168).default(24) }),
    output: answer(newApiKeySchema),
  }),
  listForOrganization: route({
    method: 'GET',
    path: '/v1/security/{organization}/api-keys',
    summary: 'List API keys of an organization',
    tag,
    needs: 'api_keys:write',
    input: z.object({ organization }),
    output: answer(z.array(apiKeySchema)),
  }),
  createForOrganization: route({
    method: 'POST',
    path: '/v1/security/{organization}/api-keys',
    summary: 'Create an API key for an organization',
    description: 'The secret is returned only once.',
    tag,
    needs: 'api_keys:write',
    input: z.strictObject({ organization, ...newKeyInput.shape }),
    output: answer(newApiKeySchema),
  }),
  rotateForOrganization: route({
    method: 'POST',
    path: '/v1/security/{organization}/api-keys/{id}/rotate',
    summary: 'Rotate an API key of an organization',
    description: 'Creates a replacement. The previous key keeps working for a grace period.',
    tag,
    needs: 'api_keys:write',
    input: z.strictObject({ organization, id, overlap_hours: z.int().min(0).max(168).default(24) }),
    output: answer(newApiKeySchema),
  }),
  revokeForOrganization: route({
    method: 'DELETE',
    path: '/v1/security/{organization}/api-keys/{id}',
    summary: 'Revoke an API key of an organization',
    description: 'Takes effect immediately.',
    tag,
    needs: 'api_keys:write',
    input: z.object({ organization, id }),
    output: answer(apiKeySchema),
  }),
}
