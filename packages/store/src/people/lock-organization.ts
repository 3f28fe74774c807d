import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import type { ScopedTransaction } from '../database/connect.ts'

export interface LockedOrganization {
  id: string
  slug: string
  name: string
  demo: boolean
  require_second_factor: boolean
  enforced_policies: EnforcedPolicies
  created_at: Date
}

/**
 * Locks the organization's own row until the transaction ends: changes of its users run one after the other, so that
 * "one admin is left" holds when it is checked and when it is written. Other tables may still reference the row.
 */
export function lockOrganization(tx: ScopedTransaction): Promise<LockedOrganization> {
  return tx
    .selectFrom('organization')
    .select(['id', 'slug', 'name', 'demo', 'require_second_factor', 'enforced_policies', 'created_at'])
    .where('id', '=', tx.scopedTo)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
