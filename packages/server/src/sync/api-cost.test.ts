import { describe, expect, it } from 'vitest'
import { apiBudget } from './api-cost.ts'

const now = new Date('2026-11-22T10:00:00Z')
const connection = (kind: 'gcp' | 'oci' | 'aws', spent: string) => ({
  kind,
  api_cost_limit: '20',
  api_cost_this_month: spent,
})

describe('apiBudget', () => {
  it('keeps a quarter of the limit for bills that are charged', () => {
    let nanos = 0
    const budget = apiBudget(connection('gcp', '14'), { chargedNanos: () => nanos, hasReports: true, now })
    expect(budget.isSpentFor('metrics')).toBe(false)
    nanos = 1e9
    expect(budget.isSpentFor('metrics')).toBe(true)
    expect(budget.isSpentFor('exports')).toBe(false)
    expect(budget.leftNanos()).toBe(5e9)
    expect(budget.reasonFor('metrics')).toBe(
      'Three quarters of the monthly limit of $20.00 for API calls are used, and the rest is for bills. Metrics are read again next month, or when you raise it.',
    )
    nanos = 6e9
    expect(budget.isSpentFor('exports')).toBe(true)
    expect(budget.reasonFor('exports')).toBe(
      'The monthly limit of $20.00 for API calls is reached. Metrics and bills are read again next month, or when you raise it.',
    )
  })

  it('leaves all of it to metrics where bills are free, or not read', () => {
    for (const [kind, hasReports] of [
      ['gcp', false],
      ['oci', true],
      ['aws', false],
    ] as const) {
      const budget = apiBudget(connection(kind, '19.5'), { chargedNanos: () => 0, hasReports, now })
      expect(budget.isSpentFor('metrics')).toBe(false)
      expect(budget.reasonFor('metrics')).toMatch(/^The monthly limit of \$20\.00 for API calls is reached\./)
    }
  })
})
