/** Sections over lists of Kept: recommendations, verified savings, budgets, standard reports. */
import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import type { RecommendationWithAlternatives } from '@kept/domain/recommendation.ts'
import type { ReportSection } from '@kept/domain/report.ts'
import type { CellKind, ReportColumn, ReportRow, TableBlock } from '@kept/domain/report-document.ts'
import { roundToTotal } from '@kept/engine/reports/round-rows.ts'
import { add, type Decimal, divide, multiply, negate, sum, toPlaces } from '@kept/foundation/decimal.ts'
import { minorUnits } from '@kept/foundation/format/money.ts'
import type { BookedPart } from '@kept/store/savings/realized.ts'

type SectionOf<Kind extends ReportSection['kind']> = Extract<ReportSection, { kind: Kind }>

const column = (key: string, label: string, kind: CellKind = 'text'): ReportColumn => ({ key, label, kind })

export function recommendationsBlock(
  { title, limit }: SectionOf<'recommendations'>,
  recommendations: readonly RecommendationWithAlternatives[],
): TableBlock {
  const listed = recommendations.slice(0, limit)
  const currencies = [...new Set(recommendations.map(({ currency }) => currency))]
  const isComplete = listed.length === recommendations.length
  const savings = new Map<string, Decimal | null>()
  const totals = currencies.map((currency): ReportRow => {
    const ofCurrency = listed.filter((entry) => entry.currency === currency && entry.monthly_savings !== null)
    const places = minorUnits(currency)
    const { amounts } = roundToTotal(
      ofCurrency.map(({ monthly_savings }) => monthly_savings ?? '0'),
      places,
    )
    for (const [index, { id }] of ofCurrency.entries()) savings.set(id, amounts[index] ?? null)
    const all = recommendations.filter((entry) => entry.currency === currency)
    return {
      title: 'Total',
      currency,
      savings: toPlaces(sum(all.map((entry) => entry.monthly_savings ?? '0')), places),
    }
  })
  return {
    ...{ kind: 'table', title: title || 'Open recommendations', chart: null, totals },
    columns: [
      column('title', 'Recommendation'),
      column('resource', 'Resource'),
      column('service', 'Service'),
      column('currency', 'Currency'),
      column('savings', 'Estimated monthly savings', 'money'),
    ],
    rows: listed.map((entry) => ({
      ...{ title: entry.title, resource: entry.resource_name || entry.resource_id, service: entry.service },
      ...{ currency: entry.currency, savings: savings.get(entry.id) ?? null },
    })),
    note: isComplete
      ? 'As of today. The filters of the report do not apply.'
      : `The largest ${listed.length} of ${recommendations.length}, as of today. The totals count all of them. The filters of the report do not apply.`,
  }
}

/** From signed statements, by month. Amounts of the ledger are whole nano-units. */
export function savingsBlock({ title }: SectionOf<'savings'>, booked: readonly BookedPart[]): TableBlock {
  const months = [...new Set(booked.map(({ period, currency }) => `${period} ${currency}`))].map((key) => {
    const [period = '', currency = ''] = key.split(' ')
    const entries = booked.filter((entry) => entry.period === period && entry.currency === currency)
    const amount = (isFee: boolean) =>
      sum(entries.filter(({ kind }) => (kind === 'fee') === isFee).map(({ net }) => divide(net, '1000000000', 9)))
    const [verified, fee] = [
      toPlaces(amount(false), minorUnits(currency)),
      toPlaces(amount(true), minorUnits(currency)),
    ]
    return { month: period, currency, verified, fee, kept: toPlaces(add(verified, negate(fee)), minorUnits(currency)) }
  })
  const totalOf = (currency: string, name: 'verified' | 'fee' | 'kept') =>
    sum(months.filter((month) => month.currency === currency).map((month) => month[name]))
  return {
    ...{ kind: 'table', title: title || 'Verified savings' },
    columns: [
      column('month', 'Month'),
      column('currency', 'Currency'),
      column('verified', 'Verified savings', 'money'),
      column('fee', 'Fee', 'money'),
      column('kept', 'You keep', 'money'),
    ],
    rows: months,
    totals: [...new Set(months.map(({ currency }) => currency))].map((currency) => ({
      ...{ month: 'Total', currency, verified: totalOf(currency, 'verified') },
      ...{ fee: totalOf(currency, 'fee'), kept: totalOf(currency, 'kept') },
    })),
    chart: null,
    note: months.length === 0 ? 'No statement was signed in this period.' : 'From signed statements.',
  }
}

type BudgetOfReport = Pick<BudgetAnswer, 'name' | 'owner' | 'amount' | 'currency' | 'state'>

export function budgetsBlock({ title }: SectionOf<'budgets'>, budgets: readonly BudgetOfReport[]): TableBlock {
  const round = (amount: Decimal | null | undefined, currency: string) =>
    amount === null || amount === undefined ? null : toPlaces(amount, minorUnits(currency))
  return {
    ...{ kind: 'table', title: title || 'Budgets', chart: null, totals: [] },
    columns: [
      column('name', 'Budget'),
      column('owner', 'Owner'),
      column('period', 'Period'),
      column('currency', 'Currency'),
      column('amount', 'Budget amount', 'money'),
      column('actual', 'Actual', 'money'),
      column('used', 'Used', 'percent'),
      column('forecast', 'Forecast', 'money'),
    ],
    rows: budgets.map(({ name, owner, amount, currency, state }) => ({
      ...{ name, owner, currency, amount: round(amount, currency), actual: round(state?.actual, currency) },
      period: state ? `${state.period_start} to ${state.period_end}` : null,
      used: state ? toPlaces(multiply(divide(state.actual, amount, 9), '100'), 1) : null,
      forecast: round(state?.forecast, currency),
    })),
    note: 'Each in its own current period.',
  }
}

interface StandardTable {
  columns: readonly ReportColumn[]
  rows: readonly ReportRow[]
  has_more: boolean
}

export function standardBlock(
  { title }: SectionOf<'standard'>,
  standard: { title: string },
  { columns, rows, has_more }: StandardTable,
): TableBlock {
  const round = (row: ReportRow): ReportRow => {
    const currency = row.currency ?? row.billing_currency ?? 'USD'
    return Object.fromEntries(
      columns.map(({ key, kind }) => {
        const value = row[key] ?? null
        if (value === null || value === '' || kind === 'text' || kind === 'date') return [key, value]
        return [
          key,
          kind === 'money' ? toPlaces(value, minorUnits(currency)) : kind === 'percent' ? toPlaces(value, 1) : value,
        ]
      }),
    )
  }
  return {
    ...{ kind: 'table', title: title || standard.title, columns: [...columns], rows: rows.map(round) },
    ...{ totals: [], chart: null, note: has_more ? `The first ${rows.length} rows.` : '' },
  }
}
