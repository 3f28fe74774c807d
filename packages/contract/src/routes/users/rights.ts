/** What one user may do, does and is signed in with. */
import { auditOutcomes } from '@kept/domain/audit.ts'
import { customRoleSchema, grantsSchema, roleSchema } from '@kept/domain/grants.ts'
import { permissions } from '@kept/domain/permission.ts'
import * as z from 'zod'
import { answer, pageInput, pageOf, route } from '../../route.ts'
import { id, tag } from './shapes.ts'

const personPermissionsSchema = z.object({
  role: roleSchema,
  custom_role: customRoleSchema,
  allow: z.array(z.enum(permissions)),
  deny: z.array(z.enum(permissions)),
  by_role: z.array(z.enum(permissions)),
  effective: z.array(z.enum(permissions)),
  /** What the caller can grant: only permissions they have. */
  grantable: z.array(z.enum(permissions)),
})
export type PersonPermissions = z.infer<typeof personPermissionsSchema>

const auditEventSchema = z.object({
  id: z.uuid(),
  /** Consecutive within the organization. */
  seq: z.int(),
  /** "user.role_changed", "session.signed_in". */
  action: z.string(),
  /** Denied and failed: nothing was changed. */
  outcome: z.enum(auditOutcomes),
  actor_id: z.string().nullable(),
  actor_name: z.string(),
  target_id: z.string().nullable(),
  /** One sentence for display. */
  summary: z.string(),
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  created_at: z.iso.datetime(),
})

const personSessionSchema = z.object({
  id: z.string(),
  kind: z.enum(['ordinary', 'demo']),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** The session of this request. */
  current: z.boolean(),
})

export const rightsRoutes = {
  permissions: route({
    method: 'GET',
    path: '/v1/users/{id}/permissions',
    summary: 'Get permissions of a user',
    description: 'By role, granted, denied and effective.',
    tag,
    needs: 'users:read',
    input: z.object({ id }),
    output: answer(personPermissionsSchema),
  }),
  grant: route({
    method: 'PUT',
    path: '/v1/users/{id}/permissions',
    summary: 'Update permissions of a user',
    description: 'Grants permissions beyond the role, or denies some of it.',
    tag,
    needs: 'users:write',
    input: z.strictObject({ id, ...grantsSchema.shape }),
    output: answer(personPermissionsSchema),
  }),
  activity: route({
    method: 'GET',
    path: '/v1/users/{id}/activity',
    summary: 'List activity of a user',
    description: 'Actions by and on the user, newest first.',
    tag,
    needs: 'users:read',
    input: z.object({ id, ...pageInput }),
    output: pageOf(auditEventSchema),
  }),
  sessions: route({
    method: 'GET',
    path: '/v1/users/{id}/sessions',
    summary: 'List sessions of a user',
    description: 'In this organization.',
    tag,
    needs: 'users:read',
    input: z.object({ id }),
    output: answer(z.array(personSessionSchema)),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/v1/users/{id}/sessions/{sessionId}',
    summary: 'End a session of a user',
    tag,
    needs: 'users:write',
    input: z.object({ id, sessionId: id }),
    output: answer(z.object({ ended: z.boolean() })),
  }),
}
