/** Whether an expression holds; undefined where a metric it needs is not known: then nothing is concluded from it. */
import type { Aggregate, Condition, Sum } from './parse.ts'

export type ReadMetric = (name: string, aggregate: Aggregate, minutes: number) => number | undefined

export function evaluateCondition(condition: Condition, read: ReadMetric): boolean | undefined {
  switch (condition.kind) {
    case 'compare':
      return compared(condition.operator, figureOf(condition.left, read), figureOf(condition.right, read))
    case 'not': {
      const inner = evaluateCondition(condition.condition, read)
      return inner === undefined ? undefined : !inner
    }
    case 'all':
    case 'any': {
      // One false decides "and" and one true decides "or", whatever is unknown beside it.
      const decisive = condition.kind === 'any'
      const parts = condition.conditions.map((part) => evaluateCondition(part, read))
      if (parts.includes(decisive)) return decisive
      return parts.includes(undefined) ? undefined : !decisive
    }
  }
}

function figureOf(sum: Sum, read: ReadMetric): number | undefined {
  if (sum.kind === 'number') return sum.value
  if (sum.kind === 'metric') return read(sum.name, sum.aggregate, sum.minutes)
  const [left, right] = [figureOf(sum.left, read), figureOf(sum.right, read)]
  if (left === undefined || right === undefined) return undefined
  if (sum.operator === '+') return left + right
  if (sum.operator === '-') return left - right
  if (sum.operator === '*') return left * right
  return right === 0 ? undefined : left / right
}

function compared(operator: string, left: number | undefined, right: number | undefined): boolean | undefined {
  if (left === undefined || right === undefined) return undefined
  if (operator === '<') return left < right
  if (operator === '<=') return left <= right
  if (operator === '>') return left > right
  if (operator === '>=') return left >= right
  return operator === '==' ? left === right : left !== right
}
