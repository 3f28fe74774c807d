/** What the operator reads over all customers: receivables by age and the trial balance. */
import { type Age, ageOf } from '@kept/engine/billing/aging.ts'
import { amountText } from '@kept/engine/billing/minor.ts'
import { openAmount } from '@kept/engine/billing/payment-state.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { listOpenDisputes } from '@kept/store/billing/open-disputes.ts'
import { type CustomerInvoice, listReceivables, trialBalance } from '@kept/store/billing/receivables.ts'
import { operatorRoutes } from '../../platform/implement.ts'
import { describeDispute, describeInvoice } from '../describe.ts'

const { billingBooks: routes } = operatorRoutes

export const billingBooks = {
  disputes: routes.disputes.handler(async ({ context: { services, reach } }) => {
    const open = await listOpenDisputes(services.state.database, reach)
    return { data: open.map(({ dispute, ...entry }) => ({ ...entry, dispute: describeDispute(dispute) })) }
  }),
  receivables: routes.receivables.handler(async ({ context: { services, reach } }) => {
    const now = services.now()
    const today = utcDay(now.getTime())
    const rows = await listReceivables(services.state.database, reach)
    const open = rows.filter(({ invoice }) => invoice.state === 'issued')
    const describe = ({ invoice, customer }: CustomerInvoice) => ({ customer, invoice: describeInvoice(invoice, now) })
    const byCurrency = Map.groupBy(open, ({ invoice }) => invoice.currency)
    return {
      data: {
        currencies: [...byCurrency].map(([currency, ofCurrency]) => ({
          currency,
          ...agesOf(ofCurrency, currency, today),
        })),
        open: open.map(describe),
        drafts: rows.filter(({ invoice }) => invoice.state === 'draft').map(describe),
      },
    }
  }),
  trialBalance: routes.trialBalance.handler(async ({ context: { services, reach }, input }) => {
    const balances = await trialBalance(services.state.database, reach, input.end_date)
    const currencies = [...Map.groupBy(balances, ({ currency }) => currency)].map(([currency, accounts]) => {
      const total = (side: 'debit' | 'credit') => accounts.reduce((sum, account) => sum + account[side], 0n)
      return {
        currency,
        accounts: accounts.map(({ account, debit, credit }) => ({
          ...{ account, debit: amountText(debit, currency), credit: amountText(credit, currency) },
          balance: amountText(debit - credit, currency),
        })),
        ...{ debit: amountText(total('debit'), currency), credit: amountText(total('credit'), currency) },
        is_balanced: total('debit') === total('credit'),
      }
    })
    return { data: { currencies } }
  }),
}

function agesOf(rows: readonly CustomerInvoice[], currency: string, today: string) {
  const sumOf = (age?: Age) =>
    amountText(
      rows
        .filter(({ invoice }) => age === undefined || ageOf(invoice.dueOn ?? today, today) === age)
        .reduce((sum, { invoice }) => sum + openAmount(invoice), 0n),
      currency,
    )
  return {
    ...{ total: sumOf(), not_due: sumOf('not_due'), days_1_30: sumOf('days_1_30'), days_31_60: sumOf('days_31_60') },
    ...{ days_61_90: sumOf('days_61_90'), over_90: sumOf('over_90') },
  }
}
