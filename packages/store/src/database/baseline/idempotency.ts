/** Requests with an `Idempotency-Key`: whether they were executed and the response, stored for a day. */
import { protect } from './row-security.ts'

export const idempotencySchema: readonly string[] = [
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
  ...protect('idempotency_key'),
]
