/** Whom a policy of approvals would affect: who can no longer act, who needs a second person, and who has none. */
import { approvalPermissions } from '@kept/domain/approval-permissions.ts'
import type { Permission } from '@kept/domain/permission.ts'
import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import type { SubjectPerson } from '@kept/store/security/policy-subjects.ts'
import { refusedActing } from '../../platform/policies.ts'

/** With each of them a user can change resources: by recommendations, by loops, by schedules of environments. */
const acting: readonly Permission[] = Object.values(approvalPermissions)

export function effectOfApprovals(
  policies: EnforcedPolicies,
  person: SubjectPerson,
  people: readonly SubjectPerson[],
): string | undefined {
  const { approvals } = policies
  if (!approvals || !acting.some((permission) => person.permissions.includes(permission))) return undefined
  if (refusedActing(policies, person.role)) return 'can no longer change resources or approve changes'
  const asking = acting.filter(
    (permission) =>
      person.permissions.includes(permission) &&
      (permission !== approvalPermissions.loop || approvals.loop_stops === 'approved'),
  )
  if (asking.length === 0) return undefined
  const hasApprover = (permission: Permission) =>
    people.some(
      ({ id, role, permissions }) =>
        id !== person.id &&
        // Deciding needs both: the list of approvals stands with recommendations.
        permissions.includes('recommendations:read') &&
        permissions.includes(permission) &&
        !refusedActing(policies, role),
    )
  const { amount, currency } = approvals.approve_above
  const above = `above ${formatMoney(amount, currency)} a month`
  const alone = asking.filter((permission) => !hasApprover(permission))
  if (alone.length === 0) return `needs a second person for ${listOf(asking)} ${above}`
  return `has no second person who could approve ${listOf(alone)} ${above}`
}

const labels: Readonly<Partial<Record<Permission, string>>> = {
  [approvalPermissions.recommendation]: 'changes',
  [approvalPermissions.loop]: 'stops of loops',
  [approvalPermissions.environment]: 'schedules',
}

function listOf(permissions: readonly Permission[]): string {
  const names = permissions.map((permission) => labels[permission] ?? permission)
  const last = names.at(-1) ?? ''
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
