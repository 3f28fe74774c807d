/** Why an import failed, as a code beside its sentence: what is too large is not tried again until it changes. */
import type { DatabaseMigration } from '../migration.ts'

export const importErrorCode: DatabaseMigration = {
  name: '0058-import-error-code',
  statements: ["ALTER TABLE import ADD COLUMN error_code text NOT NULL DEFAULT ''"],
}
