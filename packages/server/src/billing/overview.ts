/** What an organization owes and why: open and overdue, the next invoice with its range, savings and fees to date. */
import type { BillingOverview } from '@kept/contract/routes/billing/shapes.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { amountText } from '@kept/engine/billing/minor.ts'
import { openAmount } from '@kept/engine/billing/payment-state.ts'
import { feeOf, minorText } from '@kept/engine/commission/fee.ts'
import { exactText, nanoPlaces } from '@kept/engine/savings/exact.ts'
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import { sum } from '@kept/foundation/decimal.ts'
import { listCredits } from '@kept/store/billing/credits.ts'
import { type InvoiceRow, listInvoices } from '@kept/store/billing/invoices.ts'
import { readAccount } from '@kept/store/billing/settings.ts'
import { listRuns, listStatements, type MonthRun } from '@kept/store/savings/statements.ts'
import { ruleFor } from '../commission/public/commission-rule.ts'
import type { BillingDeps } from './deps.ts'
import { buildDraft } from './documents/load-document.ts'
import type { PaymentDeps } from './payments/deps.ts'
import { describeSubscription } from './subscription.ts'

type Currency = BillingOverview['currencies'][number]

export async function overviewOf(
  { state: { database }, now: clock, paymentRail }: BillingDeps & Pick<PaymentDeps, 'paymentRail'>,
  scope: Scope,
): Promise<BillingOverview> {
  const now = clock()
  const [{ invoices }, statements, runs] = await Promise.all([
    listInvoices(database, scope, { page: 1, page_size: 1000 }),
    listStatements(database, scope),
    listRuns(database, scope),
  ])
  const { subscription, account, credits, drafts } = await database.scoped(scope, async (tx) => ({
    subscription: await describeSubscription(tx, now),
    account: await readAccount(tx),
    credits: await listCredits(tx),
    drafts: await draftsOf(invoices, async (draft) => (await buildDraft(tx, draft)).totals.due),
  }))
  const names = new Set([...invoices, ...statements, ...runs, ...credits].map(({ currency }) => currency))
  const currencies: Currency[] = []
  for (const currency of [...names].toSorted()) {
    const isOf = (row: { currency: string }) => row.currency === currency
    const owed = invoices.filter((row) => isOf(row) && row.state === 'issued' && row.kind === 'invoice')
    const overdue = owed.filter(({ dueOn }) => dueOn !== null && dueOn < utcDay(now.getTime()))
    const text = (amounts: readonly bigint[]) =>
      amountText(
        amounts.reduce((total, amount) => total + amount, 0n),
        currency,
      )
    currencies.push({
      currency,
      open: text(owed.map(openAmount)),
      overdue: text(overdue.map(openAmount)),
      credit: text(credits.filter(isOf).map(({ remaining }) => remaining)),
      verified: nanoSum(statements.filter(isOf).map(({ net }) => net)),
      fee: sum(statements.filter(isOf).map(({ fee }) => fee)),
      next: await nextInvoice(database, scope, { currency, runs: runs.filter(isOf), now }),
      draft: drafts.find(isOf)?.draft ?? null,
    })
  }
  return {
    currencies,
    subscription,
    details_missing: account === null,
    rails: paymentRail ? ['transfer', paymentRail.name] : ['transfer'],
  }
}

async function draftsOf(invoices: readonly InvoiceRow[], dueOf: (draft: InvoiceRow) => Promise<bigint>) {
  const drafts: { currency: string; draft: NonNullable<Currency['draft']> }[] = []
  for (const row of invoices.filter(({ state }) => state === 'draft')) {
    const due = amountText(await dueOf(row), row.currency)
    drafts.push({ currency: row.currency, draft: { id: row.id, due, issues_at: row.issueAfter.toISOString() } })
  }
  return drafts
}

/**
 * The fee of the months that are not closed. Provisional savings are only what the bill shows so far: at least that is
 * likely to be billed, and at most what the month comes to if the rest of its days save as much each.
 */
async function nextInvoice(
  database: BillingDeps['state']['database'],
  scope: Scope,
  { currency, runs, now }: { currency: string; runs: readonly MonthRun[]; now: Date },
): Promise<Currency['next']> {
  const open = runs.filter(({ state }) => state === 'provisional')
  if (open.length === 0) return null
  let [low, high] = [0n, 0n]
  for (const { period, net } of open) {
    const rule = await ruleFor(database, scope, period, currency)
    const saved = BigInt(net) > 0n ? BigInt(net) : 0n
    low += feeOf(saved, rule).minor
    high += feeOf(projected(saved, period, now), rule).minor
  }
  return {
    periods: open.map(({ period }) => period),
    provisional: nanoSum(open.map(({ net }) => net)),
    ...{
      fee: minorText((low + high) / 2n, currency),
      fee_low: minorText(low, currency),
      fee_high: minorText(high, currency),
    },
  }
}

function projected(saved: bigint, period: string, now: Date): bigint {
  const start = `${period}-01`
  const days = daysBetween(start, startOfMonth(period, 1))
  const passed = Math.min(days, Math.max(1, daysBetween(start, utcDay(now.getTime()))))
  return (saved * BigInt(days)) / BigInt(passed)
}

function nanoSum(amounts: readonly string[]): string {
  return exactText({ units: amounts.reduce((total, amount) => total + BigInt(amount), 0n), scale: nanoPlaces })
}
