/** Recommendations, every change of their status, and the evaluations of the rules that open them. */
import { demoVisitColumn, demoVisitPolicies } from './demo-visit-rows.ts'
import { protect } from './row-security.ts'

export const recommendationsSchema: readonly string[] = [
  `CREATE TABLE recommendation (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    rule text NOT NULL,
    -- Rule, location, resource and currency: the same waste detected again is the same recommendation.
    fingerprint text NOT NULL,
    title text NOT NULL,
    summary text NOT NULL,
    provider text NOT NULL,
    billing_account_id text NOT NULL,
    sub_account_id text NOT NULL,
    sub_account_name text NOT NULL,
    region text NOT NULL,
    service text NOT NULL,
    resource_id text NOT NULL,
    resource_name text NOT NULL,
    resource_type text NOT NULL,
    currency text NOT NULL,
    monthly_savings numeric,
    monthly_savings_low numeric,
    monthly_savings_high numeric,
    monthly_cost numeric NOT NULL,
    confidence double precision NOT NULL CHECK (confidence BETWEEN 0 AND 1),
    effort text NOT NULL,
    risk text NOT NULL,
    evidence jsonb NOT NULL,
    steps jsonb NOT NULL,
    status text NOT NULL CHECK (status IN
      ('open', 'accepted', 'done', 'verifying', 'verified', 'regressed', 'dismissed', 'gone')),
    owner text NOT NULL DEFAULT '',
    due_on date,
    completed_at timestamptz,
    completed_by text NOT NULL DEFAULT '' CHECK (completed_by IN ('', 'claim', 'data')),
    verified_at timestamptz,
    dismissed_reason text NOT NULL DEFAULT '',
    dismissed_until date,
    -- The fingerprint of the recommendation that counts this saving, where two rules find the same money.
    counted_in text NOT NULL DEFAULT '',
    first_seen_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    last_absent_at timestamptz,
    UNIQUE (organization_id, fingerprint)
  )`,
  `CREATE INDEX recommendation_by_saving ON recommendation (organization_id, status, monthly_savings DESC NULLS LAST)`,
  `CREATE INDEX recommendation_by_rule ON recommendation (organization_id, rule, monthly_savings DESC NULLS LAST)
    WHERE status IN ('open', 'accepted', 'regressed')`,
  // Totals are read from the index alone.
  `CREATE INDEX recommendation_open_by_currency ON recommendation (organization_id, currency)
    INCLUDE (monthly_savings, monthly_savings_low, monthly_savings_high) WHERE status = 'open' AND counted_in = ''`,
  `CREATE INDEX recommendation_of_resource ON recommendation (organization_id, resource_id) WHERE resource_id <> ''`,
  ...protect('recommendation'),
  `CREATE TABLE recommendation_transition (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    recommendation_id uuid NOT NULL REFERENCES recommendation ON DELETE CASCADE,
    status_before text NOT NULL,
    status_after text NOT NULL,
    actor_name text NOT NULL,
    note text NOT NULL DEFAULT '',
    at timestamptz NOT NULL,
    ${demoVisitColumn}
  )`,
  `CREATE INDEX recommendation_transition_of_recommendation
    ON recommendation_transition (organization_id, recommendation_id, id)`,
  ...protect('recommendation_transition'),
  ...demoVisitPolicies('recommendation_transition'),
  `CREATE TABLE rule_evaluation (
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    rule text NOT NULL,
    recommendations integer NOT NULL,
    evaluated_count bigint NOT NULL,
    skip_reasons jsonb NOT NULL,
    evaluated_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, rule)
  )`,
  ...protect('rule_evaluation'),
]
