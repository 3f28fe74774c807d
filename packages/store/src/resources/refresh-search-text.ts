import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import { withoutNestedLoops } from '../database/without-nested-loops.ts'
import { resourceSearchTextSql } from './search-text-sql.ts'

/** Updates the search text of changed resources; call it in the transaction of the change. */
export function refreshResourceSearchText(tx: ScopedTransaction): Promise<void> {
  return withoutNestedLoops(tx, async () => {
    await writeChanged(tx)
    await deleteLeftovers(tx)
  })
}

/** Only differences are written: most imports change costs and no text. */
async function writeChanged(tx: ScopedTransaction): Promise<void> {
  await sql`
    WITH current (organization_id, provider, resource_id, name, text) AS (
      SELECT organization_id, provider, resource_id, ${sql.raw(resourceSearchTextSql)} FROM resource
    )
    INSERT INTO resource_search_text (organization_id, provider, resource_id, name, text)
    SELECT * FROM current EXCEPT SELECT organization_id, provider, resource_id, name, text FROM resource_search_text
    ON CONFLICT (organization_id, provider, resource_id) DO UPDATE SET name = excluded.name, text = excluded.text
  `.execute(tx)
}

async function deleteLeftovers(tx: ScopedTransaction): Promise<void> {
  await sql`
    DELETE FROM resource_search_text AS old WHERE NOT EXISTS (SELECT FROM resource
      WHERE resource.organization_id = old.organization_id AND resource.provider = old.provider
        AND resource.resource_id = old.resource_id)
  `.execute(tx)
}
