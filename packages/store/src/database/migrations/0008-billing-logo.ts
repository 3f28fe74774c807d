/** The operator's logo on invoices: each change is a new version, so that earlier documents keep theirs. */
import { appendOnly } from '../baseline/append-only.ts'
import type { DatabaseMigration } from '../migration.ts'

export const billingLogo: DatabaseMigration = {
  name: '0008-billing-logo',
  statements: [
    `CREATE TABLE billing_logo (
      version integer PRIMARY KEY,
      -- Null: no logo from this version on.
      picture bytea,
      changed_by text NOT NULL,
      changed_at timestamptz NOT NULL
    )`,
    ...appendOnly('billing_logo'),
  ],
}
