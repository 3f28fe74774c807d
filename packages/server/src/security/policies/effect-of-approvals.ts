/** Whom a policy of approvals would affect: who can no longer act, who needs a second person, and who has none. */
import type { Permission } from '@kept/domain/permission.ts'
import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import type { SubjectPerson } from '@kept/store/security/policy-subjects.ts'
import { refusedActing } from '../../platform/policies.ts'

/** With each of them a user can change resources: by recommendations, by loops, by schedules of environments. */
const acting: readonly Permission[] = ['recommendations:act', 'loops:act', 'behavior:write']

export function effectOfApprovals(
  policies: EnforcedPolicies,
  person: SubjectPerson,
  people: readonly SubjectPerson[],
): string | undefined {
  if (!policies.approvals || !acting.some((permission) => person.permissions.includes(permission))) return undefined
  if (refusedActing(policies, person.role)) return 'can no longer change resources or approve changes'
  if (!person.permissions.includes('recommendations:act')) return undefined
  const mayApprove = ({ id, role, permissions }: SubjectPerson) =>
    id !== person.id && permissions.includes('recommendations:act') && !refusedActing(policies, role)
  const { amount, currency } = policies.approvals.approve_above
  const changes = `changes above ${formatMoney(amount, currency)} a month`
  return people.some(mayApprove)
    ? `needs a second person for ${changes}`
    : `has no second person who could approve ${changes}`
}
