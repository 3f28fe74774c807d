/** The version of an organization's data: another one after every commit that changed what responses are computed from. */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from './connect.ts'
import { everyone } from './migrations/0035-data-version.ts'

/** Equal texts: nothing in the tables of `countedTables` and `commonTables` has changed in between, in any process. */
export async function readDataVersion(database: Database, { organizationId }: Scope): Promise<string> {
  // Counters are no rows of an organization, so one statement is enough, without a transaction.
  const { rows } = await sql<{ version: string }>`
    SELECT coalesce(sum(changes), 0)::text AS version FROM data_version
    WHERE counted_for IN (${organizationId}::uuid, ${everyone}::uuid)`.execute(database.shared)
  return rows[0]?.version ?? '0'
}
