import { customRoleSchema, grantsSchema, hasOneRole, oneRoleMessage, roleSchema } from '@kept/domain/grants.ts'
import { permissions } from '@kept/domain/permission.ts'
import * as z from 'zod'
import { newPersonInput } from '../inputs/organizations.ts'
import { answer, pageInput, pageOf, route } from '../route.ts'

const tag = 'Users'

/** `invited`: has not accepted yet; the ID is that of the invitation. */
const personStatusSchema = z.enum(['active', 'disabled', 'invited'])

const personSchema = z.object({
  id: z.string(),
  email: z.string(),
  full_name: z.string(),
  avatar_url: z.string().nullable(),
  role: roleSchema,
  custom_role: customRoleSchema,
  status: personStatusSchema,
  organization_id: z.uuid(),
  email_verified: z.boolean(),
  second_factor: z.boolean(),
  /** When the user joined or was invited. */
  created_at: z.iso.datetime(),
  /** In this organization; null if never. */
  last_seen_at: z.iso.datetime().nullable(),
})
export type Person = z.infer<typeof personSchema>

const id = z.string().min(1).max(64)
const ids = z.array(id).min(1).max(200)
const _email = z.email().max(254)

/** An admin can change only these. Name and picture belong to the user (`/api/auth/profile`). */
const changes = {
  role: roleSchema.optional(),
  custom_role_id: z.uuid().optional(),
  status: z.enum(['active', 'disabled']).optional(),
}
const hasChange = (change: { role?: unknown; custom_role_id?: unknown; status?: unknown }) =>
  [change.role, change.custom_role_id, change.status].some((value) => value !== undefined)
const nothingToChange = 'set role, custom_role_id or status'
const personUpdatesSchema = z
  .strictObject(changes)
  .refine(hasChange, nothingToChange)
  .refine(hasOneRole, oneRoleMessage)

const invitationSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  full_name: z.string(),
  role: roleSchema,
  custom_role: customRoleSchema,
  status: z.enum(['pending', 'expired', 'accepted', 'revoked']),
  invited_by: z.string(),
  created_at: z.iso.datetime(),
  /** When the last email was sent. */
  sent_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})

const removedSchema = z.object({ id: z.string(), restorable_until: z.iso.datetime() })

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

/** Response of `POST /v1/users/import?name=people.csv`: a preview, nothing is changed. */
export const peopleImportSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  rows: z.int(),
  counts: z.object({ invite: z.int(), update: z.int(), unchanged: z.int() }),
  /** Planned changes; the first 200 rows. */
  preview: z.array(
    z.object({
      line: z.int(),
      email: z.string(),
      full_name: z.string(),
      role: roleSchema,
      custom_role: customRoleSchema,
      action: z.enum(['invite', 'update', 'unchanged']),
    }),
  ),
  /** A file with errors cannot be committed. */
  errors: z.array(z.object({ line: z.int(), column: z.string(), value: z.string(), reason: z.string() })),
  /** Total; `errors` has the first 200. */
  error_count: z.int(),
  status: z.enum(['previewed', 'committed']),
  expires_at: z.iso.datetime(),
})
export type PeopleImport = z.infer<typeof peopleImportSchema>

