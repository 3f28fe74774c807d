/** A change by the operator: in the scope of the customer whose it is, audited there, and in one transaction. */
import { KeptError } from '@kept/domain/errors.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { findOrganizationOf } from '@kept/store/billing/across-customers.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { type Acting, actingOf } from '../../platform/acting.ts'
import type { OperatorContext } from '../../platform/context.ts'
import { refuseInDemo } from '../../platform/demo-limits.ts'

type Table = Parameters<typeof findOrganizationOf>[2]

const nouns: Record<Table, string> = {
  billing_invoice: 'Invoice',
  billing_payment: 'Payment',
  billing_credit: 'Credit',
  billing_dispute: 'Dispute',
}

interface ChangeBase {
  table: Table
  id: string
  /** "invoice_issued". */
  action: string
  /** One sentence for the audit log. */
  summary: string
}

export async function changeAsOperator<T>(
  context: OperatorContext,
  { table, id, action, summary }: ChangeBase,
  work: (tx: ScopedTransaction, details: { acting: Acting; now: Date }) => Promise<T>,
): Promise<T> {
  refuseInDemo(context)
  const { services, reach } = context
  const { database } = services.state
  const organizationId = await findOrganizationOf(database, reach, table, id)
  if (organizationId === undefined) throw new KeptError('not_found', `${nouns[table]} not found.`)
  const acting = actingOf(context)
  const result = await database.scoped({ organizationId }, async (tx) => {
    const result = await work(tx, { acting, now: services.now() })
    await recordAudit(tx, { ...acting.auditContext, action: `billing.${action}`, target: id, summary })
    return result
  })
  services.log.info({ event: `billing.${action}`, organization_id: organizationId, id }, summary)
  return result
}
