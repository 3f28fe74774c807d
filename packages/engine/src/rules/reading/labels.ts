/** Figures in sentences. */
import { type Decimal, isZero, toPlaces } from '@kept/foundation/decimal.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'

/** "$12.34"; amounts under a cent keep their first digits. */
export function money(amount: Decimal, currency: string): string {
  const isTiny = !isZero(amount) && isZero(toPlaces(amount, 2))
  return formatMoney(amount, currency, isTiny ? { places: 6 } : {})
}

/** "64%", "0.4%". */
export function percent(part: number): string {
  const hundredths = part * 100
  return `${Math.abs(hundredths) < 1 && hundredths !== 0 ? hundredths.toFixed(1) : hundredths.toFixed(0)}%`
}

/** "1 volume", "12 volumes". */
export function count(n: number, noun: { singular: string; plural: string }): string {
  return `${n} ${n === 1 ? noun.singular : noun.plural}`
}

/** A name a person knows the resource by: its own, or the last piece of an ARN or path. */
export function nameOf(location: { resource_name: string; resource_id: string; service: string }): string {
  return location.resource_name || shortName(location.resource_id) || location.resource_id || location.service
}

/** The last piece of an ARN or path: "devEndpoint/etl" of "arn:aws:glue:us-east-1:1:devEndpoint/etl"; '' when there is none. */
export function shortName(id: string): string {
  if (id.startsWith('arn:')) return id.split(':').slice(5).join(':')
  return id.includes('/') ? id.slice(id.lastIndexOf('/') + 1) : ''
}
