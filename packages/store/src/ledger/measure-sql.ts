/** Each measure: the terms it consists of, how they are combined, and what it is ranked by. */
import type { Measure } from '@kept/domain/cube.ts'
import { add, type Decimal, divide, multiply, subtract } from '@kept/foundation/decimal.ts'
import { isLinePart, type LinePart, type LineUnit, type LineWitness, lineParts, lineUnitOf } from './line-parts.ts'
import { type Part, parts } from './parts.ts'
import { uncoveredCommitmentSql, usageSql } from './savings-scope.ts'

/** The smallest and largest unit of a quantity: different ones must not be added. */
type Witness = 'unit_low' | 'unit_high' | 'pricing_unit_low' | 'pricing_unit_high'

/** Sums over the rows that savings are measured over. */
const scopedTerms = {
  usage_list: { part: 'list_where_effective', scope: usageSql },
  usage_list_savings: { part: 'savings_against_list', scope: usageSql },
  usage_effective: { part: 'effective', scope: usageSql },
  usage_contracted: { part: 'contracted_where_effective', scope: usageSql },
  usage_effective_contracted: { part: 'effective_where_contracted', scope: usageSql },
  uncovered_commitment: { part: 'effective', scope: uncoveredCommitmentSql },
} as const satisfies Record<string, { part: Part; scope: string }>
type ScopedTerm = keyof typeof scopedTerms

export type Term = Part | LinePart | 'lines' | Witness | LineWitness | ScopedTerm

/** Terms as the engine returns them: text, or null when no line has a value. */
export type Terms = Partial<Record<Term, string | null>>

interface MeasureSql {
  terms: Term[]
  /** Also correct for a sum of groups, because it consists of terms that were summed. */
  figure(terms: Terms): Decimal | null
  /** SQL over the terms; unknown ranks last. */
  rank: string
}

const ratio = (above: string, below: Part | ScopedTerm) => `toFloat64(${above}) / nullIf(toFloat64(${below}), 0)`

export const measureSql = {
  billed: simpleMeasure('billed'),
  effective: simpleMeasure('effective'),
  contracted: simpleMeasure('contracted'),
  list: simpleMeasure('list'),
  quantity: inOneUnit('quantity', 'unit_low', 'unit_high'),
  pricing_quantity: inOneUnit('pricing_quantity', 'pricing_unit_low', 'pricing_unit_high'),
  unit_cost: {
    terms: ['effective_where_quantity', 'quantity_where_effective', 'unit_low', 'unit_high'],
    figure: (values) =>
      values.unit_low === values.unit_high
        ? quotient(values.effective_where_quantity, values.quantity_where_effective, 18)
        : null,
    rank: `if(unit_low = unit_high, ${ratio('effective_where_quantity', 'quantity_where_effective')}, NULL)`,
  },
  savings_against_list: {
    terms: ['usage_list_savings', 'uncovered_commitment'],
    figure: ({ usage_list_savings: saved, uncovered_commitment: uncovered }) =>
      saved || uncovered ? subtract(saved ?? '0', uncovered ?? '0') : null,
    rank: 'if(isNull(usage_list_savings), -uncovered_commitment, usage_list_savings - ifNull(uncovered_commitment, 0))',
  },
  savings_rate: {
    terms: ['usage_list', 'usage_list_savings', 'uncovered_commitment'],
    figure: ({ usage_list: list, usage_list_savings: saved, uncovered_commitment: uncovered }) =>
      list && saved ? percentOf(subtract(saved, uncovered ?? '0'), list) : null,
    rank: ratio('usage_list_savings - ifNull(uncovered_commitment, 0)', 'usage_list'),
  },
  commitment_savings_rate: {
    terms: ['usage_contracted', 'usage_effective_contracted', 'uncovered_commitment'],
    figure: ({
      usage_contracted: contracted,
      usage_effective_contracted: effective,
      uncovered_commitment: uncovered,
    }) =>
      contracted && effective ? percentOf(subtract(contracted, add(effective, uncovered ?? '0')), contracted) : null,
    rank: ratio('usage_contracted - usage_effective_contracted - ifNull(uncovered_commitment, 0)', 'usage_contracted'),
  },
  list_coverage: {
    terms: ['usage_list', 'usage_list_savings', 'usage_effective'],
    figure: ({ usage_list: list, usage_list_savings: saved, usage_effective: effective }) =>
      effective ? percentOf(list && saved ? subtract(list, saved) : '0', effective) : null,
    rank: ratio('ifNull(usage_list - usage_list_savings, 0)', 'usage_effective'),
  },
  commitment_quantity: inOneLineUnit('commitment_quantity', 'commitment_unit'),
  pricing_currency_cost: inOneLineUnit('pricing_currency_cost', 'pricing_currency'),
  list_unit_price: meanPrice('list_price_by_quantity', 'quantity_with_list_price', 'list_price_unit'),
  contracted_unit_price: meanPrice(
    'contracted_price_by_quantity',
    'quantity_with_contracted_price',
    'contracted_price_unit',
  ),
  pricing_currency_list_unit_price: meanPrice(
    'pricing_currency_list_price_by_quantity',
    'quantity_with_pricing_currency_list_price',
    'pricing_currency_list_price_unit',
  ),
  pricing_currency_contracted_unit_price: meanPrice(
    'pricing_currency_contracted_price_by_quantity',
    'quantity_with_pricing_currency_contracted_price',
    'pricing_currency_contracted_price_unit',
  ),
  contract_applied_cost: simpleMeasure('contract_applied_cost'),
  contract_applied_quantity: inOneLineUnit('contract_applied_quantity', 'contract_applied_unit'),
  lines: simpleMeasure('lines'),
} satisfies Record<Measure, MeasureSql>

