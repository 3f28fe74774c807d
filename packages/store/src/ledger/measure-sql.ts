/** Each measure: the parts it is made of, how they become its figure, and what it is ranked by. */
import type { Measure } from '@kept/domain/cube.ts'
import { type Decimal, divide, multiply, subtract } from '@kept/domain/decimal.ts'
import { type Part, parts } from './parts.ts'

/** The smallest and largest unit a quantity was said in: different ones must not be added. */
type Witness = 'unit_low' | 'unit_high' | 'pricing_unit_low' | 'pricing_unit_high'
export type Term = Part | 'lines' | Witness

/** Terms as the engine answers them: text, or null when no line says it. */
export type Terms = Partial<Record<Term, string | null>>

interface MeasureSql {
  terms: Term[]
  /** Also right for a sum of groups, because it is made of terms that were added up. */
  figure(terms: Terms): Decimal | null
  /** SQL over the terms; unknown ranks last. */
  rank: string
}

const ratio = (above: Part, below: Part) => `toFloat64(${above}) / nullIf(toFloat64(${below}), 0)`

export const measureSql = {
  billed: plain('billed'),
  effective: plain('effective'),
  contracted: plain('contracted'),
  list: plain('list'),
  quantity: inOneUnit('quantity', 'unit_low', 'unit_high'),
  pricing_quantity: inOneUnit('pricing_quantity', 'pricing_unit_low', 'pricing_unit_high'),
  unit_cost: {
    terms: ['effective_where_quantity', 'quantity_where_effective', 'unit_low', 'unit_high'],
    figure: (of) =>
      of.unit_low === of.unit_high ? quotient(of.effective_where_quantity, of.quantity_where_effective, 18) : null,
    rank: `if(unit_low = unit_high, ${ratio('effective_where_quantity', 'quantity_where_effective')}, NULL)`,
  },
  savings_against_list: plain('savings_against_list'),
  savings_rate: {
    terms: ['contracted_where_effective', 'effective_where_contracted'],
    figure: ({ contracted_where_effective: contracted, effective_where_contracted: effective }) =>
      contracted && effective ? quotient(multiply(subtract(contracted, effective), '100'), contracted, 6) : null,
    rank: `1 - ${ratio('effective_where_contracted', 'contracted_where_effective')}`,
  },
  lines: plain('lines'),
} satisfies Record<Measure, MeasureSql>

/** The terms of some measures, each once. */
export function termsOf(wanted: readonly Measure[]): Term[] {
  return [...new Set(wanted.flatMap((measure) => measureSql[measure].terms))]
}

/** A term from rows of a table: sums of lines, or sums of the roll-ups' sums; of some rows only when `where` says so. */
export function termFrom(term: Term, table: 'cost_line' | 'roll_up', where?: string): string {
  switch (term) {
    case 'lines': {
      const count = table === 'cost_line' ? aggregate('sum', '1', where) : aggregate('sum', 't.lines', where)
      // No line at all is unknown, like every other figure then.
      return where ? `nullIf(${count}, 0)` : count
    }
    case 'unit_low':
    case 'unit_high':
    case 'pricing_unit_low':
    case 'pricing_unit_high': {
      const [unit, amount]: [string, Part] = term.startsWith('pricing')
        ? ['PricingUnit', 'pricing_quantity']
        : ['ConsumedUnit', 'quantity']
      const known = `isNotNull(${table === 'cost_line' ? parts[amount] : `t.${amount}`})`
      return `${combinator(term)}OrNullIf(toString(t.${unit}), ${where ? `${known} AND ${where}` : known})`
    }
    default:
      return aggregate('sum', table === 'cost_line' ? parts[term] : `t.${term}`, where)
  }
}

function aggregate(name: string, of: string, where: string | undefined): string {
  return where ? `${name}If(${of}, ${where})` : `${name}(${of})`
}

/** How a term of several groups becomes that of all of them. */
export function combinator(term: Term): 'sum' | 'min' | 'max' {
  return term.endsWith('_low') ? 'min' : term.endsWith('_high') ? 'max' : 'sum'
}

function plain(part: Part | 'lines'): MeasureSql {
  return { terms: [part], figure: (of) => of[part] ?? null, rank: part }
}

function inOneUnit(part: Part, low: Witness, high: Witness): MeasureSql {
  return {
    terms: [part, low, high],
    figure: (of) => (of[low] === of[high] ? (of[part] ?? null) : null),
    rank: `if(${low} = ${high}, ${part}, NULL)`,
  }
}

function quotient(above: string | null | undefined, below: string | null | undefined, places: number): Decimal | null {
  if (!above || !below || Number(below) === 0) return null
  return divide(above, below, places)
}
