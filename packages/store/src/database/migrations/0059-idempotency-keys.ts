/** Requests that carried an `Idempotency-Key`: whether they were carried out, and what was answered, for a day. */
import type { DatabaseMigration } from '../migration.ts'

const own = `organization_id = nullif(current_setting('app.organization_id', true), '')::uuid`

export const idempotencyKeys: DatabaseMigration = {
  name: '0059-idempotency-keys',
  statements: [
    `CREATE TABLE idempotency_key (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      caller text NOT NULL,
      key text NOT NULL,
      request_hash text NOT NULL,
      process_id uuid NOT NULL,
      leased_until timestamptz NOT NULL,
      carried_out boolean NOT NULL DEFAULT false,
      answer text,
      created_at timestamptz NOT NULL,
      UNIQUE (organization_id, caller, key)
    )`,
    'CREATE INDEX idempotency_key_age ON idempotency_key (organization_id, created_at)',
    'ALTER TABLE idempotency_key ENABLE ROW LEVEL SECURITY',
    'ALTER TABLE idempotency_key FORCE ROW LEVEL SECURITY',
    `CREATE POLICY own_organization ON idempotency_key USING (${own}) WITH CHECK (${own})`,
  ],
}
