/** An existing commitment as it was in the weeks before an action, from its rows of the bill. */
import type { CommitmentBaseline, CommitmentHour } from '@kept/domain/saving.ts'
import { fromHour, type Hour } from '@kept/foundation/calendar/hour.ts'
import { type Decimal, decimal, divideHalfEven } from '@kept/foundation/decimal.ts'
import { type Fraction, unusedIn, usedIn } from './unused-part.ts'

/** `rows` are those of whole months: a fee row that reaches into the window is divided by hours. */
export function commitmentBaseline(
  commitment: string,
  rows: readonly CommitmentHour[],
  window: { from: Hour; to: Hour },
  stated: boolean,
): CommitmentBaseline {
  return {
    commitment,
    from: fromHour(window.from),
    to: fromHour(window.to),
    unused: toDecimal(unusedIn(rows, window)),
    contracted: toDecimal(usedIn(rows, window, 'contracted')),
    effective: toDecimal(usedIn(rows, window, 'effective')),
    stated: stated || rows.some(({ status }) => status === 'Unused'),
  }
}

/** The smallest amount that the ledger keeps. */
const decimalPlaces = 30

function toDecimal({ value: { units, scale }, divisor }: Fraction): Decimal {
  if (divisor === 1n) return decimal(`${units}e-${scale}`)
  const rounded = divideHalfEven(units * 10n ** BigInt(decimalPlaces), divisor * 10n ** BigInt(scale))
  return decimal(`${rounded}e-${decimalPlaces}`)
}
