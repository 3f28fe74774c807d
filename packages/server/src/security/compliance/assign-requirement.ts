import type { FrameworkId } from '@kept/domain/compliance.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { listAssignments, type StoredAssignment, saveAssignment } from '@kept/store/security/compliance-assignments.ts'
import { actingOf } from '../../platform/acting.ts'
import type { SignedInContext } from '../../platform/context.ts'
import { requireActiveMember } from '../require-active-member.ts'

interface Assignment {
  framework: FrameworkId
  requirement: string
  owner_id: string | null
  next_review: string | null
}

/** Sets who answers for a requirement and when they review it next. */
export async function assignRequirement(
  context: SignedInContext,
  tx: ScopedTransaction,
  assignment: Assignment,
): Promise<void> {
  const { auditContext } = actingOf(context)
  const { actor, at } = auditContext
  const { framework, requirement } = assignment
  await lockOrganization(tx)
  const read = async () => (await listAssignments(tx, framework)).find((stored) => stored.requirement === requirement)
  const before = await read()
  // Who left stays the owner until someone else is: only a new owner must be active.
  if (assignment.owner_id !== before?.owner_id) await requireActiveMember(tx, assignment.owner_id, 'owner')
  await saveAssignment(tx, assignment, { actor: actor.name, at })
  await recordAudit(tx, {
    ...auditContext,
    action: 'compliance_requirement.assigned',
    target: requirement,
    summary: `The owner and the next review of ${framework} "${requirement}" were set.`,
    before: before && recorded(before),
    after: recorded(await read()),
    details: { framework },
  })
}

function recorded(assignment: StoredAssignment | undefined) {
  return { owner_name: assignment?.owner_name ?? '', next_review: assignment?.next_review ?? null }
}
