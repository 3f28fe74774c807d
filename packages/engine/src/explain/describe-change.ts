/** The sentences of an explanation. */
import type { ExplainedItem } from '@kept/domain/explanation.ts'
import type { ExplanationTerm } from '@kept/domain/explanation-terms.ts'
import { absolute, compare, type Decimal, isNegative, isZero, multiply } from '@kept/foundation/decimal.ts'
import { inWindow } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted, formatPercent } from '@kept/foundation/format/number.ts'
import { shortName } from '../rules/reading/labels.ts'

interface TermAmount {
  term: ExplanationTerm
  amount: Decimal
}

interface ChangeFacts {
  /** What changed: "Spend", or the one value it is filtered by. */
  subject: string
  currency: string
  previous: Decimal
  change: Decimal
  changePercent: number | null
  terms: readonly TermAmount[]
  window: { from: string; to: string }
  days: number
  previousDays: number
}

/** More terms than these are not read in a sentence. */
const maxTerms = 3
/** Amounts from here on are written without cents. */
const minAmountWithoutCents = '100'

/** "Spend rose $25,290 (+5.5%) in October 2026. One day more: +$14,706. New resources: +$6,844." */
export function describeChange(facts: ChangeFacts): string {
  const { subject, currency, change, changePercent, previous, window, terms } = facts
  const when = inWindow(window.from, window.to)
  if (isZero(change)) return `${subject} did not change ${when}.${describeTerms(facts, terms)}`
  const verb = isNegative(change) ? 'fell' : 'rose'
  const amount = shortMoney(absolute(change), currency)
  const percent = changePercent === null ? '' : ` (${formatPercent(changePercent, { signed: true })})`
  const start = isZero(previous)
    ? `${subject} is new: ${amount} ${when}.`
    : `${subject} ${verb} ${amount}${percent} ${when}.`
  return `${start}${describeTerms(facts, terms)}`
}

function describeTerms(facts: ChangeFacts, terms: readonly TermAmount[]): string {
  const changed = terms.filter(({ amount }) => !isZero(amount))
  const largest = changed.toSorted((a, b) => compare(absolute(b.amount), absolute(a.amount))).slice(0, maxTerms)
  return largest.map((term) => ` ${labelTerm(term, facts)}: ${signedMoney(term.amount, facts.currency)}.`).join('')
}

/** Which charge they are on says nothing about why. */
const unnamedTerms: readonly ExplanationTerm[] = ['days', 'tax', 'credits']

/** Why one group changed: its largest term, and the resource that has most of it. "" where nothing changed. */
export function describeReason(
  terms: readonly TermAmount[],
  largestItem: Pick<ExplainedItem, 'resource' | 'resource_name' | 'meter' | 'service' | 'amount' | 'resources'> | null,
  facts: Pick<ChangeFacts, 'currency' | 'days' | 'previousDays'>,
): string {
  const [largest] = terms.toSorted((a, b) => compare(absolute(b.amount), absolute(a.amount)))
  if (!largest || isZero(largest.amount)) return ''
  const label = labelTerm(largest, facts)
  const amount = signedMoney(largest.amount, facts.currency)
  const isNamed = largestItem && largestItem.resources <= 1 && !unnamedTerms.includes(largest.term)
  const name = isNamed ? nameItem(largestItem) : ''
  if (!largestItem || !name) return `${label}: ${amount}.`
  if (largestItem.amount === largest.amount) return `${label}: ${name}, ${amount}.`
  const isMost = compare(absolute(multiply(largestItem.amount, '2')), absolute(largest.amount)) >= 0
  return `${label}: ${amount}, ${isMost ? 'mostly' : 'such as'} ${name} (${signedMoney(largestItem.amount, facts.currency)}).`
}

/** The readable name of a resource: its name, else the end of its identifier, else what it is charged for. */
export function nameItem({
  resource,
  resource_name: name,
  meter,
  service,
}: Pick<ExplainedItem, 'resource' | 'resource_name' | 'meter' | 'service'>): string {
  if (name && name !== resource) return name
  return shortName(resource) || resource || meter || service
}

const directions: Record<ExplanationTerm, { more: string; less: string }> = {
  days: { more: 'More days', less: 'Fewer days' },
  new: { more: 'New resources', less: 'New resources' },
  ended: { more: 'Removed resources', less: 'Removed resources' },
  usage: { more: 'More usage', less: 'Less usage' },
  mix: { more: 'Costlier sizes or types', less: 'Cheaper sizes or types' },
  price: { more: 'Higher prices', less: 'Lower prices' },
  discount: { more: 'Smaller negotiated discounts', less: 'Larger negotiated discounts' },
  commitments: { more: 'Lower commitment coverage', less: 'Higher commitment coverage' },
  unmeasured: { more: 'More usage or higher prices', less: 'Less usage or lower prices' },
  credits: { more: 'Smaller credits', less: 'Larger credits' },
  tax: { more: 'More tax', less: 'Less tax' },
  fees: { more: 'Higher recurring fees', less: 'Lower recurring fees' },
  one_time: { more: 'More one-time charges', less: 'Fewer one-time charges' },
  corrections: { more: 'Corrections', less: 'Corrections' },
}

function labelTerm({ term, amount }: TermAmount, { days, previousDays }: Pick<ChangeFacts, 'days' | 'previousDays'>) {
  if (term === 'days' && days !== previousDays) {
    const difference = Math.abs(days - previousDays)
    const count = difference === 1 ? 'One day' : counted(difference, 'day')
    return `${count} ${days > previousDays ? 'more' : 'less'}`
  }
  return directions[term][isNegative(amount) ? 'less' : 'more']
}

function shortMoney(amount: Decimal, currency: string): string {
  return formatMoney(amount, currency, compare(absolute(amount), minAmountWithoutCents) >= 0 ? { places: 0 } : {})
}

function signedMoney(amount: Decimal, currency: string): string {
  const places = compare(absolute(amount), minAmountWithoutCents) >= 0 ? { places: 0 } : {}
  return formatMoney(amount, currency, { signed: true, ...places })
}
