/** The versions of an organization's data: others after every commit that changed what responses are computed from. */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from './connect.ts'

/** Equal texts: no table that is counted for the topic has changed in between, in any process. */
export interface DataVersions {
  /** Everything but loops. */
  data: string
  loops: string
}

export async function readDataVersions(database: Database, { organizationId }: Scope): Promise<DataVersions> {
  // Counters are no rows of an organization, so one statement is enough, without a transaction.
  const { rows } = await sql<{ versions: DataVersions }>`
    SELECT data_versions(${organizationId}::uuid) AS versions`.execute(database.shared)
  return rows[0]?.versions ?? { data: '0', loops: '0' }
}
