/** Which permissions the users and API keys of an organization hold and have not used, by its audit log. */
import type { AccessUsage } from '@kept/contract/routes/access-controls.ts'
import { UNUSED_AFTER_DAYS } from '@kept/domain/access-usage.ts'
import { effectivePermissions, type Permission } from '@kept/domain/permission.ts'
import { type AccessHolder, holderKey, unusedPermissions } from '@kept/engine/security/access-usage.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { listAccessChanges, logBegin, type RecordedAccessChange } from '@kept/store/audit/access-usage.ts'
import { listUses, type RecordedUse } from '@kept/store/audit/uses.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { type AccessKey, type AccessRow, readAccess } from '@kept/store/security/access.ts'
import { effectiveScopes } from '../effective-scopes.ts'
import { roleName } from '../reviews/role-name.ts'
import { permissionsOfAction, recordedPermissions } from './recorded-permissions.ts'

interface NamedHolder extends AccessHolder {
  name: string
  /** Of the custom role, or else the name of the built-in one; undefined for API keys. */
  role_key?: string
  role_name?: string
}

/** Reads the last 90 days of the log, and nothing where it begins later: then nothing can be said. */
export async function readAccessUsage(tx: ScopedTransaction, now: Date): Promise<AccessUsage> {
  const from = new Date(now.getTime() - UNUSED_AFTER_DAYS * dayMs)
  const begin = await logBegin(tx)
  const common = {
    unused_after_days: UNUSED_AFTER_DAYS,
    log_since: begin?.toISOString() ?? null,
    known_from: begin ? new Date(begin.getTime() + UNUSED_AFTER_DAYS * dayMs).toISOString() : null,
    recorded: [...recordedPermissions],
  }
  if (!begin || begin > from) return { ...common, is_covered: false, unused: [], roles: [] }
  const { people, api_keys } = await readAccess(tx, now)
  const period = {
    from: from.getTime(),
    recorded: recordedPermissions,
    uses: usesByHolder(await listUses(tx, from)),
    changes: (await listAccessChanges(tx, from)).map(toChange),
  }
  const evaluated = [...people.map(ofPerson), ...api_keys.map(ofKey)].map((holder) => ({
    holder,
    permissions: unusedPermissions(holder, period),
  }))
  return {
    ...common,
    is_covered: true,
    unused: evaluated.flatMap(({ holder, permissions }) =>
      permissions.length === 0
        ? []
        : {
            ...{ kind: holder.kind, id: holder.id, name: holder.name, permissions },
            is_complete: permissions.length === holder.permissions.length,
          },
    ),
    roles: unusedOfRoles(evaluated),
  }
}

/** What no holder of a role has used, of the roles that someone has. */
function unusedOfRoles(evaluated: readonly { holder: NamedHolder; permissions: Permission[] }[]): AccessUsage['roles'] {
  const byRole = Map.groupBy(evaluated, ({ holder }) => holder.role_key)
  return [...byRole].flatMap(([id, members]) => {
    const [first] = members
    if (id === undefined || !first) return []
    const unused = first.permissions.filter((permission) =>
      members.every(({ permissions }) => permissions.includes(permission)),
    )
    if (unused.length === 0) return []
    return { id, name: first.holder.role_name ?? id, people: members.length, permissions: unused }
  })
}

function ofPerson({ id, name, role, grants, created_at, last_seen_at }: AccessRow): NamedHolder {
  const { custom_role } = grants
  return {
    ...{ kind: 'person', id, name, role, custom_role: custom_role?.name },
    role_key: custom_role?.id ?? role,
    role_name: custom_role?.name ?? roleName(role),
    permissions: effectivePermissions(role, grants),
    since: Date.parse(created_at),
    last_active_at: last_seen_at === null ? null : Date.parse(last_seen_at),
  }
}

function ofKey(key: AccessKey): NamedHolder {
  const { id, name, created_at, last_used_at } = key
  return {
    ...{ kind: 'api_key', id, name, permissions: effectiveScopes(key), since: Date.parse(created_at) },
    last_active_at: last_used_at === null ? null : Date.parse(last_used_at),
  }
}

function usesByHolder(uses: readonly RecordedUse[]): Map<string, Set<Permission>> {
  const byHolder = new Map<string, Set<Permission>>()
  for (const { actor_kind, actor_id, action } of uses) {
    const key = holderKey({ kind: actor_kind, id: actor_id })
    const used = byHolder.get(key) ?? new Set()
    for (const permission of permissionsOfAction(action)) used.add(permission)
    byHolder.set(key, used)
  }
  return byHolder
}

/** Changes of memberships have both sides in their details. */
function toChange({ action, resource_id, before, details }: RecordedAccessChange) {
  const ofDetails = typeof details.before === 'object' ? details.before : null
  return {
    action,
    subject_id: action.startsWith('custom_role.') ? null : resource_id,
    before: before ?? ofDetails ?? {},
  }
}
