import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import type { PersonTransaction, ScopedTransaction } from '../database/connect.ts'

export interface LockedOrganization {
  id: string
  slug: string
  name: string
  demo: boolean
  require_second_factor: boolean
  enforced_policies: EnforcedPolicies
  created_at: Date
}

const columns = [
  'id',
  'slug',
  'name',
  'demo',
  'require_second_factor',
  'enforced_policies',
  'created_at',
] as const satisfies (keyof LockedOrganization)[]

/**
 * Locks the organization's own row until the transaction ends: changes of its users run one after the other, so that
 * "one admin is left" holds when it is checked and when it is written. Other tables may still reference the row.
 */
export function lockOrganization(tx: ScopedTransaction): Promise<LockedOrganization> {
  return tx
    .selectFrom('organization')
    .select(columns)
    .where('id', '=', tx.scopedTo)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** The same for all organizations of a user, in the order of their IDs: two callers never wait for each other. */
export async function lockOrganizations(tx: PersonTransaction, ids: readonly string[]): Promise<LockedOrganization[]> {
  if (ids.length === 0) return []
  return tx.selectFrom('organization').select(columns).where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}
