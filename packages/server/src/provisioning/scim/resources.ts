/** Users and groups as SCIM resources (RFC 7643): what is sent, and what of a request is read. */
import { hash } from 'node:crypto'
import type { ProvisionedGroup } from '@kept/store/provisioning/groups.ts'
import type { ProvisionedUser } from '@kept/store/provisioning/users.ts'
import * as z from 'zod'
import { scimError } from './errors.ts'

export const userSchemaId = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchemaId = 'urn:ietf:params:scim:schemas:core:2.0:Group'

export interface ScimResource extends Record<string, unknown> {
  id: string
  meta: { version: string; location: string; resourceType?: string; created?: string; lastModified?: string }
}

export function userResource(base: string, user: ProvisionedUser): ScimResource {
  const { id, email, user_name, external_id, given_name, family_name, active, groups } = user
  const content = {
    schemas: [userSchemaId],
    id,
    ...(external_id !== null && { externalId: external_id }),
    userName: user_name,
    name: {
      ...(given_name && { givenName: given_name }),
      ...(family_name && { familyName: family_name }),
      formatted: [given_name, family_name].filter(Boolean).join(' ') || user.full_name,
    },
    displayName: user.full_name,
    active,
    emails: [{ value: email, type: 'work', primary: true }],
    groups: groups.map((group) => ({ value: group.id, display: group.name, $ref: `${base}/Groups/${group.id}` })),
  }
  return withMeta(content, 'User', `${base}/Users/${id}`, user)
}

/** A member who was removed is none, as they are no user. */
export function groupResource(base: string, group: ProvisionedGroup): ScimResource {
  const { id, display_name, external_id } = group
  const members = group.members.filter(({ removed }) => !removed)
  const content = {
    schemas: [groupSchemaId],
    id,
    ...(external_id !== null && { externalId: external_id }),
    displayName: display_name,
    members: memberReferences(base, members),
  }
  return withMeta(content, 'Group', `${base}/Groups/${id}`, group)
}

/** What a patch changes: removed members stay in the group unless the provider takes them out. */
export function completeGroupResource(base: string, group: ProvisionedGroup): ScimResource {
  return { ...groupResource(base, group), members: memberReferences(base, group.members) }
}

function memberReferences(base: string, members: ProvisionedGroup['members']) {
  return members.map(({ id, name }) => ({ value: id, display: name, $ref: `${base}/Users/${id}` }))
}

function withMeta(
  content: Record<string, unknown> & { id: string },
  resourceType: string,
  location: string,
  { created_at, updated_at }: { created_at: Date; updated_at: Date },
): ScimResource {
  const version = `W/"${hash('sha256', JSON.stringify(content)).slice(0, 16)}"`
  const times = { created: created_at.toISOString(), lastModified: updated_at.toISOString() }
  return { ...content, meta: { resourceType, ...times, location, version } }
}

const text = (max: number) => z.string().trim().max(max)
/** Providers send "True" and "False" as well. */
const flag = z.union([
  z.boolean(),
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false']))
    .transform((value) => value === 'true'),
])

const userInputSchema = z.object({
  userName: text(254).min(1),
  externalId: text(256).nullish(),
  name: z
    .object({ givenName: text(100).nullish(), familyName: text(100).nullish(), formatted: text(200).nullish() })
    .nullish(),
  displayName: text(200).nullish(),
  active: flag.optional(),
  emails: z
    .array(z.object({ value: text(254).toLowerCase(), primary: flag.nullish(), type: z.string().nullish() }))
    .max(20)
    .nullish(),
})
const groupInputSchema = z.object({
  displayName: text(256).min(1),
  externalId: text(256).nullish(),
  members: z
    .array(z.object({ value: z.string().max(100) }))
    .max(20_000)
    .nullish(),
})

export type UserInput = z.infer<typeof userInputSchema>
export type GroupInput = z.infer<typeof groupInputSchema>

export function readUser(body: unknown): UserInput {
  return read(userInputSchema, body)
}

export function readGroup(body: unknown): GroupInput {
  return read(groupInputSchema, body)
}

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.join('.') ?? ''
  throw scimError(400, path === '' ? 'Send a JSON object.' : `${path} is missing or not valid.`, 'invalidValue')
}

/** The address of a user: the primary one, else the first, else the name where it is one. */
export function emailOf({ userName, emails }: UserInput): string {
  const address = (emails?.find(({ primary }) => primary) ?? emails?.[0])?.value ?? userName.toLowerCase()
  const email = z.email().max(254).safeParse(address)
  if (!email.success) throw scimError(400, 'The user has no valid email address.', 'invalidValue')
  return email.data
}