/** The distinct terms of some measures. */
export function termsOf(measures: readonly Measure[]): Term[] {
  return [...new Set(measures.flatMap((measure) => measureSql[measure].terms))]
}

/** True when measures need the lines: the roll-ups do not have their terms. */
export function needsLines(measures: readonly Measure[]): boolean {
  return termsOf(measures).some((term) => isLinePart(term) || lineUnitOf(term) !== undefined)
}

/** A term over rows of a table: sums of lines, or of the roll-ups' sums; only of some rows when `where` is set. */
export function termFrom(term: Term, table: 'cost_line' | 'roll_up', where?: string): string {
  switch (term) {
    case 'lines': {
      const count = table === 'cost_line' ? aggregate('sum', '1', where) : aggregate('sum', 't.lines', where)
      // Without any line the term is unknown, like every other figure.
      return where ? `nullIf(${count}, 0)` : count
    }
    case 'unit_low':
    case 'unit_high':
    case 'pricing_unit_low':
    case 'pricing_unit_high': {
      const [unit, amount]: [string, Part] = term.startsWith('pricing')
        ? ['PricingUnit', 'pricing_quantity']
        : ['ConsumedUnit', 'quantity']
      const isKnown = `isNotNull(${table === 'cost_line' ? parts[amount] : `t.${amount}`})`
      return `${combinator(term)}OrNullIf(toString(t.${unit}), ${where ? `${isKnown} AND ${where}` : isKnown})`
    }
    case 'usage_list':
    case 'usage_list_savings':
    case 'usage_effective':
    case 'usage_contracted':
    case 'usage_effective_contracted':
    case 'uncovered_commitment': {
      const { part, scope } = scopedTerms[term]
      const rows = where ? `${scope} AND ${where}` : scope
      return aggregate('sum', table === 'cost_line' ? parts[part] : `t.${part}`, rows)
    }
    default: {
      const unit = lineUnitOf(term)
      if (unit) {
        const isKnown = `isNotNull(${lineParts[unit.amount]})`
        return `${combinator(term)}OrNullIf(toString(${unit.unit}), ${where ? `${isKnown} AND ${where}` : isKnown})`
      }
      if (isLinePart(term)) return aggregate('sum', lineParts[term], where)
      return aggregate('sum', table === 'cost_line' ? parts[term as Part] : `t.${term}`, where)
    }
  }
}

function aggregate(name: string, expression: string, where: string | undefined): string {
  return where ? `${name}If(${expression}, ${where})` : `${name}(${expression})`
}

/** The aggregate that combines a term of several groups. */
export function combinator(term: Term): 'sum' | 'min' | 'max' {
  return term.endsWith('_low') ? 'min' : term.endsWith('_high') ? 'max' : 'sum'
}

function simpleMeasure(part: Part | LinePart | 'lines'): MeasureSql {
  return { terms: [part], figure: (values) => values[part] ?? null, rank: part }
}

function inOneLineUnit(part: LinePart, unit: LineUnit): MeasureSql {
  return inOneUnit(part, `${unit}_low`, `${unit}_high`)
}

/** The mean unit price, weighted by the priced quantity, for a single unit. */
function meanPrice(product: LinePart, quantity: LinePart, unit: LineUnit): MeasureSql {
  const [low, high]: [LineWitness, LineWitness] = [`${unit}_low`, `${unit}_high`]
  return {
    terms: [product, quantity, low, high],
    figure: (values) => (values[low] === values[high] ? quotient(values[product], values[quantity], 18) : null),
    rank: `if(${low} = ${high}, toFloat64(${product}) / nullIf(toFloat64(${quantity}), 0), NULL)`,
  }
}

function inOneUnit(part: Part | LinePart, low: Witness | LineWitness, high: Witness | LineWitness): MeasureSql {
  return {
    terms: [part, low, high],
    figure: (values) => (values[low] === values[high] ? (values[part] ?? null) : null),
    rank: `if(${low} = ${high}, ${part}, NULL)`,
  }
}

function percentOf(part: Decimal, total: Decimal): Decimal | null {
  return quotient(multiply(part, '100'), total, 6)
}

function quotient(above: string | null | undefined, below: string | null | undefined, scale: number): Decimal | null {
  if (!above || !below || Number(below) === 0) return null
  return divide(above, below, scale)
}
