import { lineSchema } from '@kept/domain/name.ts'
import { grantsSchema, permissions, roleSchema } from '@kept/domain/permission.ts'
import * as z from 'zod'
import { answer, pageInput, pageOf, route } from '../route.ts'

const tag = 'Users'

/** Who somebody is in this organisation. `invited` ones have not answered yet; their id is the invitation's. */
export const personStatusSchema = z.enum(['active', 'disabled', 'invited'])

export const personSchema = z.object({
  id: z.string(),
  email: z.string(),
  full_name: z.string(),
  avatar_url: z.string().nullable(),
  role: roleSchema,
  status: personStatusSchema,
  organization_id: z.uuid(),
  email_verified: z.boolean(),
  second_factor: z.boolean(),
  /** When they joined, or were invited. */
  created_at: z.iso.datetime(),
  /** In this organisation; null when never. */
  last_seen_at: z.iso.datetime().nullable(),
})
export type Person = z.infer<typeof personSchema>

const id = z.string().min(1).max(64)
const ids = z.array(id).min(1).max(200)
const email = z.email().max(254)

/** Only these can be changed by somebody else; a name and a picture are the person's own (`/api/auth/profile`). */
const changes = { role: roleSchema.optional(), status: z.enum(['active', 'disabled']).optional() }
const saysWhat = ({ role, status }: { role?: unknown; status?: unknown }) => role !== undefined || status !== undefined
const sayWhat = 'say what to change: role or status'
export const personUpdatesSchema = z.strictObject(changes).refine(saysWhat, sayWhat)

export const newPersonSchema = z.strictObject({
  email,
  full_name: lineSchema(200).default(''),
  role: roleSchema.default('user'),
})

export const invitationSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  full_name: z.string(),
  role: roleSchema,
  status: z.enum(['pending', 'expired', 'accepted', 'revoked']),
  invited_by: z.string(),
  created_at: z.iso.datetime(),
  /** When the last mail went out. */
  sent_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
export type Invitation = z.infer<typeof invitationSchema>

export const removedSchema = z.object({ id: z.string(), restorable_until: z.iso.datetime() })

/** Why an all-or-nothing call was refused, in `details.reasons` of the error. */
export const bulkReasonSchema = z.object({ id: z.string(), reason: z.string() })

export const personPermissionsSchema = z.object({
  role: roleSchema,
  allow: z.array(z.enum(permissions)),
  deny: z.array(z.enum(permissions)),
  by_role: z.array(z.enum(permissions)),
  effective: z.array(z.enum(permissions)),
  /** What the caller may grant: nobody gives what they do not have. */
  grantable: z.array(z.enum(permissions)),
})
export type PersonPermissions = z.infer<typeof personPermissionsSchema>

export const auditEventSchema = z.object({
  id: z.uuid(),
  /** Counts up within the organisation, without gaps. */
  seq: z.int(),
  /** "user.role_changed", "session.signed_in". */
  action: z.string(),
  actor_id: z.string().nullable(),
  actor_name: z.string(),
  target_id: z.string().nullable(),
  /** One sentence for people. */
  summary: z.string(),
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  created_at: z.iso.datetime(),
})
export type AuditEvent = z.infer<typeof auditEventSchema>

export const personSessionSchema = z.object({
  id: z.string(),
  kind: z.enum(['ordinary', 'demo']),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** The caller's own, of this very request. */
  current: z.boolean(),
})

/** Answer of `POST /v1/users/import?name=people.csv`, whose body is the file: nothing has been done yet. */
export const peopleImportSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  rows: z.int(),
  counts: z.object({ invite: z.int(), update: z.int(), unchanged: z.int() }),
  /** What would be done, row by row; the first two hundred. */
  preview: z.array(
    z.object({
      line: z.int(),
      email: z.string(),
      full_name: z.string(),
      role: roleSchema,
      action: z.enum(['invite', 'update', 'unchanged']),
    }),
  ),
  /** While there is one, the file cannot be committed. */
  errors: z.array(z.object({ line: z.int(), column: z.string(), value: z.string(), reason: z.string() })),
  /** How many there are in all; `errors` holds the first two hundred. */
  error_count: z.int(),
  status: z.enum(['previewed', 'committed']),
  expires_at: z.iso.datetime(),
})
export type PeopleImport = z.infer<typeof peopleImportSchema>

