/** Explains the change of a cost between two periods, per currency: terms, what they come from, and groups. */
import type { Filter } from '@kept/domain/cost-query.ts'
import type {
  CostCell,
  CurrencyExplanation,
  ExplainedGroup,
  ExplainedTerm,
  ExplanationGroup,
} from '@kept/domain/explanation.ts'
import { type ExplanationTerm, explanationTermNames, explanationTerms } from '@kept/domain/explanation-terms.ts'
import {
  absolute,
  compare,
  type Decimal,
  divide,
  isNegative,
  isZero,
  multiply,
  subtract,
  sum,
  toNumber,
} from '@kept/foundation/decimal.ts'
import { type DecomposedCell, decomposeCells, type Periods } from './decompose.ts'
import { describeChange, describeReason } from './describe-change.ts'
import { explainItems } from './explain-items.ts'
import { toDecimal, type Units } from './units.ts'

export interface ExplainRequest extends Periods {
  window: { from: string; to: string }
  /** Restrict what is explained; part of the filters of every term and item. */
  filters: readonly Filter[]
  group_by: ExplanationGroup
  /** At most, for each term. */
  items: number
  /** At most. */
  groups: number
  /** Readable names of sub-accounts, by id. */
  accountNames: ReadonlyMap<string, string>
}

/** The largest currency first. The terms of each add up to its change exactly. */
export function explainChange(cells: readonly CostCell[], request: ExplainRequest): CurrencyExplanation[] {
  const decomposed = decomposeCells(cells, request)
  return [...Map.groupBy(decomposed, ({ cell }) => cell.currency)]
    .map(([currency, entries]) => explainCurrency(currency, entries, request))
    .toSorted((a, b) => compare(b.current, a.current) || a.currency.localeCompare(b.currency))
}

function explainCurrency(
  currency: string,
  entries: readonly DecomposedCell[],
  request: ExplainRequest,
): CurrencyExplanation {
  const { previous, current } = totalsOf(entries)
  const change = toDecimal(current - previous)
  const terms = explanationTermNames.map((term) => explainTerm(term, entries, request))
  const ofKind = (kind: 'trend' | 'apart') =>
    sum(terms.filter(({ term }) => explanationTerms[term].kind === kind).map(({ amount }) => amount))
  const changePercent = percentOf(change, toDecimal(previous))
  const { days, previousDays, window, group_by } = request
  const groups = explainGroups(currency, entries, request)
  const listed = groups.slice(0, request.groups)
  return {
    currency,
    previous: toDecimal(previous),
    current: toDecimal(current),
    change,
    change_percent: changePercent,
    sentence: describeChange({
      subject: subjectOf(request.filters),
      currency,
      previous: toDecimal(previous),
      change,
      changePercent,
      terms,
      window,
      days,
      previousDays,
    }),
    terms,
    trend: ofKind('trend'),
    apart: ofKind('apart'),
    group_by,
    groups: listed,
    other_groups: {
      count: groups.length - listed.length,
      change: subtract(change, sum(listed.map((group) => group.change))),
    },
  }
}

function explainTerm(
  term: ExplanationTerm,
  entries: readonly DecomposedCell[],
  request: ExplainRequest,
): ExplainedTerm {
  const all = explainItems(term, entries, request)
  const items = all.slice(0, request.items)
  const amount = toDecimal(amountOf(term, entries))
  return {
    term,
    amount,
    count: all.reduce((count, { resources }) => count + resources, 0),
    items,
    rest: subtract(amount, sum(items.map((item) => item.amount))),
    filters: filtersOfTerm(term, all, request.filters),
  }
}

/** Values that a filter of the cube takes. */
const maxFilterValues = 200

/** By category where the bill has one for the term, else by its resources. */
function filtersOfTerm(
  term: ExplanationTerm,
  items: ReturnType<typeof explainItems>,
  filters: readonly Filter[],
): Filter[] | null {
  if (term === 'tax') return [...filters, { dimension: 'charge_category', op: 'is', values: ['Tax'] }]
  if (term === 'credits') return [...filters, { dimension: 'charge_category', op: 'is', values: ['Credit'] }]
  if (items.length === 0) return null
  const resources = [...new Set(items.map(({ resource }) => resource))]
  if (resources.includes('') || resources.length > maxFilterValues) return null
  return [
    ...filters.filter(({ dimension }) => dimension !== 'resource'),
    { dimension: 'resource', op: 'is', values: resources },
  ]
}

function explainGroups(
  currency: string,
  entries: readonly DecomposedCell[],
  request: ExplainRequest,
): ExplainedGroup[] {
  const { group_by: groupBy, accountNames } = request
  return [...Map.groupBy(entries, ({ cell }) => JSON.stringify([cell.provider, cell[groupBy]])).values()]
    .map((members): ExplainedGroup => {
      const { provider = '', [groupBy]: value = '', resource_name: resourceName = '' } = members[0]?.cell ?? {}
      const { previous, current } = totalsOf(members)
      const terms = explanationTermNames
        .map((term) => ({ term, amount: toDecimal(amountOf(term, members)) }))
        .filter(({ amount }) => !isZero(amount))
      const [largest] = terms.toSorted((a, b) => compare(absolute(b.amount), absolute(a.amount)))
      const items = largest ? explainItems(largest.term, members, request) : []
      // One that moved the other way is no reason.
      const item = items.find(({ amount }) => isNegative(amount) === isNegative(largest?.amount ?? '0')) ?? null
      return {
        provider,
        value,
        name: nameOf(groupBy, value, resourceName, accountNames),
        previous: toDecimal(previous),
        current: toDecimal(current),
        change: toDecimal(current - previous),
        terms,
        reason: describeReason(terms, item, { currency, ...request }),
      }
    })
    .filter(({ terms }) => terms.length > 0)
    .toSorted((a, b) => compare(absolute(b.change), absolute(a.change)) || a.value.localeCompare(b.value))
}

function nameOf(
  groupBy: ExplanationGroup,
  value: string,
  resourceName: string,
  accountNames: ReadonlyMap<string, string>,
): string {
  if (groupBy === 'resource') return resourceName
  if (groupBy === 'sub_account') return accountNames.get(value) ?? ''
  return ''
}

function totalsOf(entries: readonly DecomposedCell[]): { previous: Units; current: Units } {
  let [previous, current] = [0n, 0n]
  for (const entry of entries) {
    previous += entry.previous
    current += entry.current
  }
  return { previous, current }
}

function amountOf(term: ExplanationTerm, entries: readonly DecomposedCell[]): Units {
  let amount = 0n
  for (const { terms } of entries) for (const [name, units] of terms) if (name === term) amount += units
  return amount
}

/** "Spend", or the value when there is one filter for one value. */
function subjectOf(filters: readonly Filter[]): string {
  const [filter, ...others] = filters.filter(({ dimension, op }) => op === 'is' && dimension !== 'provider')
  const [value, ...otherValues] = filter?.values ?? []
  const isNamed = filter && ['service', 'region', 'category'].includes(filter.dimension)
  return isNamed && value && others.length === 0 && otherValues.length === 0 ? value : 'Spend'
}

function percentOf(change: Decimal, previous: Decimal): number | null {
  return isZero(previous) ? null : toNumber(divide(multiply(change, '100'), absolute(previous), 2))
}
