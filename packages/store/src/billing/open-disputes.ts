/** Disputes that wait for the operator's answer, over all customers. */
import type { Reach } from '../commission/across-customers.ts'
import type { Database } from '../database/connect.ts'
import { asOperator } from './across-customers.ts'
import { type DisputeRow, readDispute } from './disputes.ts'
import { readInvoice } from './invoices.ts'

interface CustomerDispute {
  customer: { id: string; slug: string; name: string }
  dispute: DisputeRow
  /** Of the disputed document; null while it is a draft. */
  number: string | null
}

/** The oldest first. */
export async function listOpenDisputes(database: Database, { demo }: Reach): Promise<CustomerDispute[]> {
  const rows = await asOperator(database, (tx) =>
    tx
      .selectFrom('billing_dispute as d')
      .innerJoin('organization as o', 'o.id', 'd.organization_id')
      .select(['d.id', 'o.id as customerId', 'o.slug', 'o.name'])
      .where('d.state', '=', 'open')
      .where('o.demo', '=', demo)
      .orderBy('d.opened_at')
      .execute(),
  )
  const disputes: CustomerDispute[] = []
  for (const { id, customerId, slug, name } of rows) {
    const entry = await database.scoped({ organizationId: customerId }, async (tx) => {
      const dispute = await readDispute(tx, id)
      return dispute && { dispute, number: (await readInvoice(tx, dispute.invoiceId))?.number ?? null }
    })
    if (entry) disputes.push({ customer: { id: customerId, slug, name }, ...entry })
  }
  return disputes
}
