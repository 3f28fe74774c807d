/** Operator routes: the change is made in the scope of the customer whose document it is. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { noteAudit, recordAudit } from '@kept/store/audit/record.ts'
import { findOrganizationOf } from '@kept/store/billing/across-customers.ts'
import { addSettings, readSettings } from '@kept/store/billing/settings.ts'
import { actingOf } from '../platform/acting.ts'
import type { OperatorContext } from '../platform/context.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { operatorRoutes } from '../platform/implement.ts'
import { issueInvoice } from './documents/issue-invoice.ts'
import { recordTransfer } from './payments/record-transfer.ts'
import { readInvoiceDetail } from './read-invoice.ts'

export const billingAdmin = {
  issue: operatorRoutes.billingAdmin.issue.handler(async ({ context, input: { id } }) => {
    refuseInDemo(context)
    const scope = await scopeOf(context, 'billing_invoice', id, 'Invoice not found.')
    const { services } = context
    const now = services.now()
    const data = await services.state.database.scoped(scope, async (tx) => {
      const number = await issueInvoice(tx, id, { now })
      await recordAudit(tx, {
        ...actingOf(context).auditContext,
        ...{ action: 'billing.invoice_issued', target: id, summary: `Invoice ${number} was issued.` },
      })
      return readInvoiceDetail(tx, id, now)
    })
    services.log.info(
      { event: 'billing.invoice_issued', organization_id: scope.organizationId, invoice_id: id },
      'issued an invoice',
    )
    return { data }
  }),
  recordTransfer: operatorRoutes.billingAdmin.recordTransfer.handler(
    async ({ context, input: { id, ...transfer } }) => {
      refuseInDemo(context)
      const scope = await scopeOf(context, 'billing_invoice', id, 'Invoice not found.')
      const { services } = context
      const now = services.now()
      const acting = actingOf(context)
      const data = await services.state.database.scoped(scope, async (tx) => {
        const { received_on: receivedOn, ...rest } = transfer
        await recordTransfer(tx, id, { ...rest, receivedOn, recordedBy: acting.actor.name, now })
        const summary = `A transfer of ${transfer.amount} ${transfer.currency} was recorded.`
        await recordAudit(tx, { ...acting.auditContext, action: 'billing.transfer_recorded', target: id, summary })
        return readInvoiceDetail(tx, id, now)
      })
      services.log.info(
        { event: 'billing.transfer_recorded', organization_id: scope.organizationId, invoice_id: id },
        'recorded a transfer',
      )
      return { data }
    },
  ),
  settings: operatorRoutes.billingAdmin.settings.handler(async ({ context: { services } }) => ({
    data: await readSettings(services.state.database.shared),
  })),
  changeSettings: operatorRoutes.billingAdmin.changeSettings.handler(async ({ context, input }) => {
    refuseInDemo(context)
    const { services, scope } = context
    const { database } = services.state
    const acting = actingOf(context)
    await addSettings(database, input, { actorName: acting.actor.name, now: services.now() })
    const summary = 'The billing settings were changed.'
    await noteAudit(database, scope, { ...acting.auditContext, action: 'billing.settings_changed', summary })
    return { data: await readSettings(database.shared) }
  }),
}

/** The organization of what the operator changes. Throws not_found outside the operator's reach. */
async function scopeOf(
  { services, reach }: Pick<OperatorContext, 'services' | 'reach'>,
  table: Parameters<typeof findOrganizationOf>[2],
  id: string,
  notFound: string,
): Promise<Scope> {
  const organizationId = await findOrganizationOf(services.state.database, reach, table, id)
  if (organizationId === undefined) throw new KeptError('not_found', notFound)
  return { organizationId }
}
