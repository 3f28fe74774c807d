/** Everything that gives access to an organization at this moment, as the items of a review. */
import type { AccessUsage } from '@kept/contract/routes/access-controls.ts'
import type { ReviewedAccess } from '@kept/domain/access-review.ts'
import { describeGroups } from '@kept/domain/access-source.ts'
import { effectivePermissions } from '@kept/domain/permission.ts'
import { groupsThatGive } from '@kept/domain/saml.ts'
import { counted } from '@kept/foundation/format/number.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { type GroupRole, listGroupRoles } from '@kept/store/people/group-roles.ts'
import { listMemberGroups, type MemberGroup } from '@kept/store/people/member-groups.ts'
import { type AccessRow, readAccess } from '@kept/store/security/access.ts'
import { readEnforcedPolicies } from '@kept/store/security/enforced-policies.ts'
import { withKeptOutCreators } from '../keys-of-kept-out.ts'
import { readAccessUsage } from '../usage/read-access-usage.ts'
import { roleName } from './role-name.ts'

type Access = Omit<ReviewedAccess, 'unused'>

export async function listAccess(tx: ScopedTransaction, now: Date): Promise<ReviewedAccess[]> {
  const { people, api_keys } = await readAccess(tx, now)
  const groupRoles = await listGroupRoles(tx)
  const groups = await listMemberGroups(tx)
  const usage = await readAccessUsage(tx, now)
  const keys = await withKeptOutCreators(tx, api_keys, await readEnforcedPolicies(tx))
  const accesses: Access[] = [
    ...people.map((person) => ofPerson(person, groups.get(person.id) ?? [], groupRoles)),
    ...people.flatMap(ofCustomRole),
    ...groupRoles.map((groupRole) => ofGroupRole(groupRole, groups)),
    ...keys.map(({ id, name, created_by, creator_kept_out, last_used_at, scopes }) => ({
      ...{ kind: 'api_key' as const, subject_id: id, name, last_active_at: last_used_at, permissions: scopes },
      description: `Created by ${created_by}${creator_kept_out && `, who ${creator_kept_out}`}, ${counted(scopes.length, 'scope')}`,
    })),
  ]
  return accesses.map((access) => ({ ...access, unused: unusedOf(access, usage) }))
}

/** What a group gives is used by its members, each of whom has an item. */
function unusedOf({ kind, subject_id, permissions }: Access, { is_covered, unused }: AccessUsage): string[] | null {
  if (!is_covered || kind === 'group_role') return null
  const holderKind = kind === 'api_key' ? 'api_key' : 'person'
  const holder = unused.find((candidate) => candidate.kind === holderKind && candidate.id === subject_id)
  return permissions.filter((permission) => holder?.permissions.some((unused) => unused === permission))
}

function ofGroupRole(
  { group, role, custom_role }: GroupRole,
  groups: ReadonlyMap<string, readonly MemberGroup[]>,
): Access {
  const members = [...groups.values()].filter((own) => own.some(({ name }) => name === group)).length
  return {
    ...{ kind: 'group_role', subject_id: group, name: group, last_active_at: null },
    description: `Gives the role ${custom_role?.name ?? roleName(role)} to members of the group, ${counted(members, 'member')} by provisioning or sign-in`,
    permissions: effectivePermissions(role, { allow: [], deny: [], custom_role }),
  }
}

function ofPerson(
  { id, name, email, role, grants, last_seen_at }: AccessRow,
  groups: readonly MemberGroup[],
  groupRoles: readonly GroupRole[],
): Access {
  const { custom_role, allow } = grants
  const names = groups.map((group) => group.name)
  const giving = groupsThatGive({ role, ...grants }, names, groupRoles)
  const roleLabel = custom_role ? custom_role.name : roleName(role)
  const source = giving.length > 0 ? ` ${describeGroups(giving, groups)}` : ''
  const granted = allow.length > 0 ? `, and ${counted(allow.length, 'granted permission')}` : ''
  return {
    ...{ kind: 'person', subject_id: id, name, last_active_at: last_seen_at },
    description: `${name === email ? '' : `${email}, `}${roleLabel}${source}${granted}`,
    permissions: effectivePermissions(role, grants),
  }
}

function ofCustomRole({ id, name, grants: { custom_role }, last_seen_at }: AccessRow): Access[] {
  if (!custom_role) return []
  return [
    {
      ...{ kind: 'custom_role', subject_id: id, name, last_active_at: last_seen_at },
      description: `Has the custom role ${custom_role.name}`,
      permissions: custom_role.permissions,
    },
  ]
}
