import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { expect, test } from 'vitest'
import { nextSteps, type Situation } from './next-steps.ts'

const overview: Overview = {
  start_date: null,
  end_date: null,
  previous_start_date: null,
  previous_end_date: null,
  currencies: [],
  reconciliation: { loads: 0, ok: 0, rejected_rows: 0, invoiced: 0 },
  first_day: null,
  last_day: null,
  last_import_at: null,
}
const usd = {
  currency: 'USD',
  recommendations: { count: 2, monthly_savings: '1234.5', low: '1000', high: '1500', split: null },
} as Overview['currencies'][number]
const situation: Situation = { overview, unread: 0, secondFactor: true, people: 5, mayImport: true, demo: false }
const ids = (change: Partial<Situation>) => nextSteps({ ...situation, ...change }).map(({ id }) => id)

test('an empty organization begins with a bill, for who may bring one in', () => {
  expect(ids({})).toEqual(['bill'])
  expect(ids({ mayImport: false })).toEqual([])
})

test('what is wrong with the figures comes before what could be saved', () => {
  const full = {
    ...overview,
    first_day: '2026-01-01',
    currencies: [usd],
    reconciliation: { loads: 3, ok: 2, rejected_rows: 1, invoiced: 0 },
  }
  const steps = nextSteps({ ...situation, overview: full, unread: 3, secondFactor: false, people: 1 })
  expect(steps.map(({ id }) => id)).toEqual(['unproved', 'recommendations USD', 'aside', 'factor'])
  expect(steps[1]?.description).toBe('Estimated savings: $1,234.50 a month.')
})

test('a demo offers its tour and nothing that it cannot do, and all done is said with nothing', () => {
  const full = { ...overview, first_day: '2026-01-01' }
  expect(ids({ overview: full, demo: true, secondFactor: false })).toEqual(['tour'])
  expect(ids({ overview: full, secondFactor: null, people: null })).toEqual([])
})
