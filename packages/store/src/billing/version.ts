import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'

/** What an overview is computed from: it changes with every document, payment, credit, statement and calculation. */
export async function billingVersion(tx: ScopedTransaction): Promise<unknown> {
  const { rows } = await sql`SELECT
    (SELECT count(*) FROM savings_statement) AS statements,
    (SELECT max(calculated_at) FROM savings_run) AS calculated,
    (SELECT max(id) FROM billing_journal_transaction) AS booked,
    (SELECT string_agg(id || state || issue_after, ' ' ORDER BY id) FROM billing_invoice WHERE state <> 'issued') AS drafts,
    (SELECT count(*) FROM billing_dispute) AS disputes,
    (SELECT max(answered_at) FROM billing_dispute) AS answered,
    (SELECT updated_at FROM billing_account) AS account,
    (SELECT updated_at FROM billing_subscription) AS subscription,
    (SELECT max(version) FROM billing_settings) AS settings`.execute(tx)
  return rows[0]
}
