import type { ScopedTransaction } from '../database/connect.ts'

export interface LockedOrganization {
  id: string
  slug: string
  name: string
  demo: boolean
  require_second_factor: boolean
  created_at: Date
}

/**
 * The organization's own row, held until the transaction ends: changes of its people happen one after another, so that
 * "one admin is left" is true when it is asked and when it is written. Other tables may go on pointing at it.
 */
export function lockOrganization(tx: ScopedTransaction): Promise<LockedOrganization> {
  return tx
    .selectFrom('organization')
    .select(['id', 'slug', 'name', 'demo', 'require_second_factor', 'created_at'])
    .where('id', '=', tx.scopedTo)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
