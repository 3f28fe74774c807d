/** Apart from the schemas, because screens read it. */
import type { ApprovalSubject } from './action-approval.ts'
import type { Permission } from './permission.ts'

/** Who may carry out a change may approve that of another person. */
export const approvalPermissions = {
  recommendation: 'recommendations:act',
  loop: 'loops:act',
  environment: 'behavior:write',
} as const satisfies Record<ApprovalSubject, Permission>
