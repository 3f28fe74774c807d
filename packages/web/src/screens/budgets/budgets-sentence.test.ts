import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import { describe, expect, it } from 'vitest'
import { describeBudgets } from './budgets-sentence.ts'

const budget = (name: string, actual: string | null, forecast: string | null) =>
  ({ name, amount: '1000', currency: 'USD', state: actual === null ? null : { actual, forecast } }) as BudgetAnswer

describe('describeBudgets', () => {
  it('begins with the one that will be passed most', () => {
    const budgets = [
      budget('Data', '100', '300'),
      budget('All', '800', '1200'),
      budget('ML', '900', '1100'),
      budget('Web', '800', '950'),
    ]
    expect(describeBudgets(budgets)).toEqual({
      alarm: 'All is forecast to exceed its budget by $200.',
      rest: '1 other budget will be exceeded too. 1 budget at risk. 1 budget on track.',
    })
  })

  it('tells a budget that is passed from one that will be', () => {
    expect(describeBudgets([budget('All', '1010', '1200')])?.alarm).toBe(
      'All is over its budget, and will end $200 above it.',
    )
  })

  it('says nothing before the first costs', () => {
    expect(describeBudgets([budget('All', null, null)])).toBeNull()
  })
})
