import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import type { ListedLoop } from '@kept/contract/routes/loops.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import { describe, expect, it } from 'vitest'
import { isAtRisk, isOver, overshootOf } from '../../budget/budget-risk.ts'
import { tasksOf } from './tasks.ts'

const loop = (name: string, hourly: string | null, more: Partial<ListedLoop> = {}) =>
  ({
    id: name,
    resource_name: name,
    status: 'active',
    confirmed: true,
    cost_impact: { estimated_hourly_cost: hourly, estimated_total_cost: '318', currency: 'USD' },
    root_cause_analysis: { probable_cause: 'The function writes to the queue that triggers it.' },
    ...more,
  }) as ListedLoop
const budget = (name: string, actual: string, forecast: string | null, currency = 'USD') =>
  ({ id: name, name, amount: '100', currency, state: { actual, forecast } }) as BudgetAnswer
const saving = (id: string, amount: string, currency = 'USD') =>
  ({
    id,
    title: 'Idle instance',
    summary: 'CPU stayed under 1%.',
    resource_name: id,
    monthly_savings: amount,
    currency,
  }) as Recommendation

describe('tasksOf', () => {
  it('ranks the costliest loop, the budget that will be passed most, then the largest savings', () => {
    const tasks = tasksOf({
      currency: 'USD',
      loops: [loop('cheap', '1'), loop('checkout', '41'), loop('old', '90', { status: 'resolved' })],
      budgets: [budget('fine', '10', '50'), budget('risky', '80', '130'), budget('foreign', '80', '999', 'EUR')],
      recommendations: [saving('small', '5'), saving('large', '6240'), saving('euro', '9999', 'EUR')],
    })
    expect(tasks.map(({ title, figure }) => [title, figure])).toEqual([
      ['Stop the loop in checkout', '$41.00/h'],
      ['Review the budget risky', '$30 over'],
      ['Idle instance: large', '$6,240/mo'],
    ])
  })

  it('takes more savings where nothing else is urgent, and nothing where there is nothing', () => {
    const recommendations = ['1', '2', '3', '4'].map((amount) => saving(amount, amount))
    expect(tasksOf({ currency: 'USD', loops: [], budgets: [], recommendations })).toHaveLength(3)
    expect(tasksOf({ currency: 'USD', loops: [], budgets: [], recommendations: [] })).toEqual([])
  })

  it('does not guess the cost of a loop without a price', () => {
    const [task] = tasksOf({ currency: 'USD', loops: [loop('unknown', null)], budgets: [], recommendations: [] })
    expect(task?.figure).toBe('Cost unknown')
  })
})

describe('budget risk', () => {
  it('is what the period will end with, or already has', () => {
    expect([overshootOf(budget('a', '120', '110')), isOver(budget('a', '120', '110'))]).toEqual(['20', true])
    expect([isAtRisk(budget('b', '50', '90')), isOver(budget('b', '50', '90'))]).toEqual([true, false])
    expect(isAtRisk(budget('c', '50', null))).toBe(false)
    expect(isAtRisk({ amount: '100', state: null })).toBe(false)
    expect(isOver(budget('d', '100', null))).toBe(false)
  })
})
