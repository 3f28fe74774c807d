import { nameSchema } from '@kept/domain/name.ts'
import { permissions } from '@kept/domain/permission.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'API keys'

export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** How the key begins, to tell one from another; the rest is known to its holder alone. */
  prefix: z.string(),
  scopes: z.array(z.enum(permissions)),
  status: z.enum(['active', 'expired', 'revoked']),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  /** The key that takes its place, while both still work. */
  replaced_by: z.string().nullable(),
})
export type ApiKey = z.infer<typeof apiKeySchema>

/** With the key itself: this answer is the only time it is shown. */
export const newApiKeySchema = apiKeySchema.extend({ key: z.string() })

const newKey = {
  name: nameSchema(80),
  scopes: z.array(z.enum(permissions)).min(1).max(permissions.length),
  expires_in_days: z.int().min(1).max(365).default(90),
}
const id = z.string().min(1).max(64)
/** As the specification's security group has it: the same keys, the organisation named in the path. */
const organization = z.string().min(1).max(80)

export const apiKeys = {
  list: route({
    method: 'GET',
    path: '/v1/api-keys',
    summary: 'API keys of the organisation, newest first',
    tag,
    needs: 'api_keys:write',
    input: z.object({}),
    output: answer(z.array(apiKeySchema)),
  }),
  create: route({
    method: 'POST',
    path: '/v1/api-keys',
    summary: 'Make an API key; it is shown this once',
    tag,
    needs: 'api_keys:write',
    input: z.strictObject(newKey),
    output: answer(newApiKeySchema),
  }),
  revoke: route({
    method: 'DELETE',
    path: '/v1/api-keys/{id}',
    summary: 'Revoke an API key, at once',
    tag,
    needs: 'api_keys:write',
    input: z.object({ id }),
    output: answer(apiKeySchema),
  }),
  rotate: route({
    method: 'POST',
    path: '/v1/api-keys/{id}/rotate',
    summary: 'Make a key that takes the place of another, which goes on working for a while',
    tag,
    needs: 'api_keys:write',
    input: z.strictObject({ id, overlap_hours: z.int().min(0).max(168).default(24) }),
    output: answer(newApiKeySchema),
  }),
  listOf: route({
    method: 'GET',
    path: '/v1/security/{organization}/api-keys',
    summary: 'API keys of the named organisation',
    tag,
    needs: 'api_keys:write',
    input: z.object({ organization }),
    output: answer(z.array(apiKeySchema)),
  }),
  createOf: route({
    method: 'POST',
    path: '/v1/security/{organization}/api-keys',
    summary: 'Make an API key for the named organisation; it is shown this once',
    tag,
    needs: 'api_keys:write',
    input: z.strictObject({ organization, ...newKey }),
    output: answer(newApiKeySchema),
  }),
  revokeOf: route({
    method: 'DELETE',
    path: '/v1/security/{organization}/api-keys/{id}',
    summary: 'Revoke an API key of the named organisation, at once',
    tag,
    needs: 'api_keys:write',
    input: z.object({ organization, id }),
    output: answer(apiKeySchema),
  }),
}
