/** The one sentence of the dashboard, said from the figures: amount, period, and how it moved. */
import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { daysBetween, inWindow } from '@kept/ui/format/day.ts'
import { formatMoney } from '@kept/ui/format/money.ts'
import { counted, formatPercent } from '@kept/ui/format/share.ts'

export interface Sentence {
  /** "You spent" */
  before: string
  /** "$4,064.48" - or several currencies, never added. */
  amount: string
  /** " in October 2018, 3.1% less than in September 2018." */
  after: string
}

/** Null while nothing was brought in. */
export function sayOverview(overview: Overview): Sentence | null {
  const { from, to, currencies } = overview
  if (from === null || to === null || currencies.length === 0) return null
  const amount = inSeries(currencies.map(({ effective, currency }) => formatMoney(effective, currency)))
  return { before: 'You spent', amount, after: ` ${inWindow(from, to)}${sayChange(overview)}.` }
}

function sayChange(overview: Overview): string {
  const [main] = overview.currencies
  if (!main || main.change_percent === null || overview.previous_from === null) return ''
  const { change_percent: percent } = main
  const of = overview.currencies.length > 1 ? ` in ${main.currency}` : ''
  if (Math.abs(percent) < 0.05) return `, as much as ${previousWords(overview)}`
  return `, ${formatPercent(Math.abs(percent))} ${percent > 0 ? 'more' : 'less'}${of} than ${previousWords(overview)}`
}

/** Where the figures come from, said beside them. */
export function sayProof({ reconciliation: { loads, ok, rows_set_aside, invoiced } }: Overview): {
  tone: 'plain' | 'watch' | 'leak'
  words: string
} {
  const rows = rows_set_aside === 1 ? '1 row was' : `${rows_set_aside.toLocaleString('en-US')} rows were`
  const aside = rows_set_aside > 0 ? `; ${rows} set aside` : ''
  if (ok === loads) {
    const bills = loads === 1 ? 'The bill' : `All ${loads} bills`
    const invoices = invoiced === 0 ? 'no invoice to compare with' : `${invoiced} of ${loads} with the invoice`
    const compared =
      invoiced >= loads
        ? 'reconciled with the invoice'
        : `reconciled with ${loads === 1 ? 'its file' : 'their files'}, ${invoices}`
    return { tone: rows_set_aside > 0 ? 'watch' : 'plain', words: `${bills} ${compared}${aside}` }
  }
  return { tone: 'leak', words: `${ok} of ${loads} bills reconciled; ${loads - ok} differ from their files${aside}` }
}

/** What is compared with: "in September 2018", "in the 30 days before". */
export function previousWords({ from, previous_from, previous_to }: Overview): string {
  if (!previous_from || !previous_to) return 'in the period before'
  const words = inWindow(previous_from, previous_to)
  if (previous_to !== from || !words.startsWith('from')) return words
  return `in the ${counted(daysBetween(previous_from, previous_to), 'day')} before`
}

/** ", 31 days against 30": a month that is a day longer costs a thirtieth more, and nothing has changed. */
export function sayUnequalDays({ from, to, previous_from, previous_to }: Overview): string {
  if (!from || !to || !previous_from || !previous_to) return ''
  const [days, before] = [daysBetween(from, to), daysBetween(previous_from, previous_to)]
  return days === before ? '' : `, ${counted(days, 'day')} against ${before}`
}

function inSeries(parts: string[]): string {
  return new Intl.ListFormat('en-US', { type: 'conjunction' }).format(parts)
}
