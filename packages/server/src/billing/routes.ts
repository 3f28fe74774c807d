import { recordAudit } from '@kept/store/audit/record.ts'
import { readAccount, readSettings, writeAccount } from '@kept/store/billing/settings.ts'
import { actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { ownBilling } from './own-billing.ts'
import { listInvoiceSummaries, readInvoiceDetail } from './read-invoice.ts'

export const billing = {
  invoices: routes.billing.invoices.handler(async ({ context: { services, scope, me }, input }) => {
    const { organization, ...filter } = input
    ownBilling(organization, me)
    const { invoices, total } = await listInvoiceSummaries(services, scope, filter)
    return { data: invoices, meta: { page: input.page, page_size: input.page_size, total } }
  }),
  invoice: routes.billing.invoice.handler(async ({ context: { services, scope, me }, input }) => {
    ownBilling(input.organization, me)
    const { database } = services.state
    return { data: await database.scoped(scope, (tx) => readInvoiceDetail(tx, input.id, services.now())) }
  }),
  account: routes.billing.account.handler(async ({ context, input }) => {
    ownBilling(input.organization, context.me)
    return { data: await accountOf(context) }
  }),
  changeAccount: routes.billing.changeAccount.handler(async ({ context, input: { organization, ...account } }) => {
    ownBilling(organization, context.me)
    const { services, scope } = context
    await services.state.database.scoped(scope, async (tx) => {
      await writeAccount(tx, account, { now: services.now() })
      await recordAudit(tx, {
        ...actingOf(context).auditContext,
        ...{ action: 'billing.account_changed', summary: `Billing details were changed to ${account.buyer.name}.` },
      })
    })
    const data = await accountOf(context)
    if (!data) throw new Error('billing details were not stored')
    return { data }
  }),
}

async function accountOf({ services, scope }: Pick<SignedInContext, 'services' | 'scope'>) {
  return services.state.database.scoped(scope, async (tx) => {
    const account = await readAccount(tx)
    if (!account) return null
    const { settings } = await readSettings(tx)
    return { ...account, terms_days: account.terms_days ?? settings.terms_days }
  })
}
