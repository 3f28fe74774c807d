import { roleSchema } from '@kept/domain/grants.ts'
import { permissions } from '@kept/domain/permission.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Security'

/** ID or slug of the caller's own organization. */
const organization = z.string().min(1).max(80)
const permission = z.enum(permissions)

const accessControlsSchema = z.object({
  /** What each role can do, and how many active users have it. */
  roles: z.array(z.object({ role: roleSchema, permissions: z.array(permission), people: z.int() })),
  /** Active users with what they can do, and why. */
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: roleSchema,
      second_factor: z.boolean(),
      last_seen_at: z.iso.datetime().nullable(),
      effective: z.array(z.object({ permission, source: z.enum(['role', 'grant']) })),
      /** Taken from the role. */
      denied: z.array(permission),
    }),
  ),
  /** Active API keys: a key can do what its scopes and its creator's permissions both allow. */
  api_keys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      created_by: z.string(),
      last_used_at: z.iso.datetime().nullable(),
      effective: z.array(permission),
    }),
  ),
})
export type AccessControls = z.infer<typeof accessControlsSchema>

export const accessControls = {
  get: route({
    method: 'GET',
    path: '/v1/security/{organization}/access-controls',
    summary: 'Get access controls',
    description: 'Roles with their permissions, and who has which permission and why.',
    tag,
    needs: 'security:read',
    input: z.object({ organization }),
    output: answer(accessControlsSchema),
  }),
  update: route({
    method: 'PUT',
    path: '/v1/security/{organization}/access-controls',
    summary: 'Update access controls',
    description: 'Changes roles, grants and denials of users. All or nothing.',
    tag,
    needs: 'users:write',
    input: z.strictObject({
      organization,
      people: z
        .array(
          z.strictObject({
            id: z.string().min(1).max(64),
            role: roleSchema.optional(),
            allow: z.array(permission).max(permissions.length).default([]),
            deny: z.array(permission).max(permissions.length).default([]),
          }),
        )
        .min(1)
        .max(200),
    }),
    output: answer(accessControlsSchema),
  }),
}
