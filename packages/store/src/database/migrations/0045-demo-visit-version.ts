/** The first change of a demo visit counts, as its end does: from then on its responses are its own. */
import type { DatabaseMigration } from '../migration.ts'

export const demoVisitVersion: DatabaseMigration = {
  name: '0045-demo-visit-version',
  statements: [
    `CREATE TRIGGER count_insert AFTER INSERT ON demo_visit
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_changes()`,
    `CREATE TRIGGER count_delete AFTER DELETE ON demo_visit
      REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_changes()`,
  ],
}
