import { type DunningStep, defaultDunningSteps } from '@kept/domain/billing/dunning.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planDunning } from './dunning-plan.ts'

const dueOn = '2026-11-01'
const plan = (day: number, past: DunningStep[] = []) =>
  planDunning({ dueOn, today: addDays(dueOn, day), steps: defaultDunningSteps, past })

describe('planDunning', () => {
  it('does nothing before the first step', () => {
    expect(plan(2)).toEqual({ take: [], skip: [] })
    expect(plan(-5)).toEqual({ take: [], skip: [] })
  })

  it('takes each step once, on its day', () => {
    const reminder = { days_after_due: 3, action: 'reminder' } as const
    expect(plan(3)).toEqual({ take: [reminder], skip: [] })
    expect(plan(4, [reminder])).toEqual({ take: [], skip: [] })
    expect(plan(5, [reminder]).take).toEqual([{ days_after_due: 5, action: 'retry_charge' }])
  })

  it('sends one email when several are due', () => {
    const { take, skip } = plan(30)
    expect(take.map(({ action }) => action)).toEqual(['retry_charge', 'second_reminder', 'notify_operator'])
    expect(skip).toEqual([{ days_after_due: 3, action: 'reminder' }])
  })

  it('handles every due step exactly once, however often it runs', () => {
    const days = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(days, (visits) => {
        const past: DunningStep[] = []
        for (const day of [...visits].sort((a, b) => a - b)) {
          const { take, skip } = plan(day, past)
          past.push(...take, ...skip)
        }
        const last = Math.max(...visits)
        const due = defaultDunningSteps.filter(({ days_after_due }) => days_after_due <= last)
        expect(past).toHaveLength(due.length)
        expect(new Set(past)).toEqual(new Set(due))
      }),
    )
  })
})
