import { describe, expect, it } from 'vitest'
import { suggestAmount } from './suggest-amount.ts'

describe('suggestAmount', () => {
  it.each([
    ['32090.58', '34000'],
    ['482310', '510000'],
    ['95.10', '99'],
    ['7', '7'],
    ['0', undefined],
    ['-12.50', undefined],
    ['', undefined],
  ])('of %s is %s', (spend, amount) => expect(suggestAmount(spend)).toBe(amount))
})
