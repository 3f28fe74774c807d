/**
 * The words of a resource beside it: a search reads these short rows alone. (A trigram index would be of no use: under
 * row-level security only operators that are marked as leak-proof may be answered from an index, and LIKE is not.)
 */
import { resourceWordsSql } from '../../resources/words-sql.ts'
import type { DatabaseMigration } from '../migration.ts'

const own = `organization_id = nullif(current_setting('app.organization_id', true), '')::uuid`

export const resourceWords: DatabaseMigration = {
  name: '0021-resource-words',
  statements: [
    `CREATE TABLE resource_words (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      provider text NOT NULL,
      resource_id text NOT NULL,
      -- Its beginning, in lower case: a name may be longer than an index takes.
      name text COLLATE "C" NOT NULL,
      -- Id, name, type and tags, a line each, in lower case.
      words text COLLATE "C" NOT NULL,
      PRIMARY KEY (organization_id, provider, resource_id)
    )`,
    // Every organisation's; the owner of a table is held by its policies too, as long as they are forced.
    `ALTER TABLE resource NO FORCE ROW LEVEL SECURITY`,
    `INSERT INTO resource_words (organization_id, provider, resource_id, name, words)
      SELECT organization_id, provider, resource_id, ${resourceWordsSql} FROM resource`,
    `ALTER TABLE resource FORCE ROW LEVEL SECURITY`,
    `CREATE INDEX resource_words_by_name ON resource_words (organization_id, name)`,
    `ALTER TABLE resource_words ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE resource_words FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY own_organization ON resource_words USING (${own}) WITH CHECK (${own})`,
    `CREATE INDEX finding_by_rule ON finding (organization_id, rule, monthly_saving DESC NULLS LAST)
      WHERE status IN ('open', 'accepted', 'regressed')`,
  ],
}