export const users = {
  list: route({
    method: 'GET',
    path: '/api/users',
    summary: 'The people of the organisation, invited ones included',
    tag,
    needs: 'users:read',
    input: z.object({
      ...pageInput,
      /** Part of a name or of an e-mail address. */
      search: z.string().trim().max(200).optional(),
      role: roleSchema.optional(),
      status: personStatusSchema.optional(),
      sort: z.enum(['full_name', 'email', 'role', 'status', 'created_at', 'last_seen_at']).default('full_name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    }),
    output: pageOf(personSchema),
  }),
  create: route({
    method: 'POST',
    path: '/api/users',
    summary: 'Add a person: they are invited, and are one of the organisation once they accept',
    tag,
    needs: 'users:write',
    input: newPersonSchema,
    output: answer(personSchema),
  }),
  update: route({
    method: 'PATCH',
    path: '/api/users/{id}',
    summary: 'Change the role of a person, or disable and enable them here',
    tag,
    needs: 'users:write',
    input: z.strictObject({ id, ...changes }).refine(saysWhat, sayWhat),
    output: answer(personSchema),
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/users/{id}',
    summary: 'Take a person out of the organisation; their account stays',
    tag,
    needs: 'users:write',
    input: z.object({ id }),
    output: answer(removedSchema),
  }),
  get: route({
    method: 'GET',
    path: '/v1/users/{id}',
    summary: 'One person',
    tag,
    needs: 'users:read',
    input: z.object({ id }),
    output: answer(personSchema),
  }),
  bulkUpdate: route({
    method: 'POST',
    path: '/v1/users/bulk-update',
    summary: 'Change several people: all of them or, with the reason for each, none',
    tag,
    needs: 'users:write',
    input: z.object({ user_ids: ids, updates: personUpdatesSchema }),
    output: answer(z.array(personSchema)),
  }),
  bulkRemove: route({
    method: 'POST',
    path: '/v1/users/bulk-delete',
    summary: 'Take several people out of the organisation: all of them or none',
    tag,
    needs: 'users:write',
    input: z.object({ user_ids: ids }),
    output: answer(z.array(removedSchema)),
  }),
  restore: route({
    method: 'POST',
    path: '/v1/users/restore',
    summary: 'Undo: bring removed people back as they were, while that is possible',
    tag,
    needs: 'users:write',
    input: z.object({ user_ids: ids }),
    output: answer(z.array(personSchema)),
  }),
  permissions: route({
    method: 'GET',
    path: '/v1/users/{id}/permissions',
    summary: 'What a person may do: by role, granted beyond it, denied, and in effect',
    tag,
    needs: 'users:read',
    input: z.object({ id }),
    output: answer(personPermissionsSchema),
  }),
  grant: route({
    method: 'PUT',
    path: '/v1/users/{id}/permissions',
    summary: 'Grant permissions beyond the role, or deny some of it',
    tag,
    needs: 'users:write',
    input: z.strictObject({ id, ...grantsSchema.shape }),
    output: answer(personPermissionsSchema),
  }),
  activity: route({
    method: 'GET',
    path: '/v1/users/{id}/activity',
    summary: 'What a person did and what was done to them, newest first',
    tag,
    needs: 'users:read',
    input: z.object({ id, ...pageInput }),
    output: pageOf(auditEventSchema),
  }),
  sessions: route({
    method: 'GET',
    path: '/v1/users/{id}/sessions',
    summary: 'Where a person is signed in to this organisation',
    tag,
    needs: 'users:read',
    input: z.object({ id }),
    output: answer(z.array(personSessionSchema)),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/v1/users/{id}/sessions/{sessionId}',
    summary: 'Sign a person out of one place',
    tag,
    needs: 'users:write',
    input: z.object({ id, sessionId: id }),
    output: answer(z.object({ ended: z.boolean() })),
  }),
  invite: route({
    method: 'POST',
    path: '/v1/users/invite',
    summary: 'Invite somebody by e-mail',
    tag,
    needs: 'users:write',
    input: newPersonSchema,
    output: answer(invitationSchema),
  }),
  invitations: route({
    method: 'GET',
    path: '/v1/users/invitations',
    summary: 'Invitations, newest first',
    tag,
    needs: 'users:read',
    input: z.object({ ...pageInput, status: invitationSchema.shape.status.optional() }),
    output: pageOf(invitationSchema),
  }),
  resend: route({
    method: 'POST',
    path: '/v1/users/invitations/{id}/resend',
    summary: 'Send an invitation again; the former link stops working',
    tag,
    needs: 'users:write',
    input: z.object({ id: z.uuid() }),
    output: answer(invitationSchema),
  }),
  revoke: route({
    method: 'DELETE',
    path: '/v1/users/invitations/{id}',
    summary: 'Take an invitation back',
    tag,
    needs: 'users:write',
    input: z.object({ id: z.uuid() }),
    output: answer(invitationSchema),
  }),
  commitImport: route({
    method: 'POST',
    path: '/v1/users/import/{id}/commit',
    summary: 'Do exactly what the preview of the file said, all of it or nothing',
    tag,
    needs: 'users:write',
    input: z.object({ id: z.uuid() }),
    output: answer(peopleImportSchema),
  }),
}

/** What can be asked for at `GET /v1/users/export?format=`. */
export const exportFormats = ['pdf', 'excel', 'csv'] as const

/** The question of `GET /v1/users/export`: the list as it is filtered and sorted. */
export const peopleExportQuery = z.object({
  format: z.enum(exportFormats),
  search: z.string().trim().max(200).optional(),
  role: roleSchema.optional(),
  status: personStatusSchema.optional(),
  sort: z.enum(['full_name', 'email', 'role', 'status', 'created_at', 'last_seen_at']).default('full_name'),
  order: z.enum(['asc', 'desc']).default('asc'),
})
