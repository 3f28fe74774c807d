/** What a billing alert is to be sent for now. */
import { randomUUID } from 'node:crypto'
import type { AlertSeverity } from '@kept/domain/alert-labels.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { amountText, toMinor } from '@kept/engine/billing/minor.ts'
import { openAmount } from '@kept/engine/billing/payment-state.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { utcDay, utcMonth } from '@kept/foundation/calendar/instant.ts'
import { compare } from '@kept/foundation/decimal.ts'
import { formatMonth } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import type { BillingAlertRow, BillingCrossing } from '@kept/store/billing/alerts.ts'
import { listCredits } from '@kept/store/billing/credits.ts'
import { listInvoices } from '@kept/store/billing/invoices.ts'
import { statesOf } from '../../budgets/public/budget-state.ts'
import type { AlertDeps } from '../deps.ts'
import { invoicePath } from '../invoice-path.ts'
import { usageOf } from '../usage.ts'

/** The subject of a balance: it is either below its limit or not. */
export const balanceSubject = 'below'

export function findCrossings(deps: AlertDeps, scope: Scope, alert: BillingAlertRow): Promise<BillingCrossing[]> {
  switch (alert.kind) {
    case 'fee':
      return findFees(deps, scope, alert)
    case 'spend':
      return findSpend(deps, scope, alert)
    case 'credit_balance':
      return findLowBalance(deps, scope, alert)
    case 'invoice_due':
      return findDueInvoices(deps, scope, alert)
  }
}

/** This month's fee so far and the one before. Months that were signed before the alert was created are not news. */
async function findFees(deps: AlertDeps, scope: Scope, alert: BillingAlertRow): Promise<BillingCrossing[]> {
  const { limit, currency } = limitOf(alert)
  const { months } = await usageOf(deps, scope, { months: 2 })
  return months
    .filter((month) => month.currency === currency && compare(month.fee, limit) >= 0)
    .filter(({ state, period }) => state === 'provisional' || period >= utcMonth(alert.createdAt.getTime()))
    .map(({ period, fee, state }) =>
      crossing(alert, period, {
        title: `Fee of ${formatMonth(`${period}-01`)}: ${formatMoney(fee, currency)}`,
        body: `It reached your limit of ${formatMoney(limit, currency)}${state === 'final' ? '' : ', calculated from the bill so far'}.`,
        amount: fee,
        currency,
      }),
    )
}

/** The whole spend of the current month, as a budget counts it. */
async function findSpend(deps: AlertDeps, scope: Scope, alert: BillingAlertRow): Promise<BillingCrossing[]> {
  const { limit, currency } = limitOf(alert)
  const budget = { id: randomUUID(), name: alert.name, amount: limit, currency, owner: '', filters: [], thresholds: [] }
  const [state] = await statesOf(deps, scope, [{ ...budget, period: 'monthly' }])
  if (!state || state.period_end <= utcDay(alert.createdAt.getTime()) || compare(state.actual, limit) < 0) return []
  const period = state.period_start.slice(0, 7)
  return [
    crossing(alert, period, {
      title: `Spend of ${formatMonth(`${period}-01`)}: ${formatMoney(state.actual, currency)}`,
      body: `It reached your limit of ${formatMoney(limit, currency)}.`,
      amount: state.actual,
      currency,
      href: '/costs',
    }),
  ]
}

async function findLowBalance({ state }: AlertDeps, scope: Scope, alert: BillingAlertRow): Promise<BillingCrossing[]> {
  const { limit, currency } = limitOf(alert)
  const credits = await state.database.scoped(scope, listCredits)
  const balance = credits
    .filter((credit) => credit.currency === currency)
    .reduce((sum, { remaining }) => sum + remaining, 0n)
  if (balance >= toMinor(limit, currency)) return []
  const amount = amountText(balance, currency)
  return [
    crossing(alert, balanceSubject, {
      title: `Credit balance: ${formatMoney(amount, currency)}`,
      body: `It fell below ${formatMoney(limit, currency)}. Buy credit, or pay invoices as they are due.`,
      amount,
      currency,
    }),
  ]
}

async function findDueInvoices(deps: AlertDeps, scope: Scope, alert: BillingAlertRow): Promise<BillingCrossing[]> {
  const { state, now } = deps
  const today = utcDay(now().getTime())
  const until = addDays(today, Number(alert.threshold))
  const filter = { page: 1, page_size: 1000, state: 'issued', kind: 'invoice' } as const
  const { invoices } = await listInvoices(state.database, scope, filter)
  return invoices.flatMap((invoice) => {
    const { id, number, dueOn, currency } = invoice
    if (dueOn === null || dueOn > until || openAmount(invoice) <= 0n) return []
    const amount = amountText(openAmount(invoice), currency)
    const isOverdue = dueOn < today
    return [
      crossing(alert, id, {
        title: `Invoice ${number} ${isOverdue ? 'is overdue' : 'is due'}: ${formatMoney(amount, currency)}`,
        body: isOverdue ? `It was due on ${dueOn}.` : `Pay it by ${dueOn}.`,
        amount,
        currency,
        href: invoicePath(id),
        severity: isOverdue ? 'high' : 'medium',
      }),
    ]
  })
}

interface CrossingText {
  title: string
  body: string
  amount: string
  currency: string
  href?: string
  severity?: AlertSeverity
}

function crossing(
  { id, name }: BillingAlertRow,
  subject: string,
  { title, body, amount, currency, href = '/billing', severity = 'medium' }: CrossingText,
): BillingCrossing {
  return {
    subject,
    notification: {
      kind: 'billing_alert',
      title,
      body: `${body} Alert: ${name}.`,
      href,
      thread: `billing alert ${id} ${subject}`,
      alerts: [{ kind: 'billing', severity, amount, currency, labels: {} }],
    },
  }
}

function limitOf({ id, currency, threshold }: BillingAlertRow): { limit: string; currency: string } {
  if (currency === null) throw new Error(`billing alert ${id} has no currency`)
  return { limit: amountText(threshold, currency), currency }
}
