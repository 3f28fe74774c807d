/**
 * What a month would lose if a new delivery of it replaced the current one. A damaged or partial delivery loses rows,
 * days, currencies, accounts or amount; a restated month (credits, refunds, corrections, new prices) does not.
 * The reasons for every threshold stand in docs/guides/reading-bills.md.
 */
import { addDays } from '@kept/foundation/calendar/day.ts'
import { add, compare, type Decimal, multiply, subtract } from '@kept/foundation/decimal.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import type { ImportLoss } from './ingest.ts'

/** Sum of the positive charges of one cost column, so that credits and refunds do not look like missing charges. */
export interface GrossCharge {
  currency: string
  column: 'billed' | 'effective' | 'contracted' | 'list'
  amount: Decimal
}

/** What stands in the warehouse for one billing period of one connection. */
export interface PeriodContents {
  rows: number
  /** Rows of each day with charges, by ISO date; undefined for datasets without days. */
  days?: Readonly<Record<string, number>>
  /** Billing accounts and sub accounts with their rows. */
  accounts?: readonly { id: string; rows: number; hasCharges: boolean }[]
  charges: readonly GrossCharge[]
}

/** Providers restate a closed month by a few percent at most; a tenth of it does not vanish by itself. */
const maxLostShare = { rows: '0.1', amount: '0.1' } as const
/** In a small bill a tenth is a row or two, which a correction may well remove. */
const minLostRows = 20
/** A fee of a cent that is refunded is no damage, whatever its share. */
const minLostAmount: Decimal = '1'
/** A day of a whole month holds about 3% of its rows; one with a single one-off charge may disappear with it. */
const minDayShare = 0.01
const minAccountShare = 0.001
/** A delivery of which most rows cannot be read is wrong, whether or not it replaces anything. */
const maxUnreadableShare = 0.5
/** The code of bills that name no currency: a later delivery that names one loses nothing. */
const noCurrency = 'XXX'

export function findUnreadableLoss({ read, rejected }: { read: number; rejected: number }): ImportLoss[] {
  if (read === 0 || rejected <= read * maxUnreadableShare) return []
  const summary = `${formatCount(rejected)} of ${formatCount(read)} rows (${formatShare(rejected, read)}) could not be read.`
  return [{ kind: 'unreadable_rows', billing_period: null, account: '', summary }]
}

/** Losses of one billing period, the gravest facts in a fixed order; empty when the replacement is complete enough. */
export function compareContents(
  location: { billing_period: string; account: string },
  previous: PeriodContents,
  next: PeriodContents,
): ImportLoss[] {
  const losses = [
    ...lostRows(previous, next),
    ...lostDays(previous, next),
    ...lostCurrencies(previous, next),
    ...lostAccounts(previous, next),
    ...lostAmounts(previous, next),
  ]
  return losses.map(([kind, summary]) => ({ kind, ...location, summary }))
}

type Found = [kind: ImportLoss['kind'], summary: string][]

function lostRows(previous: PeriodContents, next: PeriodContents): Found {
  const missingRows = previous.rows - next.rows
  if (
    missingRows < minLostRows ||
    compare(String(missingRows), multiply(String(previous.rows), maxLostShare.rows)) <= 0
  )
    return []
  return [
    [
      'rows',
      `${formatCount(next.rows)} ${next.rows === 1 ? 'row' : 'rows'} instead of ${formatCount(previous.rows)} (${formatShare(missingRows, previous.rows)} fewer).`,
    ],
  ]
}

function lostDays(previous: PeriodContents, next: PeriodContents): Found {
  if (!previous.days || !next.days) return []
  const { days } = next
  const missingDays = Object.entries(previous.days)
    .filter(([day, rows]) => rows >= previous.rows * minDayShare && !days[day])
    .map(([day]) => day)
    .toSorted()
  if (missingDays.length === 0) return []
  const had = Object.keys(previous.days).length
  return [
    [
      'days',
      `No charges on ${formatCount(missingDays.length)} of ${formatCount(had)} days: ${list(spans(missingDays))}.`,
    ],
  ]
}

