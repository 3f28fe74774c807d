/**
 * A saving as a calculation that a reader can redo: steps with the exact figures that are shown, evaluated from these
 * figures and from nothing else. Amounts of money hold six decimals, shares six (ten-thousandths of a percent).
 */
import type { UnitPrice } from '@kept/domain/price.ts'
import type { CalculationStep, Evidence } from '@kept/domain/recommendation.ts'
import {
  add,
  compare,
  type Decimal,
  decimal,
  divide,
  isNegative,
  larger,
  multiply,
  smaller,
  subtract,
} from '@kept/foundation/decimal.ts'
import { formatMoneyExact } from '@kept/foundation/format/money.ts'

export interface Range {
  low: Decimal
  mid: Decimal
  high: Decimal
}

type Operator = Exclude<CalculationStep['operator'], 'result'>

/** `kind` says how the amounts are written: money with its currency, a share in percent, a plain number with its unit. */
export interface Step extends Range {
  operator: Operator
  label: string
  kind: 'money' | 'share' | 'number'
  unit: string
}

/** The first step begins. */
export type Calculation = readonly [Step, ...Step[]]

const MONEY_PLACES = 6
const SHARE_PLACES = 6

export function beginWithCost(label: string, amount: Decimal | Range, currency: string): Step {
  return moneyStep('begin', label, amount, currency)
}

export function addCost(label: string, amount: Decimal | Range, currency: string): Step {
  return moneyStep('add', label, amount, currency)
}

export function subtractCost(label: string, amount: Decimal | Range, currency: string): Step {
  return moneyStep('subtract', label, amount, currency)
}

/** The amount less the result so far. */
export function subtractFromCost(label: string, amount: Decimal, currency: string): Step {
  return moneyStep('subtract_from', label, amount, currency)
}

export function limitToCost(label: string, amount: Decimal, currency: string): Step {
  return moneyStep('at_most', label, amount, currency)
}

/** A share of what comes before: 0.27, or a range of shares by the column of the saving they lead to. */
export function multiplyByShare(label: string, share: number | { low: number; mid: number; high: number }): Step {
  const round = (part: number) => decimal(part.toFixed(SHARE_PLACES))
  const range =
    typeof share === 'number'
      ? sameInAll(round(share))
      : { low: round(share.low), mid: round(share.mid), high: round(share.high) }
  return { operator: 'multiply', label, kind: 'share', unit: '', ...range }
}

export function multiplyBy(label: string, amount: Decimal, unit: string): Step {
  return { operator: 'multiply', label, kind: 'number', unit, ...sameInAll(amount) }
}

export function divideBy(label: string, amount: Decimal, unit: string): Step {
  return { operator: 'divide', label, kind: 'number', unit, ...sameInAll(amount) }
}

/** The whole of a cost is the saving. */
export function fullCost(label: string, amount: Decimal, currency: string): Calculation {
  return [beginWithCost(label, amount, currency)]
}

/** A share of a cost is the saving. */
export function shareOfCost(
  cost: { label: string; amount: Decimal; currency: string },
  label: string,
  share: number | { low: number; mid: number; high: number },
): Calculation {
  return [beginWithCost(cost.label, cost.amount, cost.currency), multiplyByShare(label, share)]
}

/** The unit price of a smaller or newer type against today's: quantity at today's price times the difference. */
export function priceDifference(
  paid: { label: string; amount: Decimal; currency: string },
  prices: { from: UnitPrice; to: UnitPrice },
): Calculation {
  const { from, to } = prices
  const unit = `${from.currency} ${from.pricing_unit ? `per ${from.pricing_unit}` : 'a unit'}`
  return [
    beginWithCost(paid.label, paid.amount, paid.currency),
    divideBy(`Price of ${from.instance_type}`, from.price, unit),
    multiplyBy(`Price difference to ${to.instance_type} (${to.price})`, subtract(from.price, to.price), unit),
  ]
}

/** The result of all steps, each column for itself, to the micro-unit. A range that came out reversed is put in order. */
export function evaluateCalculation(steps: readonly Step[]): Range {
  const { low, mid, high } = {
    low: evaluateColumn(steps, 'low'),
    mid: evaluateColumn(steps, 'mid'),
    high: evaluateColumn(steps, 'high'),
  }
  return { low: smaller(low, mid), mid, high: larger(high, mid) }
}

/** Whether any column lies above a limit or below zero: then the limit is a step of its own. */
export function exceeds({ low, mid, high }: Range, limit: Decimal): boolean {
  return [low, mid, high].some((amount) => compare(amount, limit) > 0)
}

export function isBelowZero({ low, mid, high }: Range): boolean {
  return [low, mid, high].some(isNegative)
}

export function raiseToZero(currency: string): Step {
  return moneyStep('at_least', 'Not below zero', '0', currency)
}

/** The steps as evidence, ending with the result. */
export function calculationEvidence(steps: readonly Step[], currency: string): Evidence[] {
  const result = evaluateCalculation(steps)
  return [
    ...steps.map((step) => ({
      label: step.label,
      value: formatStep(step, step.mid),
      ...unitOf(step),
      step: { operator: step.operator, low: step.low, mid: step.mid, high: step.high },
    })),
    {
      label: 'Estimated monthly savings',
      value: formatMoneyExact(result.mid, currency),
      ...rangeUnit(result, (amount) => formatMoneyExact(amount, currency)),
      step: { operator: 'result' as const, ...result },
    },
  ]
}

function evaluateColumn(steps: readonly Step[], column: keyof Range): Decimal {
  // Kept as a fraction, so that nothing is rounded before the end.
  let [above, below]: [Decimal, Decimal] = ['0', '1']
  for (const step of steps) {
    const amount = step[column]
    switch (step.operator) {
      case 'begin':
        above = amount
        break
      case 'add':
        above = add(above, multiply(amount, below))
        break
      case 'subtract':
        above = subtract(above, multiply(amount, below))
        break
      case 'subtract_from':
        above = subtract(multiply(amount, below), above)
        break
      case 'multiply':
        above = multiply(above, amount)
        break
      case 'divide':
        below = multiply(below, amount)
        break
      case 'at_most':
        if (compare(above, multiply(amount, below)) > 0) [above, below] = [amount, '1']
        break
      case 'at_least':
        if (compare(above, multiply(amount, below)) < 0) [above, below] = [amount, '1']
        break
    }
  }
  return divide(above, below, MONEY_PLACES)
}

function moneyStep(operator: Operator, label: string, amount: Decimal | Range, currency: string): Step {
  const round = (exact: Decimal) => divide(exact, '1', MONEY_PLACES)
  const range =
    typeof amount === 'string'
      ? sameInAll(round(amount))
      : { low: round(amount.low), mid: round(amount.mid), high: round(amount.high) }
  return { operator, label, kind: 'money', unit: currency, ...range }
}

function sameInAll(amount: Decimal): Range {
  return { low: amount, mid: amount, high: amount }
}

function formatStep({ kind, unit }: Step, amount: Decimal): string {
  if (kind === 'money') return formatMoneyExact(amount, unit)
  return kind === 'share' ? `${multiply(amount, '100')}%` : amount
}

function unitOf(step: Step): { unit?: string } {
  const range = rangeUnit(step, (amount) => formatStep(step, amount))
  return step.kind === 'number' ? { unit: step.unit } : range
}

function rangeUnit({ low, mid, high }: Range, format: (amount: Decimal) => string): { unit?: string } {
  if (low === mid && mid === high) return {}
  return { unit: `(${format(low)} to ${format(high)})` }
}
