/** What an environment costs or wastes in thirty days, at the rate of the days that were looked at. */
import type { Nano } from '../savings/exact.ts'
import { monthly } from './backtest.ts'
import type { EnvironmentInput } from './environment-analysis.ts'
import { type QuarterSpan, quarterMs } from './quarters.ts'

/** The part of the window since it first ran: a month of what began last week is not spread over a quarter. */
export function spanSinceFirstRun({ window, running }: Pick<EnvironmentInput, 'window' | 'running'>): QuarterSpan {
  const first = running?.firstRan == null ? window.from : Math.floor(running.firstRan / quarterMs)
  return { from: Math.min(Math.max(window.from, first), window.to), to: window.to }
}

/** `twelfths` of a nano-unit over the window, as nano-units of thirty days. */
export function monthlyRate(input: EnvironmentInput, twelfths: bigint): Nano {
  return monthly(twelfths, spanSinceFirstRun(input))
}