function lostCurrencies(previous: PeriodContents, next: PeriodContents): Found {
  const nextCurrencies = currenciesOf(next)
  const missingCurrencies = [...currenciesOf(previous)].filter(
    (currency) => currency !== noCurrency && !nextCurrencies.has(currency),
  )
  return missingCurrencies.map((currency) => ['currency', `No charges in ${currency}.`])
}

function lostAccounts(previous: PeriodContents, next: PeriodContents): Found {
  if (!previous.accounts || !next.accounts) return []
  const nextAccountIds = new Set(next.accounts.map(({ id }) => id))
  const missingAccounts = previous.accounts.filter(
    ({ id, rows, hasCharges }) => hasCharges && rows >= previous.rows * minAccountShare && !nextAccountIds.has(id),
  )
  if (missingAccounts.length === 0) return []
  const names = list(missingAccounts.map(({ id }) => id || '(no account)').toSorted())
  return [
    [
      'account',
      `No charges of ${missingAccounts.length === 1 ? 'account' : `${formatCount(missingAccounts.length)} accounts:`} ${names}.`,
    ],
  ]
}

/**
 * A currency's charges count as lost only when every cost column fell: a credit lowers what is billed, a new commitment
 * what it effectively costs, and neither changes the list price; rows that are missing change them all.
 */
function lostAmounts(previous: PeriodContents, next: PeriodContents): Found {
  return [...currenciesOf(previous)].flatMap((currency): Found => {
    if (currency === noCurrency || !currenciesOf(next).has(currency)) return []
    const falls = columns.flatMap((column) => {
      const before = grossOf(previous, currency, column)
      const after = grossOf(next, currency, column)
      return before !== undefined && after !== undefined && compare(before, '0') > 0 ? [{ before, after }] : []
    })
    const isLoss = falls.every(({ before, after }) => {
      const decrease = subtract(before, after)
      return compare(decrease, minLostAmount) >= 0 && compare(decrease, multiply(before, maxLostShare.amount)) > 0
    })
    const [first] = falls
    if (!first || !isLoss) return []
    return [
      ['amount', `Charges of ${formatMoney(first.after, currency)} instead of ${formatMoney(first.before, currency)}.`],
    ]
  })
}

const columns = ['billed', 'effective', 'contracted', 'list'] as const

/** Currencies with anything charged in them; "usd" of an older load is USD. */
function currenciesOf({ charges }: PeriodContents): Set<string> {
  return new Set(charges.flatMap(({ currency, amount }) => (compare(amount, '0') > 0 ? [currency.toUpperCase()] : [])))
}

function grossOf({ charges }: PeriodContents, currency: string, column: GrossCharge['column']): Decimal | undefined {
  const matchingCharges = charges.filter(
    (charge) => charge.currency.toUpperCase() === currency && charge.column === column,
  )
  return matchingCharges.length === 0 ? undefined : matchingCharges.map(({ amount }) => amount).reduce(add)
}

/** "95.8%"; never "100%" of what is not everything. */
export function formatShare(part: number, total: number): string {
  const percent = Math.round((part / total) * 1000) / 10
  return `${part < total ? Math.min(percent, 99.9) : percent}%`
}

const maxListed = 5

function list(names: string[]): string {
  if (names.length <= maxListed) return names.join(', ')
  return `${names.slice(0, maxListed).join(', ')} and ${formatCount(names.length - maxListed)} more`
}

/** Days in a row as "2026-10-10 to 2026-10-31". */
function spans(days: string[]): string[] {
  const ranges: { from: string; to: string }[] = []
  for (const day of days) {
    const last = ranges.at(-1)
    if (last && addDays(last.to, 1) === day) last.to = day
    else ranges.push({ from: day, to: day })
  }
  return ranges.map(({ from, to }) => (from === to ? from : `${from} to ${to}`))
}
