/** For tests: hashes of what one organization has in Postgres, which show whether anything changed. */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** Tables that timers change: alerts are routed and delivered, the loop detector renews its lease. */
const changedByTimers = [
  ...['alert_event', 'alert_delivery', 'alert_delivery_event', 'alert_attempt', 'alert_thread'],
  'loop_detector_lease',
]

/** A hash of every Postgres row of one organization, by table. */
export async function hashOrganization(database: Database, scope: Scope): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ table_name: string }>`
    SELECT c.table_name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND c.column_name = 'organization_id' AND t.table_type = 'BASE TABLE'
    ORDER BY 1`.execute(database.shared)
  return database.scoped(scope, async (tx) => {
    const hashes: Record<string, string> = {}
    for (const { table_name } of tables) {
      if (changedByTimers.includes(table_name)) continue
      const { rows } = await sql<{ hash: string }>`
        SELECT coalesce(md5(string_agg(md5(r::text), '' ORDER BY md5(r::text))), '') AS hash
        FROM ${sql.table(table_name)} r WHERE organization_id = ${scope.organizationId}::uuid`.execute(tx)
      hashes[table_name] = rows[0]?.hash ?? ''
    }
    return hashes
  })
}
