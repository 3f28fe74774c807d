/** The column mapping a person gave for a bill of no known kind; with the import, so that every attempt has it. */
import type { DatabaseMigration } from '../migration.ts'

export const importMapping: DatabaseMigration = {
  name: '0005-import-mapping',
  statements: ['ALTER TABLE import ADD COLUMN mapping jsonb'],
}
