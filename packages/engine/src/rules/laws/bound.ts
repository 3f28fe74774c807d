/** No saving is negative, none is above what the thing costs, and a range runs upwards. */
import { type Decimal, larger } from '@kept/foundation/decimal.ts'
import {
  type Calculation,
  evaluateCalculation,
  exceeds,
  isBelowZero,
  limitToCost,
  raiseToZero,
} from '../reading/calculation.ts'

/** A limit that changes the result is a step of the calculation; one that does not is left out. */
export function limitCalculation(calculation: Calculation, cost: Decimal, currency: string): Calculation {
  const result = evaluateCalculation(calculation)
  const limit = larger(cost, '0')
  return [
    ...calculation,
    ...(exceeds(result, limit) ? [limitToCost('Capped at its monthly cost', limit, currency)] : []),
    ...(isBelowZero(result) ? [raiseToZero(currency)] : []),
  ]
}
