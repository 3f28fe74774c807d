/**
 * Money: credits, payments, refunds, and the double-entry journal in which each event is booked once. Amounts are whole
 * minor units of the currency.
 */
import { appendOnly } from '../../baseline/append-only.ts'
import { protect } from '../../baseline/row-security.ts'
import { readableByOperator } from './documents.ts'

export const moneyTables: readonly string[] = [
  `CREATE TABLE billing_credit (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization,
    currency text NOT NULL,
    source text NOT NULL CHECK (source IN ('purchase', 'credit_note', 'overpayment')),
    state text NOT NULL CHECK (state IN ('pending', 'available', 'canceled')),
    amount_minor bigint NOT NULL CHECK (amount_minor > 0),
    remaining_minor bigint NOT NULL,
    -- The credit note, or the invoice that was overpaid; null for a purchase.
    invoice_id uuid,
    -- What a transfer for it must quote.
    reference text NOT NULL,
    created_by text NOT NULL,
    created_at timestamptz NOT NULL,
    available_at timestamptz,
    UNIQUE (organization_id, id),
    FOREIGN KEY (organization_id, invoice_id) REFERENCES billing_invoice (organization_id, id),
    CONSTRAINT never_negative CHECK (remaining_minor >= 0 AND remaining_minor <= amount_minor)
  )`,
  `CREATE UNIQUE INDEX billing_credit_reference ON billing_credit (reference)`,
  `CREATE INDEX billing_credit_oldest ON billing_credit (organization_id, currency, available_at)`,
  ...protect('billing_credit'),
  readableByOperator('billing_credit'),
  `CREATE TABLE billing_credit_use (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization,
    credit_id uuid NOT NULL,
    invoice_id uuid NOT NULL,
    amount_minor bigint NOT NULL CHECK (amount_minor > 0),
    used_at timestamptz NOT NULL,
    FOREIGN KEY (organization_id, credit_id) REFERENCES billing_credit (organization_id, id),
    FOREIGN KEY (organization_id, invoice_id) REFERENCES billing_invoice (organization_id, id)
  )`,
  ...protect('billing_credit_use'),
  ...appendOnly('billing_credit_use'),
  // Money received or attempted, on any rail.
  `CREATE TABLE billing_payment (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization,
    -- One of the two is what it pays for.
    invoice_id uuid,
    credit_id uuid,
    rail text NOT NULL CHECK (rail IN ('transfer', 'stripe')),
    state text NOT NULL CHECK (state IN ('pending', 'action_required', 'paid', 'failed', 'canceled')),
    currency text NOT NULL,
    amount_minor bigint NOT NULL CHECK (amount_minor > 0),
    -- What of it settled its invoice; the rest of a transfer went to the credit balance.
    applied_minor bigint NOT NULL DEFAULT 0,
    refunded_minor bigint NOT NULL DEFAULT 0,
    -- Taken back by the customer's bank.
    disputed_minor bigint NOT NULL DEFAULT 0,
    -- Of a transfer: as the bank's statement names it.
    reference text NOT NULL DEFAULT '',
    rail_ref text,
    -- Stored before the rail is called, so that a call repeated after a crash moves no money twice.
    idempotency_key text NOT NULL UNIQUE,
    method_id uuid,
    failure_reason text NOT NULL DEFAULT '',
    action_url text,
    recorded_by text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    -- The day on which the money arrived.
    received_on date,
    UNIQUE (organization_id, id),
    FOREIGN KEY (organization_id, invoice_id) REFERENCES billing_invoice (organization_id, id),
    FOREIGN KEY (organization_id, credit_id) REFERENCES billing_credit (organization_id, id),
    CONSTRAINT given_back_within CHECK (refunded_minor >= 0 AND disputed_minor >= 0 AND applied_minor >= 0
      AND refunded_minor + disputed_minor <= amount_minor AND applied_minor <= amount_minor)
  )`,
  `CREATE UNIQUE INDEX billing_payment_on_rail ON billing_payment (rail, rail_ref) WHERE rail_ref IS NOT NULL`,
  `CREATE INDEX billing_payment_of_invoice ON billing_payment (organization_id, invoice_id)`,
  ...protect('billing_payment'),
  readableByOperator('billing_payment'),
  `CREATE TABLE billing_refund (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization,
    payment_id uuid NOT NULL,
    state text NOT NULL CHECK (state IN ('pending', 'paid', 'failed')),
    amount_minor bigint NOT NULL CHECK (amount_minor > 0),
    reason text NOT NULL,
    rail_ref text,
    idempotency_key text NOT NULL UNIQUE,
    failure_reason text NOT NULL DEFAULT '',
    recorded_by text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    FOREIGN KEY (organization_id, payment_id) REFERENCES billing_payment (organization_id, id)
  )`,
  ...protect('billing_refund'),
  readableByOperator('billing_refund'),
  `CREATE TABLE billing_journal_transaction (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organization,
    -- Names the event, such as "issue <invoice>": a repeated event is refused.
    source text NOT NULL UNIQUE,
    kind text NOT NULL CHECK (kind IN ('issue', 'credit_note', 'credit_applied', 'purchase', 'payment', 'refund',
      'chargeback', 'chargeback_returned', 'write_off', 'write_off_returned')),
    currency text NOT NULL,
    description text NOT NULL,
    invoice_id uuid,
    booked_at timestamptz NOT NULL,
    UNIQUE (organization_id, id)
  )`,
  `CREATE INDEX billing_journal_newest ON billing_journal_transaction (organization_id, booked_at)`,
  ...protect('billing_journal_transaction'),
  readableByOperator('billing_journal_transaction'),
  ...appendOnly('billing_journal_transaction'),
  `CREATE TABLE billing_journal_posting (
    transaction_id bigint NOT NULL,
    position integer NOT NULL,
    organization_id uuid NOT NULL REFERENCES organization,
    account text NOT NULL CHECK (account IN ('receivable', 'revenue', 'tax', 'cash', 'credits', 'write_off')),
    debit_minor bigint NOT NULL DEFAULT 0,
    credit_minor bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (transaction_id, position),
    FOREIGN KEY (organization_id, transaction_id) REFERENCES billing_journal_transaction (organization_id, id),
    CONSTRAINT on_one_side CHECK (debit_minor >= 0 AND credit_minor >= 0 AND (debit_minor = 0 OR credit_minor = 0))
  )`,
  ...protect('billing_journal_posting'),
  readableByOperator('billing_journal_posting'),
  ...appendOnly('billing_journal_posting'),
  // A transaction has one currency, so its sums are of one.
  `CREATE FUNCTION reject_unbalanced_journal() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE difference numeric;
  BEGIN
    SELECT sum(debit_minor - credit_minor) INTO difference
      FROM billing_journal_posting WHERE transaction_id = NEW.transaction_id;
    IF difference <> 0 THEN
      RAISE EXCEPTION 'journal transaction % is not balanced: debit less credit is %', NEW.transaction_id, difference;
    END IF;
    RETURN NULL;
  END $$`,
  `CREATE CONSTRAINT TRIGGER journal_is_balanced AFTER INSERT ON billing_journal_posting
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION reject_unbalanced_journal()`,
]
