import { describe, expect, it } from 'vitest'
import { evaluateCondition } from './evaluate.ts'
import { parseExpression } from './parse.ts'

const read = (values: Record<string, number>) => (name: string) => values[name]

describe('custom patterns', () => {
  it('reads comparisons, arithmetic, windows and words', () => {
    const condition = parseExpression(
      'avg(memory_usage, 10m) > 500 and (sum(errors, 5m) / sum(requests, 5m) >= 0.9 or not depth < 16)',
    )
    expect(evaluateCondition(condition, read({ memory_usage: 600, errors: 95, requests: 100, depth: 2 }))).toBe(true)
    expect(evaluateCondition(condition, read({ memory_usage: 600, errors: 5, requests: 100, depth: 2 }))).toBe(false)
    expect(evaluateCondition(condition, read({ memory_usage: 400, errors: 95, requests: 100, depth: 2 }))).toBe(false)
  })
  it('concludes nothing from what is not known', () => {
    expect(evaluateCondition(parseExpression('a > 1 and b > 1'), read({ a: 2 }))).toBeUndefined()
    expect(evaluateCondition(parseExpression('a > 1 or b > 1'), read({ a: 2 }))).toBe(true)
    expect(evaluateCondition(parseExpression('not b > 1'), read({}))).toBeUndefined()
  })
  it.each([
    ['a >', 4, 'a metric or a number is expected, not the end'],
    ['a > 1 and', 10, 'a metric or a number is expected, not the end'],
    ['a', 1, 'a figure alone is no condition; compare it, as in "> 10"'],
    ['median(a, 5m) > 1', 1, 'there is no function "median"; there are avg, sum, min, max, last, count, rate, growth'],
    ['avg(a, 5) > 1', 8, 'a window as 10m or 2h is expected, not "5"'],
    ['avg(a, 9h) > 1', 8, 'a window lasts from 1m to 180m'],
    ['1 < a < 3', 7, 'only two figures are compared at a time; join comparisons with "and"'],
    ['a > 1 b', 7, '"and", "or" or the end is expected, not "b"'],
    ['a $ 1', 3, '"$" is not known here'],
    ['(a > 1) + 2 > 3', 1, 'a condition is no figure'],
  ])('says where %s is wrong', (text, position, reason) => {
    expect(() => parseExpression(text)).toThrow(`The expression is not valid at character ${position}: ${reason}.`)
  })
  it('refuses to nest without end', () => {
    expect(() => parseExpression(`${'('.repeat(200)}a > 1${')'.repeat(200)}`)).toThrow('brackets inside each other')
    expect(() => parseExpression(`${'not '.repeat(200)}a > 1`)).toThrow('inside each other')
  })
})
