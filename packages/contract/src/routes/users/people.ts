/** The users of an organization, with those who are invited, and what an admin changes of them. */
import { customRoleSchema, hasOneRole, oneRoleMessage, roleSchema } from '@kept/domain/grants.ts'
import * as z from 'zod'
import { newPersonInput } from '../../inputs/organizations.ts'
import { answer, pageInput, pageOf, route } from '../../route.ts'
import { id, tag } from './shapes.ts'

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

const ids = z.array(id).min(1).max(200)

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

const removedSchema = z.object({ id: z.string(), restorable_until: z.iso.datetime() })

/** The filters and the sort order of the list, which an export has too. */
const listQuery = {
  /** Part of a name or email address. */
  search: z.string().trim().max(200).optional(),
  /** A built-in role, without those who have a custom one. */
  role: roleSchema.optional(),
  custom_role_id: z.uuid().optional(),
  status: personStatusSchema.optional(),
  sort: z.enum(['full_name', 'email', 'role', 'status', 'created_at', 'last_seen_at']).default('full_name'),
  order: z.enum(['asc', 'desc']).default('asc'),
}

export const peopleRoutes = {
  list: route({
    method: 'GET',
    path: '/api/users',
    summary: 'List users',
    description: 'Including invited ones.',
    tag,
    needs: 'users:read',
    input: z.object({ ...pageInput, ...listQuery }),
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
}

/** Formats of `GET /v1/users/export?format=`. */
export const exportFormats = ['pdf', 'excel', 'csv'] as const

/** Query of `GET /v1/users/export`. */
export const peopleExportQuery = z.object({ format: z.enum(exportFormats), ...listQuery })
