/** Formats a cell of a report with every digit it has, so that a screen, a PDF and an email agree. */
import { formatMoneyExact } from './money.ts'

/** `kind`: what the cell contains. A missing value is an empty text; a date stays ISO 8601. */
export function formatCell(kind: string, value: string | null | undefined, currency = ''): string {
  if (value === null || value === undefined || value === '') return ''
  if (kind === 'money') return currency === '' ? groupDigits(value) : formatMoneyExact(value, currency)
  if (kind === 'number') return groupDigits(value)
  if (kind === 'percent') return `${groupDigits(value)}%`
  return value
}

/** "1234.50" is "1,234.50": digits are neither added nor removed. */
function groupDigits(value: string): string {
  const [integer = '', fraction] = value.split('.')
  const grouped = integer.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
