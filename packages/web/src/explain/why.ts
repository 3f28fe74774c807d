/** The question of "Why did this change?" in the address, so that it can be linked and the back button closes it. */
import type { Filter } from '@kept/domain/cost-query.ts'
import type { ExplanationMeasure } from '@kept/domain/explanation.ts'
import { isKey } from '../spend/group-key.ts'
import { readWindow } from '../spend/windows.ts'
import { joinList, splitList } from '../url/search.ts'

export interface WhyQuestion {
  /** Null: the last 30 days, like the dashboard. */
  window: { from: string; to: string } | null
  /** Null: the period before. */
  past: { from: string; to: string } | null
  compare: 'previous_period' | 'previous_year'
  measure: ExplanationMeasure
  currency: string
  filters: readonly Filter[]
}

export const whyDefaults: WhyQuestion = {
  window: null,
  past: null,
  compare: 'previous_period',
  measure: 'effective',
  currency: '',
  filters: [],
}

const ops = ['is', 'is_not', 'contains'] as const satisfies Filter['op'][]

export function writeWhy(question: Partial<WhyQuestion>): string {
  const { window, past, compare, measure, currency, filters } = { ...whyDefaults, ...question }
  return joinList(
    [
      window?.from ?? '',
      window?.to ?? '',
      past?.from ?? '',
      past?.to ?? '',
      compare === 'previous_year' ? 'year' : '',
      measure === 'billed' ? 'billed' : '',
      currency,
      ...filters.map(({ dimension, op, values }) => joinList([dimension, op, ...values], '|')),
    ],
    ',',
  )
}

/** Invalid parts are left out; the address may be typed. */
export function readWhy(text: string): WhyQuestion {
  const [from = '', to = '', pastFrom = '', pastTo = '', compare, measure, currency = '', ...filters] = splitList(
    text,
    ',',
  )
  return {
    window: readWindow({ from, to }),
    past: readWindow({ from: pastFrom, to: pastTo }),
    compare: compare === 'year' ? 'previous_year' : 'previous_period',
    measure: measure === 'billed' ? 'billed' : 'effective',
    currency: /^[A-Z]{3}$/.test(currency) ? currency : '',
    filters: filters.flatMap(readFilter),
  }
}

/** The query parameters of `GET /v1/costs/explain`. */
export function explainInput({ window, past, compare, measure, currency, filters }: WhyQuestion) {
  return {
    ...(window && { start_date: window.from, end_date: window.to }),
    ...(past && { previous_start_date: past.from, previous_end_date: past.to }),
    compare,
    measure,
    ...(currency && { currency }),
    filter: filters.flatMap(({ dimension, op, values }) => values.map((value) => `${dimension}${signs[op]}${value}`)),
  }
}

const signs = { is: '=', is_not: '!=', contains: '~' } as const

function readFilter(text: string): Filter[] {
  const [key = '', op, ...values] = splitList(text, '|')
  const operator = ops.find((candidate) => candidate === op)
  return operator && isKey(key) && values.length > 0
    ? [{ dimension: key, op: operator, values: values.slice(0, 200) }]
    : []
}
