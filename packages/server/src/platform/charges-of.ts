/** Rows of the bill as the forecast engine takes them. */
import { toNumber } from '@kept/domain/decimal.ts'
import { type ChargeSeries, toChargeSeries } from '@kept/engine/forecast/spend/charge-series.ts'
import type { SpendRow } from '@kept/store/forecasts/spend-rows.ts'

export const chargesOf = (rows: readonly SpendRow[]): ChargeSeries[] =>
  toChargeSeries(rows, ({ date, cost }) => ({ at: Date.parse(date), cost: toNumber(cost) }))
