import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import { describe, expect, it } from 'vitest'
import { budgetBarParts } from './budget-bar.ts'

const budget = (actual: string, forecast: string | null) =>
  ({
    amount: '100',
    state: { actual, forecast, period_start: '2026-11-01', period_end: '2026-12-01' },
  }) as BudgetAnswer

describe('budgetBarParts', () => {
  it('leaves room beyond the budget, and marks the pace of the period', () => {
    const parts = budgetBarParts(budget('60', '90'), Date.parse('2026-11-16T00:00:00Z'))
    expect(parts?.actual).toBeCloseTo(0.5)
    expect(parts?.projected).toBeCloseTo(0.75)
    expect(parts?.budget).toBeCloseTo(0.8333)
    expect(parts?.pace).toBeCloseTo(0.4167)
  })

  it('never draws a forecast below what is spent, nor past the end of the track', () => {
    const parts = budgetBarParts(budget('90', '400'), Date.parse('2026-11-16T00:00:00Z'))
    expect(parts?.projected).toBe(1)
    expect(budgetBarParts(budget('90', '80'), 0)?.projected).toBeCloseTo(0.75)
  })

  it('has no pace once the period is over', () => {
    expect(budgetBarParts(budget('60', null), Date.parse('2026-12-02T00:00:00Z'))?.pace).toBeNull()
  })

  it('is nothing before the first costs', () => {
    expect(budgetBarParts({ amount: '100', state: null }, 0)).toBeNull()
  })
})
