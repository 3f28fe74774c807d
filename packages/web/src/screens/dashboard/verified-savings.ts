/** Verified savings of a period and their description. Only closed months count, because only they are signed. */
import type { SavingsSummary } from '@kept/contract/routes/savings.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import { absolute, compare, type Decimal, isNegative, isZero, subtract, sum } from '@kept/foundation/decimal.ts'
import { formatMonth } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { formatPercent } from '@kept/foundation/format/number.ts'
import { sharePercent } from '../../spend/change.ts'
import type { Part } from './sentence-part.ts'

export interface VerifiedSavings {
  /** `period`: closed months entirely within the period. `to_date`: every closed month, when the period has none. */
  scope: 'period' | 'to_date'
  net: Decimal
  fee: Decimal
  /** The last month included, such as "2026-10"; null when every month of the period is included. */
  throughPeriod: string | null
}

/** Returns the verified savings of the period, or null when no month is closed. */
export function verifiedIn(
  { currencies }: SavingsSummary,
  { currency, from, to }: { currency: string; from: string; to: string },
): VerifiedSavings | null {
  const currencySavings = currencies.find((entry) => entry.currency === currency)
  if (!currencySavings || currencySavings.last_period === null) return null
  const within = currencySavings.months.filter(
    ({ period }) => `${period}-01` >= from && startOfMonth(`${period}-01`, 1) <= to,
  )
  const closed = within.filter(({ state }) => state === 'final')
  if (closed.length === 0)
    return {
      scope: 'to_date',
      net: currencySavings.verified,
      fee: currencySavings.fee,
      throughPeriod: currencySavings.last_period,
    }
  const last =
    closed
      .map(({ period }) => period)
      .toSorted()
      .at(-1) ?? currencySavings.last_period
  return {
    scope: 'period',
    net: sum(closed.map(({ net }) => net)),
    fee: sum(closed.map(({ fee }) => fee ?? '0')),
    throughPeriod: startOfMonth(`${last}-01`, 1) === to ? null : last,
  }
}

/** Returns the savings part of the sentence. Undefined means the ledger could not be loaded. */
export function describeVerifiedSavings(verified: VerifiedSavings | null | undefined, currency: string): Part[] {
  if (verified === undefined) return [{ text: 'Verified savings could not be loaded' }]
  if (verified === null) return [{ text: 'No verified savings yet', evidence: 'ledger' }]
  const { net } = verified
  const periodText = whenOf(verified)
  if (isZero(net)) return [{ text: `No verified savings${periodText}`, evidence: 'ledger' }]
  const figure = formatMoney(absolute(net), currency)
  if (isNegative(net)) {
    return [
      { text: 'The ledger shows ' },
      { text: `a loss of ${figure}`, evidence: 'statements', tone: 'leak' },
      { text: `${periodText}${feeOfLoss(verified, currency)}` },
    ]
  }
  return [
    { text: `Verified savings${periodText}: ` },
    { text: figure, evidence: 'statements', tone: 'kept' },
    { text: '. ' },
    { text: formatKeptShare(verified, currency), evidence: 'ledger' },
  ]
}

function whenOf({ scope, throughPeriod }: VerifiedSavings): string {
  if (scope === 'to_date')
    return throughPeriod === null ? ' to date' : ` to date (through ${formatMonth(`${throughPeriod}-01`)})`
  return throughPeriod === null ? '' : ` through ${formatMonth(`${throughPeriod}-01`)}`
}

function feeOfLoss({ fee }: VerifiedSavings, currency: string): string {
  if (isZero(fee)) return '. No fee was charged'
  if (isNegative(fee)) return `. ${formatMoney(absolute(fee), currency)} of fees was credited`
  return `. The fee was ${formatMoney(fee, currency)}`
}

/** The share the customer keeps. A credited fee, or a fee above the savings, is written as an amount. */
function formatKeptShare({ net, fee }: VerifiedSavings, currency: string): string {
  if (isZero(fee)) return 'You keep all of it'
  if (isNegative(fee)) return `You keep all of it, and ${formatMoney(absolute(fee), currency)} of fees was credited`
  if (compare(fee, net) === 1) return `The fee was ${formatMoney(fee, currency)}`
  return `You keep ${formatShare(sharePercent(subtract(net, fee), net) ?? 0)}`
}

/** "75%" or "74.6%": whole numbers have no decimals. */
function formatShare(percent: number): string {
  const tenths = Math.round(percent * 10)
  return formatPercent(percent, { places: tenths % 10 === 0 ? 0 : 1 })
}
