/** Formats a figure by the unit of its measure. Unknown is a dash, never zero. */
import { type Measure, measures } from '@kept/domain/cube.ts'
import { formatMoney, formatMoneyExact, formatMoneyShort, formatQuantity } from '@kept/foundation/format/money.ts'
import { formatPercent } from '@kept/foundation/format/number.ts'

export const unknown = '–'

export function formatFigure(measure: Measure, value: string | null | undefined, currency: string): string {
  if (value === null || value === undefined) return unknown
  switch (measures[measure].unit) {
    case 'currency':
      return formatMoney(value, currency)
    case 'currency_per_unit':
      return formatMoney(value, currency, { places: 6 })
    case 'percent':
      return formatPercent(Number(value))
    case 'quantity':
    case 'count':
      return formatQuantity(value, 3)
  }
}

/** The figure with every digit, for a tooltip. */
export function exactFigure(measure: Measure, value: string | null | undefined, currency: string): string {
  if (value === null || value === undefined) return 'Not in the bill.'
  const { unit } = measures[measure]
  return unit === 'currency' || unit === 'currency_per_unit' ? formatMoneyExact(value, currency) : value
}

/** The figure in short form, for an axis. */
export function shortFigure(measure: Measure, value: number, currency: string): string {
  const { unit } = measures[measure]
  if (unit === 'currency' || unit === 'currency_per_unit') return formatMoneyShort(value, currency)
  if (unit === 'percent') return formatPercent(value, { places: 0 })
  return new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 }).format(value)
}

/** Whether values of the measure can be added. Rates cannot. */
export function addsUp(measure: Measure): boolean {
  const { unit } = measures[measure]
  return unit !== 'currency_per_unit' && unit !== 'percent'
}
