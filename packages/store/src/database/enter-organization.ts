import { sql } from 'kysely'
import type { PersonTransaction, ScopedTransaction } from './connect.ts'

/**
 * Binds what follows in a user's transaction to one of their organizations, until the next one is entered. A transaction
 * that holds locks must not wait for a second connection: with all of them waiting, none would come free.
 */
export async function enterOrganization(tx: PersonTransaction, organizationId: string): Promise<ScopedTransaction> {
  await sql`SELECT set_config('app.organization_id', ${organizationId}, true)`.execute(tx)
  return Object.assign(tx, { scopedTo: organizationId })
}
