/** Composes the headline: amount, period, and change. */
import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { inWindow } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted, formatCount, formatPercent } from '@kept/foundation/format/number.ts'

interface Sentence {
  /** "You spent" */
  before: string
  /** "$4,064.48" - or several currencies, never added. */
  amount: string
  /** " in October 2018, 3.1% less than in September 2018." */
  after: string
}

/** Returns null before the first import. */
export function describeOverview(overview: Overview): Sentence | null {
  const { start_date: from, end_date: to, currencies } = overview
  if (from === null || to === null || currencies.length === 0) return null
  const amount = inSeries(currencies.map(({ effective, currency }) => formatMoney(effective, currency)))
  return { before: 'You spent', amount, after: ` ${inWindow(from, to)}${describeChange(overview)}.` }
}

function describeChange(overview: Overview): string {
  const [main] = overview.currencies
  if (!main || main.change_percent === null || overview.previous_start_date === null) return ''
  const { change_percent: percent } = main
  const currencyText = overview.currencies.length > 1 ? ` in ${main.currency}` : ''
  if (Math.abs(percent) < 0.05) return `, as much as ${previousLabel(overview)}`
  return `, ${formatPercent(Math.abs(percent))} ${percent > 0 ? 'more' : 'less'}${currencyText} than ${previousLabel(overview)}`
}

/** The reconciliation badge shown next to the figures. */
export function describeReconciliation({ reconciliation: { loads, ok, rejected_rows, invoiced } }: Overview): {
  tone: 'plain' | 'watch' | 'leak'
  message: string
} {
  const rows = rejected_rows === 1 ? '1 row was' : `${formatCount(rejected_rows)} rows were`
  const rejectedText = rejected_rows > 0 ? `; ${rows} skipped` : ''
  if (ok === loads) {
    const bills = loads === 1 ? 'The bill' : `All ${loads} bills`
    const invoices = invoiced === 0 ? 'no invoice to compare with' : `${invoiced} of ${loads} with the invoice`
    const compared =
      invoiced >= loads
        ? 'reconciled with the invoice'
        : `reconciled with ${loads === 1 ? 'its file' : 'their files'}, ${invoices}`
    return { tone: rejected_rows > 0 ? 'watch' : 'plain', message: `${bills} ${compared}${rejectedText}` }
  }
  return {
    tone: 'leak',
    message: `${ok} of ${loads} bills reconciled; ${loads - ok === 1 ? '1 does not match its file' : `${loads - ok} do not match their files`}${rejectedText}`,
  }
}

/** The previous period: "in September 2018" or "in the 30 days before". */
export function previousLabel({ start_date: from, previous_start_date, previous_end_date }: Overview): string {
  if (!previous_start_date || !previous_end_date) return 'in the period before'
  const periodText = inWindow(previous_start_date, previous_end_date)
  if (previous_end_date !== from || !periodText.startsWith('from')) return periodText
  return `in the ${counted(daysBetween(previous_start_date, previous_end_date), 'day')} before`
}

/** ", both at 31 days": a longer month costs more without any change in usage, so the shorter one is scaled. */
export function describeUnequalDays({
  start_date: from,
  end_date: to,
  previous_start_date,
  previous_end_date,
}: Overview): string {
  if (!from || !to || !previous_start_date || !previous_end_date) return ''
  const [days, before] = [daysBetween(from, to), daysBetween(previous_start_date, previous_end_date)]
  return days === before ? '' : `, both at ${counted(days, 'day')}`
}

function inSeries(parts: string[]): string {
  return new Intl.ListFormat('en-US', { type: 'conjunction' }).format(parts)
}
