import { accessSources } from '@kept/domain/access-source.ts'
import { accessHolderKinds } from '@kept/domain/access-usage.ts'
import { customRolePermissions, MAX_CUSTOM_ROLES } from '@kept/domain/custom-role.ts'
import { customRoleSchema, roleSchema } from '@kept/domain/grants.ts'
import { nameSchema } from '@kept/domain/name.ts'
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
  /** Roles of the organization's own. */
  custom_roles: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      description: z.string(),
      permissions: z.array(permission),
      people: z.int(),
    }),
  ),
  /** Changes with the list of custom roles. */
  custom_roles_version: z.string(),
  /** Active users with what they can do, and why. */
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: roleSchema,
      /** Instead of `role`, whose permissions it replaces. */
      custom_role: z.object({ id: z.uuid(), name: z.string() }).nullable(),
      second_factor: z.boolean(),
      last_seen_at: z.iso.datetime().nullable(),
      /** Role: the one that a person gave. Group: the role that `role_groups` give. Grant: beyond the role. */
      effective: z.array(z.object({ permission, source: z.enum(accessSources) })),
      /**
       * Groups that they are in, with the role that a group gives and the identity providers that list them in it: by
       * provisioning (without an ID), or at their last sign-in with SAML, which stores only groups that have a role.
       */
      groups: z.array(
        z.object({
          name: z.string(),
          role: roleSchema.nullable(),
          custom_role: customRoleSchema,
          providers: z.array(z.object({ id: z.uuid().nullable(), name: z.string() })),
        }),
      ),
      /** Who gave them the role: a group, or a person. */
      role_source: z.enum(['group', 'assigned']),
      /** Those of their groups that give the role; empty: a person gave it. */
      role_groups: z.array(z.string()),
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

const accessUsageSchema = z.object({
  unused_after_days: z.int(),
  /** The first event of the audit log; null while it is empty. */
  log_since: z.iso.datetime().nullable(),
  /** When the log reaches back far enough; null while it is empty. */
  known_from: z.iso.datetime().nullable(),
  /** Whether it does. Where it does not, nothing is listed as unused. */
  is_covered: z.boolean(),
  /** Permissions whose use leaves an event. Reading leaves none: it counts as unused only of who did nothing at all. */
  recorded: z.array(permission),
  /** Users and API keys that hold permissions for longer than that and have not used them since. */
  unused: z.array(
    z.object({
      kind: z.enum(accessHolderKinds),
      id: z.string(),
      name: z.string(),
      permissions: z.array(permission),
      /** All that they hold. */
      is_complete: z.boolean(),
    }),
  ),
  /** What no one with the role has used. */
  roles: z.array(
    z.object({
      /** Of the custom role, or the name of the built-in one. */
      id: z.string(),
      name: z.string(),
      people: z.int(),
      permissions: z.array(permission),
    }),
  ),
})
export type AccessUsage = z.infer<typeof accessUsageSchema>

export const accessControls = {
  usage: route({
    method: 'GET',
    path: '/v1/security/{organization}/access-usage',
    summary: 'List permissions that are not used',
    description:
      'Permissions that users and API keys have held for 90 days without using them, from the audit log. Nothing is listed until the log reaches back 90 days.',
    cache: { serverSeconds: 300 },
    tag,
    needs: 'security:read',
    input: z.object({ organization }),
    output: answer(accessUsageSchema),
  }),
  get: route({
    method: 'GET',
    path: '/v1/security/{organization}/access-controls',
    summary: 'Get access controls',
    description:
      'Roles with their permissions, and who has which permission and why: by the role, by a group that gives the role, or by a grant.',
    tag,
    needs: 'security:read',
    input: z.object({ organization }),
    output: answer(accessControlsSchema),
  }),
  update: route({
    method: 'PUT',
    path: '/v1/security/{organization}/access-controls',
    summary: 'Update access controls',
    description:
      'Replaces the list of custom roles, and changes roles, grants and denials of users. All or nothing. No role can have more permissions than the caller.',
    tag,
    needs: 'users:write',
    input: z.strictObject({
      organization,
      people: z
        .array(
          z.strictObject({
            id: z.string().min(1).max(64),
            role: roleSchema.optional(),
            custom_role_id: z.uuid().optional(),
            allow: z.array(permission).max(permissions.length).default([]),
            deny: z.array(permission).max(permissions.length).default([]),
          }),
        )
        .max(200)
        .default([]),
      /** The complete list; roles that are missing are deleted. Left out, they stay as they are. */
      custom_roles: z
        .array(
          z.strictObject({
            id: z.uuid().optional(),
            name: nameSchema(60),
            description: z.string().trim().max(200).default(''),
            permissions: z.array(z.enum(customRolePermissions)).min(1),
          }),
        )
        .max(MAX_CUSTOM_ROLES)
        .optional(),
      /** As it was when the list was read: if the roles have changed since, nothing is saved (409). */
      custom_roles_version: z.string().max(64).optional(),
    }),
    output: answer(accessControlsSchema),
  }),
}
