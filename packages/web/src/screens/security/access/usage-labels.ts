import type { AccessUsage } from '@kept/contract/routes/access-controls.ts'
import type { AccessSource } from '@kept/domain/access-source.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { counted } from '@kept/foundation/format/number.ts'

/** What can be said of unused permissions, and why not more. */
export function usageSentence(usage: AccessUsage): string {
  const { log_since, known_from, is_covered, unused, unused_after_days: days } = usage
  if (log_since === null || known_from === null)
    return `Permissions that are not used for ${days} days appear here. The audit log, which shows what is used, is empty.`
  if (!is_covered)
    return `Permissions that are not used for ${days} days appear here from ${dayOf(known_from)}: the audit log, which shows what is used, begins on ${dayOf(log_since)}.`
  const count = unused.reduce((sum, { permissions }) => sum + permissions.length, 0)
  return count === 0
    ? `No permission that leaves an audit event was held for ${days} days and not used.`
    : `${counted(count, 'permission')} of ${counted(unused.length, 'user or API key', 'users and API keys')} ${count === 1 ? 'was' : 'were'} held and not used for ${days} days. Reading leaves no audit event, so it counts only for those who did nothing at all.`
}

function dayOf(moment: string): string {
  return formatDay(moment.slice(0, 10))
}

interface Held<Permission extends string> {
  id: string
  effective: readonly { permission: Permission; source: AccessSource }[]
  denied: readonly Permission[]
}

/** The grants of someone without these permissions: grants end, and what the role gives is denied. */
export function withoutPermissions<Permission extends string>(
  { id, effective, denied }: Held<Permission>,
  permissions: readonly Permission[],
): { id: string; allow: Permission[]; deny: Permission[] } {
  const granted = effective.flatMap(({ permission, source }) => (source === 'grant' ? [permission] : []))
  const ofRole = permissions.filter((permission) => !granted.includes(permission))
  return {
    id,
    allow: granted.filter((permission) => !permissions.includes(permission)),
    deny: [...new Set([...denied, ...ofRole])],
  }
}
