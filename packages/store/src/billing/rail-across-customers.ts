/** What jobs of the payment rail find over all organizations. Changes are made in each organization's own scope. */
import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'

interface Found {
  organizationId: string
  id: string
}

/** Opens the policies `installation` for one transaction. */
export function acrossCustomers<T>(database: Database, work: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
  return database.shared.transaction().execute(async (tx) => {
    await sql`SELECT set_config('app.installation', 'on', true)`.execute(tx)
    return work(tx)
  })
}

/** The payment of a charge, by the charge or by the id that Kept gave the payment. */
export async function findPaymentOf(
  database: Database,
  { chargeRef, paymentId }: { chargeRef: string; paymentId: string | null },
): Promise<Found | undefined> {
  const row = await acrossCustomers(database, (tx) =>
    tx
      .selectFrom('billing_payment')
      .select(['organization_id', 'id'])
      .where('rail', '=', 'stripe')
      .where(({ or, eb }) =>
        or([eb('rail_ref', '=', chargeRef), ...(paymentId === null ? [] : [eb('id', '=', paymentId)])]),
      )
      .executeTakeFirst(),
  )
  return row && toFound(row)
}

/** Attempts that have not settled, and were not looked at since `before`. */
export function listStaleAttempts(database: Database, before: Date): Promise<Found[]> {
  return acrossCustomers(database, async (tx) => {
    const rows = await tx
      .selectFrom('billing_payment')
      .select(['organization_id', 'id'])
      .where('rail', '=', 'stripe')
      .where('state', 'in', ['pending', 'action_required'])
      .where(({ or, eb }) => or([eb('rail_ref', 'is', null), eb('updated_at', '<', before)]))
      .orderBy('created_at')
      .limit(1000)
      .execute()
    return rows.map(toFound)
  })
}

/** Refunds whose outcome is not known, with their payment. */
export function listPendingRefunds(database: Database): Promise<(Found & { paymentId: string })[]> {
  return acrossCustomers(database, async (tx) => {
    const rows = await tx
      .selectFrom('billing_refund as r')
      .innerJoin('billing_payment as p', 'p.id', 'r.payment_id')
      .select(['r.organization_id', 'r.id', 'r.payment_id'])
      .where('p.rail', '=', 'stripe')
      .where('r.state', '=', 'pending')
      .orderBy('r.created_at')
      .limit(1000)
      .execute()
    return rows.map((row) => ({ ...toFound(row), paymentId: row.payment_id }))
  })
}

/** Invoices that are due and were never charged, of organizations that pay through the rail. */
export function listDueInvoices(database: Database, today: string): Promise<Found[]> {
  return acrossCustomers(database, async (tx) => {
    const rows = await tx
      .selectFrom('billing_invoice as i')
      .innerJoin('billing_payment_method as m', 'm.organization_id', 'i.organization_id')
      .innerJoin('billing_account as a', 'a.organization_id', 'i.organization_id')
      .select(['i.organization_id', 'i.id'])
      .where('a.preferred_rail', '=', 'stripe')
      .where('m.is_default', '=', true)
      .where('m.removed_at', 'is', null)
      .where('i.kind', '=', 'invoice')
      .where('i.state', '=', 'issued')
      .where('i.due_on', '<=', today)
      .where(sql<boolean>`i.due_minor > i.paid_minor + i.credited_minor + i.written_off_minor`)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('billing_payment as p')
              .select('p.id')
              .whereRef('p.invoice_id', '=', 'i.id')
              .where('p.rail', '=', 'stripe'),
          ),
        ),
      )
      .orderBy('i.due_on')
      .limit(1000)
      .execute()
    return rows.map(toFound)
  })
}

/** Issued invoices after their due date that still ask for money. */
export function listOverdueInvoices(
  database: Database,
  today: string,
): Promise<(Found & { currency: string; dueOn: string })[]> {
  return acrossCustomers(database, async (tx) => {
    const rows = await tx
      .selectFrom('billing_invoice as i')
      .innerJoin('organization as o', 'o.id', 'i.organization_id')
      .leftJoin('billing_dunning_pause as d', 'd.organization_id', 'i.organization_id')
      .select(['i.organization_id', 'i.id', 'i.currency', 'i.due_on'])
      .where('o.demo', '=', false)
      .where('d.organization_id', 'is', null)
      .where('i.kind', '=', 'invoice')
      .where('i.state', '=', 'issued')
      .where('i.due_on', '<=', today)
      .where(sql<boolean>`i.due_minor > i.paid_minor + i.credited_minor + i.written_off_minor`)
      .orderBy('i.due_on')
      .execute()
    return rows.map((row) => ({ ...toFound(row), currency: row.currency, dueOn: row.due_on ?? today }))
  })
}

export function listOpenSetups(database: Database): Promise<{ organizationId: string; ref: string }[]> {
  return acrossCustomers(database, async (tx) => {
    const rows = await tx
      .selectFrom('billing_payment_setup')
      .select(['organization_id', 'rail_ref'])
      .where('state', '=', 'open')
      .orderBy('created_at')
      .limit(1000)
      .execute()
    return rows.map(({ organization_id, rail_ref }) => ({ organizationId: organization_id, ref: rail_ref }))
  })
}

/** Removed here, and not yet at the rail. */
export function listMethodsToDetach(database: Database): Promise<(Found & { ref: string })[]> {
  return acrossCustomers(database, async (tx) => {
    const rows = await tx
      .selectFrom('billing_payment_method')
      .select(['organization_id', 'id', 'rail_ref'])
      .where('removed_at', 'is not', null)
      .where('detached_at', 'is', null)
      .limit(1000)
      .execute()
    return rows.map((row) => ({ ...toFound(row), ref: row.rail_ref }))
  })
}

/** Organizations with emails that were not sent yet. */
export function listOrganizationsWithEmails(database: Database): Promise<string[]> {
  return acrossCustomers(database, async (tx) => {
    const rows = await tx
      .selectFrom('billing_email')
      .select('organization_id')
      .distinct()
      .where('state', 'in', ['waiting', 'failed'])
      .execute()
    return rows.map(({ organization_id }) => organization_id)
  })
}

export async function findOrganizationOfCustomer(database: Database, ref: string): Promise<string | undefined> {
  const row = await acrossCustomers(database, (tx) =>
    tx.selectFrom('billing_rail_customer').select('organization_id').where('ref', '=', ref).executeTakeFirst(),
  )
  return row?.organization_id
}

function toFound({ organization_id, id }: { organization_id: string; id: string }): Found {
  return { organizationId: organization_id, id }
}
