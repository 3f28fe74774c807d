import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import { resourceWordsSql } from './words-sql.ts'

/** Brings what the search reads in step with the resources; called by whoever changed some, in the same transaction. */
export async function refreshResourceWords(tx: ScopedTransaction): Promise<void> {
  // Only what differs is written: most deliveries change costs and no words.
  await sql`
    WITH fresh (organization_id, provider, resource_id, name, words) AS (
      SELECT organization_id, provider, resource_id, ${sql.raw(resourceWordsSql)} FROM resource
    )
    INSERT INTO resource_words (organization_id, provider, resource_id, name, words)
    SELECT * FROM fresh EXCEPT SELECT organization_id, provider, resource_id, name, words FROM resource_words
    ON CONFLICT (organization_id, provider, resource_id) DO UPDATE SET name = excluded.name, words = excluded.words
  `.execute(tx)
  await sql`
    DELETE FROM resource_words AS old WHERE NOT EXISTS (SELECT FROM resource
      WHERE resource.organization_id = old.organization_id AND resource.provider = old.provider
        AND resource.resource_id = old.resource_id)
  `.execute(tx)
}
