/** What operators of this installation read of every customer's billing. Changes are made in the customer's own scope. */
import { sql, type Transaction } from 'kysely'
import type { Reach } from '../commission/across-customers.ts'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'

/** Opens the policies `installation` for one transaction. */
export function asOperator<T>(database: Database, work: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
  return database.shared.transaction().execute(async (tx) => {
    await sql`SELECT set_config('app.installation', 'on', true)`.execute(tx)
    return work(tx)
  })
}

/** The organization of a document; undefined when the operator does not see it. */
export async function findOrganizationOf(
  database: Database,
  { demo }: Reach,
  table: 'billing_invoice' | 'billing_payment' | 'billing_credit' | 'billing_dispute',
  id: string,
): Promise<string | undefined> {
  const { rows } = await asOperator(database, (tx) =>
    sql<{ id: string }>`SELECT o.id FROM ${sql.table(table)} t JOIN organization o ON o.id = t.organization_id
      WHERE t.id = ${id} AND o.demo = ${demo}`.execute(tx),
  )
  return rows[0]?.id
}
