/** The Kept processes on this database. Rows of processes that are gone are deleted by later ones. */
import type { DatabaseMigration } from '../migration.ts'

export const serverProcesses: DatabaseMigration = {
  name: '0022-server-processes',
  statements: [
    `CREATE TABLE server_process (
      id uuid PRIMARY KEY,
      host text NOT NULL,
      version text NOT NULL,
      -- What all processes must have in common: the secret key (as a fingerprint) and the shared folder.
      key_id text NOT NULL,
      folder_id text NOT NULL,
      started_at timestamptz NOT NULL DEFAULT now(),
      seen_at timestamptz NOT NULL DEFAULT now()
    )`,
  ],
}
