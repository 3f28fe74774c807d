/** What the ledger verified of a period, and in which words: closed months only, because nothing else is signed. */
import type { SavingsSummary } from '@kept/contract/routes/savings.ts'
import { absolute, compare, type Decimal, isNegative, isZero, subtract, sum } from '@kept/domain/decimal.ts'
import { formatMonth, startOfMonth } from '@kept/ui/format/day.ts'
import { formatMoney } from '@kept/ui/format/money.ts'
import { formatPercent } from '@kept/ui/format/share.ts'
import { sharePercent } from '../../spend/change.ts'
import type { Part } from './sentence-part.ts'

export interface VerifiedSavings {
  /** `period`: of months that lie wholly in it and are closed. `to_date`: none of them is, so all that is signed. */
  of: 'period' | 'to_date'
  net: Decimal
  fee: Decimal
  /** The last month it holds, "2026-10"; null when it holds every month asked for. */
  through: string | null
}

/** Null while no month is closed. */
export function verifiedIn(
  { currencies }: SavingsSummary,
  { currency, from, to }: { currency: string; from: string; to: string },
): VerifiedSavings | null {
  const own = currencies.find((one) => one.currency === currency)
  if (!own || own.through === null) return null
  const within = own.months.filter(({ period }) => `${period}-01` >= from && startOfMonth(`${period}-01`, 1) <= to)
  const closed = within.filter(({ state }) => state === 'final')
  if (closed.length === 0) return { of: 'to_date', net: own.verified, fee: own.fee, through: own.through }
  const last =
    closed
      .map(({ period }) => period)
      .toSorted()
      .at(-1) ?? own.through
  return {
    of: 'period',
    net: sum(closed.map(({ net }) => net)),
    fee: sum(closed.map(({ fee }) => fee ?? '0')),
    through: startOfMonth(`${last}-01`, 1) === to ? null : last,
  }
}

/** The end of the sentence. Undefined: the ledger could not be asked. */
export function sayVerified(verified: VerifiedSavings | null | undefined, currency: string): Part[] {
  if (verified === undefined) return [{ words: '; verified savings could not be loaded' }]
  if (verified === null) return [{ words: '; ' }, { words: 'nothing is verified yet', evidence: 'ledger' }]
  const { net } = verified
  const when = whenOf(verified)
  if (isZero(net)) return [{ words: '; ' }, { words: `no savings were verified${when}`, evidence: 'ledger' }]
  const figure = formatMoney(absolute(net), currency)
  if (isNegative(net)) {
    return [
      { words: '; the ledger shows ' },
      { words: `a loss of ${figure}`, evidence: 'statements', tone: 'leak' },
      { words: `${when}${feeOfLoss(verified, currency)}` },
    ]
  }
  return [
    { words: '; ' },
    { words: `${figure} verified savings`, evidence: 'statements', tone: 'kept' },
    { words: `${when}, ` },
    { words: sayKept(verified, currency), evidence: 'ledger' },
  ]
}

function whenOf({ of, through }: VerifiedSavings): string {
  if (of === 'to_date') return through === null ? ' to date' : ` to date (through ${formatMonth(`${through}-01`)})`
  return through === null ? '' : ` through ${formatMonth(`${through}-01`)}`
}

function feeOfLoss({ fee }: VerifiedSavings, currency: string): string {
  if (isZero(fee)) return ', and no fee was taken'
  if (isNegative(fee)) return `, and ${formatMoney(absolute(fee), currency)} of fees came back`
  return `, and the fee was ${formatMoney(fee, currency)}`
}

/** What stayed, as a share where it is one: a fee that came back, or one larger than what is left, is said in money. */
function sayKept({ net, fee }: VerifiedSavings, currency: string): string {
  if (isZero(fee)) return 'you kept all of it'
  if (isNegative(fee)) return `you kept all of it and ${formatMoney(absolute(fee), currency)} of fees came back`
  if (compare(fee, net) === 1) return `at a fee of ${formatMoney(fee, currency)}`
  return `you kept ${formatShare(sharePercent(subtract(net, fee), net) ?? 0)}`
}

/** "75%", "74.6%": a whole number stands without its zero. */
export function formatShare(percent: number): string {
  const tenths = Math.round(percent * 10)
  return formatPercent(percent, { places: tenths % 10 === 0 ? 0 : 1 })
}