export const users = {
  list: route({
    method: 'GET',
    path: '/api/users',
    summary: 'List users',
    description: 'Including invited ones.',
    tag,
    needs: 'users:read',
    input: z.object({
      ...pageInput,
      /** Part of a name or email address. */
      search: z.string().trim().max(200).optional(),
      /** A built-in role, without those who have a custom one. */
      role: roleSchema.optional(),
      custom_role_id: z.uuid().optional(),
      status: personStatusSchema.optional(),
      sort: z.enum(['full_name', 'email', 'role', 'status', 'created_at', 'last_seen_at']).default('full_name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    }),
    output: pageOf(personSchema),
  }),
  create: route({
    method: 'POST',
    path: '/api/users',
    summary: 'Create a user',
    description: 'Sends an invitation. The user joins the organization on accepting it.',
    tag,
    needs: 'users:write',
    input: newPersonInput,
    output: answer(personSchema),
  }),
  update: route({
    method: 'PATCH',
    path: '/api/users/{id}',
    summary: 'Update a user',
    description: 'Changes the role, a built-in or a custom one, or disables and enables the user in this organization.',
    tag,
    needs: 'users:write',
    input: z
      .strictObject({ id, ...changes })
      .refine(hasChange, nothingToChange)
      .refine(hasOneRole, oneRoleMessage),
    output: answer(personSchema),
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/users/{id}',
    summary: 'Remove a user',
    description: 'Removes the user from the organization. The account stays.',
    tag,
    needs: 'users:write',
    input: z.object({ id }),
    output: answer(removedSchema),
  }),
  get: route({
    method: 'GET',
    path: '/v1/users/{id}',
    summary: 'Get a user',
    tag,
    needs: 'users:read',
    input: z.object({ id }),
    output: answer(personSchema),
  }),
  customRoles: route({
    method: 'GET',
    path: '/v1/users/custom-roles',
    summary: 'List custom roles',
    description: 'Roles of the organization that users can get, by name.',
    tag,
    needs: 'users:read',
    input: z.object({}),
    output: answer(z.array(z.object({ id: z.uuid(), name: z.string(), description: z.string() }))),
  }),
  bulkUpdate: route({
    method: 'POST',
    path: '/v1/users/bulk-update',
    summary: 'Update several users',
    description: 'All or nothing. On failure, `details.reasons` has one reason per user.',
    tag,
    needs: 'users:write',
    input: z.object({ user_ids: ids, updates: personUpdatesSchema }),
    output: answer(z.array(personSchema)),
  }),
  bulkRemove: route({
    method: 'POST',
    path: '/v1/users/bulk-delete',
    summary: 'Remove several users',
    description: 'All or nothing.',
    tag,
    needs: 'users:write',
    input: z.object({ user_ids: ids }),
    output: answer(z.array(removedSchema)),
  }),
  restore: route({
    method: 'POST',
    path: '/v1/users/restore',
    summary: 'Restore removed users',
    description: 'Possible until `restorable_until`.',
    tag,
    needs: 'users:write',
    input: z.object({ user_ids: ids }),
    output: answer(z.array(personSchema)),
  }),
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
  invite: route({
    method: 'POST',
    path: '/v1/users/invite',
    summary: 'Invite a user',
    description: 'By email.',
    tag,
    needs: 'users:write',
    input: newPersonInput,
    output: answer(invitationSchema),
  }),
  invitations: route({
    method: 'GET',
    path: '/v1/users/invitations',
    summary: 'List invitations',
    description: 'Newest first.',
    tag,
    needs: 'users:read',
    input: z.object({ ...pageInput, status: invitationSchema.shape.status.optional() }),
    output: pageOf(invitationSchema),
  }),
  resend: route({
    method: 'POST',
    path: '/v1/users/invitations/{id}/resend',
    summary: 'Resend an invitation',
    description: 'The previous link stops working.',
    tag,
    needs: 'users:write',
    input: z.object({ id: z.uuid() }),
    output: answer(invitationSchema),
  }),
  revoke: route({
    method: 'DELETE',
    path: '/v1/users/invitations/{id}',
    summary: 'Revoke an invitation',
    tag,
    needs: 'users:write',
    input: z.object({ id: z.uuid() }),
    output: answer(invitationSchema),
  }),
  commitImport: route({
    method: 'POST',
    path: '/v1/users/import/{id}/commit',
    summary: 'Commit a user import',
    description: 'Carries out exactly what the preview showed. All or nothing.',
    tag,
    needs: 'users:write',
    input: z.object({ id: z.uuid() }),
    output: answer(peopleImportSchema),
  }),
}

/** Formats of `GET /v1/users/export?format=`. */
export const exportFormats = ['pdf', 'excel', 'csv'] as const

/** Query of `GET /v1/users/export`: the filters and the sort order of the list. */
export const peopleExportQuery = z.object({
  format: z.enum(exportFormats),
  search: z.string().trim().max(200).optional(),
  role: roleSchema.optional(),
  custom_role_id: z.uuid().optional(),
  status: personStatusSchema.optional(),
  sort: z.enum(['full_name', 'email', 'role', 'status', 'created_at', 'last_seen_at']).default('full_name'),
  order: z.enum(['asc', 'desc']).default('asc'),
})
