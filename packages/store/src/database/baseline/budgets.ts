/** Budgets and the thresholds that were crossed. */
import { demoVisitColumn, demoVisitPolicies, uniqueNameWithinVisit } from './demo-visit-rows.ts'
import { protect } from './row-security.ts'

export const budgetsSchema: readonly string[] = [
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
    ${demoVisitColumn}
  )`,
  uniqueNameWithinVisit('budget'),
  ...protect('budget'),
  ...demoVisitPolicies('budget'),
  `CREATE TABLE budget_crossing (
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    budget_id uuid NOT NULL REFERENCES budget ON DELETE CASCADE,
    period_start date NOT NULL,
    percent integer NOT NULL,
    basis text NOT NULL CHECK (basis IN ('actual', 'forecast')),
    amount numeric NOT NULL,
    crossed_at timestamptz NOT NULL,
    PRIMARY KEY (budget_id, period_start, percent, basis)
  )`,
  ...protect('budget_crossing'),
]
