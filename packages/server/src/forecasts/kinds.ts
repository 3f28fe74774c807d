import { chargeKinds } from '@kept/engine/forecast/spend/charge-series.ts'
import type { SpendForecast } from '@kept/engine/forecast/spend/forecast-spend.ts'
import { add, type Decimal, decimal, subtract, toPlaces } from '@kept/foundation/decimal.ts'

/** Splits the expected costs by how they are charged. Daily charges absorb the rounding difference. */
export function kindsOf({ fees, tax }: SpendForecast, rows: number, point: Decimal) {
  const fee = money(fees.slice(0, rows))
  const taxes = money(tax.slice(0, rows))
  const points = { usage: subtract(point, add(fee, taxes)), fee, tax: taxes, one_time: '0' }
  return chargeKinds.map((kind) => ({ kind, point: points[kind] }))
}

const money = (values: readonly number[]) => toPlaces(decimal(values.reduce((sum, value) => sum + value, 0)), 2)
