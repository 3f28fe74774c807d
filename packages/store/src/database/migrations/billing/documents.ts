/**
 * Invoices and credit notes, their lines, the statements they rest on, and disputes. An issued document never changes;
 * each signed statement is billed once, which the primary key of `billing_statement` guarantees.
 */
import { protect } from '../../baseline/row-security.ts'

/** Operators read every customer's receivables (`app.installation`, set by one repository for reading only). */
const operator = `current_setting('app.installation', true) = 'on'`
export const readableByOperator = (table: string) =>
  `CREATE POLICY installation ON ${table} FOR SELECT USING (${operator})`

/** Columns of a document that never change once it is issued. */
const issuedColumns = [
  'id, organization_id, kind, state, number, currency, period, issued_at, issued_on, due_on, document',
  'net_minor, tax_minor, gross_minor, credit_applied_minor, due_minor, corrects_invoice_id',
].join(', ')
const columnsOf = (row: string) => `ROW(${issuedColumns.replaceAll(/\w+/g, (name) => `${row}.${name}`)})`

export const documentTables: readonly string[] = [
  // The last number of each series, such as "KPT-2026". Spent in the transaction that issues.
  `CREATE TABLE billing_number_series (
    series text PRIMARY KEY,
    last_number integer NOT NULL CHECK (last_number > 0)
  )`,
  `CREATE TABLE billing_invoice (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization,
    kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
    state text NOT NULL CHECK (state IN ('draft', 'issued', 'voided')),
    payment_state text NOT NULL DEFAULT 'none' CHECK (payment_state IN
      ('none', 'pending', 'action_required', 'partial', 'paid', 'failed', 'refunded', 'uncollectible')),
    sync_state text NOT NULL DEFAULT 'off' CHECK (sync_state IN ('off', 'pending', 'ok', 'failed')),
    number text UNIQUE,
    currency text NOT NULL,
    period text NOT NULL,
    created_at timestamptz NOT NULL,
    -- End of the draft window, in which lines can be disputed.
    issue_after timestamptz NOT NULL,
    issued_at timestamptz,
    issued_on date,
    due_on date,
    voided_at timestamptz,
    void_reason text NOT NULL DEFAULT '',
    -- Minor units; zero until it is issued.
    net_minor bigint NOT NULL DEFAULT 0,
    tax_minor bigint NOT NULL DEFAULT 0,
    gross_minor bigint NOT NULL DEFAULT 0,
    credit_applied_minor bigint NOT NULL DEFAULT 0,
    due_minor bigint NOT NULL DEFAULT 0,
    -- What settled it since: payments less what was given back, credits applied later, and amounts written off.
    paid_minor bigint NOT NULL DEFAULT 0,
    credited_minor bigint NOT NULL DEFAULT 0,
    written_off_minor bigint NOT NULL DEFAULT 0,
    corrects_invoice_id uuid,
    -- An InvoiceDocument, frozen when it is issued.
    document jsonb,
    UNIQUE (organization_id, id),
    FOREIGN KEY (organization_id, corrects_invoice_id) REFERENCES billing_invoice (organization_id, id),
    CONSTRAINT numbered_when_issued CHECK ((state = 'issued') = (number IS NOT NULL)),
    CONSTRAINT frozen_when_issued CHECK ((state = 'issued') = (document IS NOT NULL)),
    CONSTRAINT settled_within CHECK (paid_minor >= 0 AND credited_minor >= 0 AND written_off_minor >= 0
      AND paid_minor + credited_minor + written_off_minor <= greatest(due_minor, 0))
  )`,
  `CREATE UNIQUE INDEX billing_invoice_open_draft ON billing_invoice (organization_id, currency)
    WHERE state = 'draft' AND kind = 'invoice'`,
  `CREATE INDEX billing_invoice_newest ON billing_invoice (organization_id, created_at DESC)`,
  `CREATE INDEX billing_invoice_waiting ON billing_invoice (issue_after) WHERE state = 'draft'`,
  ...protect('billing_invoice'),
  readableByOperator('billing_invoice'),
  `CREATE FUNCTION reject_issued_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      IF OLD.state <> 'draft' THEN RAISE EXCEPTION 'only a draft can be deleted'; END IF;
      RETURN OLD;
    END IF;
    IF OLD.state = 'voided' THEN RAISE EXCEPTION 'a voided document is never changed'; END IF;
    IF OLD.state = 'issued' AND ${columnsOf('OLD')} IS DISTINCT FROM ${columnsOf('NEW')} THEN
      RAISE EXCEPTION 'an issued document is never changed';
    END IF;
    RETURN NEW;
  END $$`,
  `CREATE TRIGGER issued_invoice_is_immutable BEFORE UPDATE OR DELETE ON billing_invoice
    FOR EACH ROW EXECUTE FUNCTION reject_issued_invoice_change()`,
  // One row for each signed statement that was handled; a second one cannot be inserted.
  `CREATE TABLE billing_statement (
    statement_id uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organization,
    outcome text NOT NULL CHECK (outcome IN ('nothing_to_bill', 'drafted', 'credited')),
    -- Null: nothing to bill.
    invoice_id uuid,
    currency text NOT NULL,
    period text NOT NULL,
    fee_minor bigint NOT NULL,
    billed_at timestamptz NOT NULL,
    FOREIGN KEY (organization_id, invoice_id) REFERENCES billing_invoice (organization_id, id)
  )`,
  `CREATE INDEX billing_statement_of_invoice ON billing_statement (organization_id, invoice_id)`,
  ...protect('billing_statement'),
  `CREATE TABLE billing_invoice_line (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization,
    -- Null while it is held: a disputed line has left its draft.
    invoice_id uuid,
    statement_id uuid NOT NULL,
    state text NOT NULL DEFAULT 'billed' CHECK (state IN ('billed', 'held', 'dropped')),
    position integer NOT NULL,
    line_group text NOT NULL,
    description text NOT NULL,
    currency text NOT NULL,
    period text NOT NULL,
    saved numeric NOT NULL,
    fee_exact numeric NOT NULL,
    fee_minor bigint NOT NULL,
    actions jsonb NOT NULL,
    UNIQUE (organization_id, id),
    FOREIGN KEY (organization_id, invoice_id) REFERENCES billing_invoice (organization_id, id),
    FOREIGN KEY (statement_id) REFERENCES billing_statement (statement_id),
    CONSTRAINT billed_in_an_invoice CHECK (state <> 'billed' OR invoice_id IS NOT NULL)
  )`,
  `CREATE INDEX billing_invoice_line_of_invoice ON billing_invoice_line (organization_id, invoice_id)`,
  `CREATE INDEX billing_invoice_line_of_statement ON billing_invoice_line (organization_id, statement_id)`,
  ...protect('billing_invoice_line'),
  `CREATE TABLE billing_dispute (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization,
    invoice_id uuid NOT NULL,
    line_id uuid NOT NULL,
    state text NOT NULL CHECK (state IN ('open', 'accepted', 'rejected')),
    reason text NOT NULL,
    opened_by text NOT NULL,
    opened_at timestamptz NOT NULL,
    answer text NOT NULL DEFAULT '',
    answered_by text NOT NULL DEFAULT '',
    answered_at timestamptz,
    -- The credit note of a dispute that was accepted after the invoice was issued.
    credit_note_id uuid,
    FOREIGN KEY (organization_id, invoice_id) REFERENCES billing_invoice (organization_id, id),
    FOREIGN KEY (organization_id, line_id) REFERENCES billing_invoice_line (organization_id, id)
  )`,
  `CREATE UNIQUE INDEX billing_dispute_open ON billing_dispute (organization_id, line_id) WHERE state = 'open'`,
  ...protect('billing_dispute'),
  readableByOperator('billing_dispute'),
  // What was sent about a document, in order.
  `CREATE TABLE billing_email (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization,
    invoice_id uuid,
    kind text NOT NULL,
    recipients jsonb NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    state text NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
    error text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    sent_at timestamptz,
    -- The same event is written about once.
    source text NOT NULL,
    UNIQUE (organization_id, source),
    FOREIGN KEY (organization_id, invoice_id) REFERENCES billing_invoice (organization_id, id)
  )`,
  ...protect('billing_email'),
  readableByOperator('billing_email'),
]
