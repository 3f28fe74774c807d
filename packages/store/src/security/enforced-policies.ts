import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import type { ScopedTransaction } from '../database/connect.ts'

/** The enabled security policies of the organization. */
export async function readEnforcedPolicies(tx: ScopedTransaction): Promise<EnforcedPolicies> {
  const { enforced_policies } = await tx
    .selectFrom('organization')
    .select('enforced_policies')
    .where('id', '=', tx.scopedTo)
    .executeTakeFirstOrThrow()
  return enforced_policies
}
