/** Rows of the bill as the forecast engine takes them. */
import { type ChargeSeries, toChargeSeries } from '@kept/engine/forecast/spend/charge-series.ts'
import { toNumber } from '@kept/foundation/decimal.ts'
import type { SpendRow } from '@kept/store/forecasts/spend-rows.ts'

export const chargesOf = (rows: readonly SpendRow[]): ChargeSeries[] =>
  toChargeSeries(rows, ({ date, cost }) => ({ at: Date.parse(date), cost: toNumber(cost) }))
