/** Movements that the rail reported, and what the journal booked for the same charges. For the operator. */
import type { RailMovement } from '@kept/domain/billing/payment-rail.ts'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'
import { acrossCustomers } from './rail-across-customers.ts'

export async function addMovements(database: Database, movements: readonly RailMovement[]): Promise<void> {
  if (movements.length === 0) return
  await database.shared
    .insertInto('billing_rail_movement')
    .values(
      movements.map(({ ref, kind, chargeRef, currency, amountMinor, at }) => ({
        ...{ ref, kind, charge_ref: chargeRef, currency, amount_minor: amountMinor, moved_at: new Date(at * 1000) },
      })),
    )
    .onConflict((conflict) => conflict.column('ref').doNothing())
    .execute()
}

interface ChargeSum {
  chargeRef: string
  currency: string
  minor: bigint
  lastAt: number
}

/** Without the rail's fees and payouts, which the journal does not book. */
export async function sumMovements(database: Database): Promise<ChargeSum[]> {
  const rows = await database.shared
    .selectFrom('billing_rail_movement')
    .select(['charge_ref', 'currency'])
    .select((eb) => [
      eb.fn.sum<string>('amount_minor').as('minor'),
      sql<string>`extract(epoch FROM max(moved_at))`.as('last_at'),
    ])
    .where('kind', 'in', ['charge', 'refund', 'dispute'])
    .where('charge_ref', 'is not', null)
    .groupBy(['charge_ref', 'currency'])
    .execute()
  return rows.map(({ charge_ref, currency, minor, last_at }) => ({
    ...{ chargeRef: charge_ref ?? '', currency, minor: BigInt(minor), lastAt: Number(last_at) },
  }))
}

/** Cash that the journal booked for charges of the rail: debits less credits. */
export async function sumJournal(
  database: Database,
): Promise<(ChargeSum & { paymentId: string; organizationId: string })[]> {
  const { rows } = await acrossCustomers(database, (tx: Transaction<Schema>) =>
    sql<{
      charge_ref: string
      payment_id: string
      organization_id: string
      currency: string
      minor: string
      last_at: string
    }>`
      WITH source AS (
        SELECT id AS payment_id, 'payment ' || id AS source FROM billing_payment WHERE rail = 'stripe'
        UNION ALL
        SELECT payment_id, 'refund ' || id FROM billing_refund
      ), booked AS (
        SELECT t.id, t.booked_at, coalesce(s.payment_id, substring(t.source FROM '^chargeback (?:returned )?([0-9a-f-]{36}) ')::uuid) AS payment_id
        FROM billing_journal_transaction t LEFT JOIN source s ON s.source = t.source
        WHERE t.kind IN ('payment', 'purchase', 'refund', 'chargeback', 'chargeback_returned')
      )
      SELECT p.rail_ref AS charge_ref, p.id AS payment_id, p.organization_id, p.currency,
        sum(j.debit_minor - j.credit_minor) AS minor, extract(epoch FROM max(b.booked_at)) AS last_at
      FROM booked b
      JOIN billing_payment p ON p.id = b.payment_id AND p.rail = 'stripe' AND p.rail_ref IS NOT NULL
      JOIN billing_journal_posting j ON j.transaction_id = b.id AND j.account = 'cash'
      GROUP BY p.rail_ref, p.id, p.organization_id, p.currency`.execute(tx),
  )
  return rows.map((row) => ({
    ...{ chargeRef: row.charge_ref, paymentId: row.payment_id, organizationId: row.organization_id },
    ...{ currency: row.currency, minor: BigInt(row.minor), lastAt: Number(row.last_at) },
  }))
}
