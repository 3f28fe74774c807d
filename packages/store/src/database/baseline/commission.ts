/**
 * Commission: the default for all customers and rules of single customers. Each change is a new version. Operators read
 * the rules and statements of every customer (`app.installation`, set by one repository for reading only); a customer
 * reads its own.
 */
import { appendOnly } from './append-only.ts'
import { protect } from './row-security.ts'

const operator = `current_setting('app.installation', true) = 'on'`

export const commissionSchema: readonly string[] = [
  `CREATE TABLE commission_settings (
    version integer PRIMARY KEY,
    settings jsonb NOT NULL,
    valid_from text NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamptz NOT NULL
  )`,
  ...appendOnly('commission_settings'),
  `CREATE TABLE commission_rule (
    organization_id uuid NOT NULL REFERENCES organization,
    version integer NOT NULL,
    -- Null: the default applies from then on.
    rule jsonb,
    tier text NOT NULL,
    valid_from text NOT NULL,
    note text NOT NULL DEFAULT '',
    changed_by text NOT NULL,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, version)
  )`,
  ...protect('commission_rule'),
  `CREATE POLICY installation ON commission_rule FOR SELECT USING (${operator})`,
  ...appendOnly('commission_rule'),
  `CREATE POLICY installation ON savings_statement FOR SELECT USING (${operator})`,
]
