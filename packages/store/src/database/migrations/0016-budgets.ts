/** Budgets and what crossed them; which notifications belong to one incident. */
import type { DatabaseMigration } from '../migration.ts'

const own = `organization_id = nullif(current_setting('app.organization_id', true), '')::uuid`

function protect(table: string): string[] {
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY own_organization ON ${table} USING (${own}) WITH CHECK (${own})`,
  ]
}

export const budgets: DatabaseMigration = {
  name: '0016-budgets',
  statements: [
    `CREATE TABLE budget (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      name text NOT NULL,
      period text NOT NULL CHECK (period IN ('monthly', 'quarterly', 'yearly', 'rolling_30')),
      amount numeric NOT NULL CHECK (amount > 0),
      currency text NOT NULL,
      filters jsonb NOT NULL,
      thresholds jsonb NOT NULL,
      owner text NOT NULL,
      created_at timestamptz NOT NULL,
      UNIQUE (organization_id, name)
    )`,
    ...protect('budget'),
    `CREATE TABLE budget_crossing (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      budget_id uuid NOT NULL REFERENCES budget ON DELETE CASCADE,
      period_start date NOT NULL,
      percent integer NOT NULL,
      of text NOT NULL CHECK (of IN ('actual', 'forecast')),
      amount numeric NOT NULL,
      crossed_at timestamptz NOT NULL,
      PRIMARY KEY (budget_id, period_start, percent, of)
    )`,
    ...protect('budget_crossing'),
    `ALTER TABLE notification ADD COLUMN thread text NOT NULL DEFAULT ''`,
  ],
}
