/** Who answers for a requirement of a framework, and when they look at it next. */
import type { FrameworkId } from '@kept/domain/compliance.ts'
import type { ScopedTransaction } from '../database/connect.ts'

export interface StoredAssignment {
  requirement: string
  owner_id: string | null
  /** Empty without an owner. */
  owner_name: string
  /** YYYY-MM-DD. */
  next_review: string | null
}

export async function listAssignments(tx: ScopedTransaction, framework: FrameworkId): Promise<StoredAssignment[]> {
  const rows = await tx
    .selectFrom('compliance_assignment as c')
    .leftJoin('users as u', 'u.id', 'c.owner_id')
    .select(['c.requirement', 'c.owner_id', 'c.next_review', 'u.full_name', 'u.email'])
    .where('c.organization_id', '=', tx.scopedTo)
    .where('c.framework', '=', framework)
    .execute()
  return rows.map(({ full_name, email, ...row }) => ({ ...row, owner_name: full_name || email || '' }))
}

export async function saveAssignment(
  tx: ScopedTransaction,
  { framework, ...assignment }: Omit<StoredAssignment, 'owner_name'> & { framework: FrameworkId },
  { actor, at }: { actor: string; at: Date },
): Promise<void> {
  const { requirement, ...values } = { ...assignment, updated_by: actor, updated_at: at }
  await tx
    .insertInto('compliance_assignment')
    .values({ organization_id: tx.scopedTo, framework, requirement, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'framework', 'requirement']).doUpdateSet(values))
    .execute()
}
