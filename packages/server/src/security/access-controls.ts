/** Who can do what in an organization, and why: by role, by grant, or with an API key. */
import type { AccessControls } from '@kept/contract/routes/access-controls.ts'
import { roleSchema } from '@kept/domain/grants.ts'
import {
  effectivePermissions,
  isOperatorPermission,
  permissionsOfRole,
  rolePermissions,
} from '@kept/domain/permission.ts'
import { groupsThatGive } from '@kept/domain/saml.ts'
import { readAuditHead } from '@kept/store/audit/read.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { listCustomRoles } from '@kept/store/people/custom-roles.ts'
import { type GroupRole, listGroupRoles } from '@kept/store/people/group-roles.ts'
import { listMemberGroups, type MemberGroup } from '@kept/store/people/member-groups.ts'
import { type AccessRow, readAccess } from '@kept/store/security/access.ts'
import { changeAccess } from '../people/public/change-access.ts'
import { actingOf } from '../platform/acting.ts'
import { cachedAnswer } from '../platform/cached-answer.ts'
import { routes } from '../platform/implement.ts'
import { requireRequestedOrganization } from '../platform/require-requested-organization.ts'
import { saveCustomRoles, versionOfRoles } from './custom-roles.ts'
import { effectiveScopes } from './effective-scopes.ts'
import { readAccessUsage } from './usage/read-access-usage.ts'

const accessRoutes = routes.accessControls

export const accessControls = {
  get: accessRoutes.get.handler(async ({ context, input: { organization } }) => {
    requireRequestedOrganization(organization, context.me)
    const now = context.services.now()
    return { data: await context.services.state.database.scoped(context.scope, (tx) => readControls(tx, now)) }
  }),
  usage: accessRoutes.usage.handler(async ({ context, input: { organization } }) => {
    requireRequestedOrganization(organization, context.me)
    const { services, scope } = context
    const { database } = services.state
    const read = () => database.scoped(scope, (tx) => readAccessUsage(tx, services.now()))
    return { data: await cachedAnswer(context, {}, () => readAuditHead(database, scope), read) }
  }),
  update: accessRoutes.update.handler(async ({ context, input }) => {
    const { organization, people, custom_roles, custom_roles_version: version } = input
    requireRequestedOrganization(organization, context.me)
    const now = context.services.now()
    const data = await context.services.state.database.scoped(context.scope, async (tx) => {
      if (custom_roles) await saveCustomRoles(tx, actingOf(context), { requested: custom_roles, version })
      await changeAccess(tx, actingOf(context), people)
      return readControls(tx, now)
    })
    return { data }
  }),
}

async function readControls(tx: ScopedTransaction, now: Date): Promise<AccessControls> {
  const { people, api_keys } = await readAccess(tx, now)
  const customRoles = await listCustomRoles(tx)
  const groupRoles = await listGroupRoles(tx)
  const memberGroups = await listMemberGroups(tx)
  const isBuiltIn = ({ grants }: AccessRow) => !grants.custom_role
  return {
    roles: roleSchema.options.map((role) => ({
      role,
      permissions: [...rolePermissions[role]],
      people: people.filter((person) => person.role === role && isBuiltIn(person)).length,
    })),
    custom_roles: customRoles.map((role) => ({
      ...role,
      people: people.filter(({ grants }) => grants.custom_role?.id === role.id).length,
    })),
    custom_roles_version: versionOfRoles(customRoles),
    people: people.map((person) => withReasons(person, memberGroups.get(person.id) ?? [], groupRoles)),
    api_keys: api_keys.map(({ scopes, creator, created_at: _, created_by_id: __, ...key }) => ({
      ...key,
      effective: effectiveScopes({ scopes, creator }),
    })),
  }
}

function withReasons(
  { grants, ...person }: AccessRow,
  memberGroups: readonly MemberGroup[],
  groupRoles: readonly GroupRole[],
): AccessControls['people'][number] {
  const ofRole = permissionsOfRole(person.role, grants)
  const { custom_role } = grants
  const groupNames = memberGroups.map(({ name }) => name)
  const role_groups = groupsThatGive({ role: person.role, ...grants }, groupNames, groupRoles)
  const roleSource = role_groups.length > 0 ? 'group' : 'role'
  return {
    ...person,
    custom_role: custom_role ? { id: custom_role.id, name: custom_role.name } : null,
    effective: effectivePermissions(person.role, grants).map((permission) => ({
      permission,
      source: ofRole.includes(permission) ? roleSource : 'grant',
    })),
    groups: memberGroups.map(({ name, providers }) => {
      const groupRole = groupRoles.find(({ group }) => group === name)
      return { name, providers, role: groupRole?.role ?? null, custom_role: groupRole?.custom_role ?? null }
    }),
    role_source: role_groups.length > 0 ? 'group' : 'assigned',
    role_groups,
    denied: grants.deny.filter((permission) => ofRole.includes(permission) && !isOperatorPermission(permission)),
  }
}
