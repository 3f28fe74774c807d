import { describe, expect, it } from 'vitest'
import { countUp } from './count-up.ts'

const cost_impact = { estimated_hourly_cost: '36', estimated_total_cost: '10.5', currency: 'USD' }
const asOf = Date.parse('2026-11-26T12:00:00Z')

describe('countUp', () => {
  it('carries time and cost of an active loop on', () => {
    const loop = { status: 'active', duration_seconds: 600, cost_impact } as const
    expect(countUp(loop, asOf, asOf + 90_500)).toEqual({ seconds: 690, cost: '11.4' })
    expect(countUp(loop, asOf, asOf - 5000)).toEqual({ seconds: 600, cost: '10.5' })
  })

  it('leaves an ended loop, and a cost that is not known', () => {
    const ended = { status: 'resolved', duration_seconds: 600, cost_impact } as const
    expect(countUp(ended, asOf, asOf + 90_000)).toEqual({ seconds: 600, cost: '10.5' })
    const unpriced = { ...cost_impact, estimated_hourly_cost: null, estimated_total_cost: null }
    const loop = { status: 'active', duration_seconds: 600, cost_impact: unpriced } as const
    expect(countUp(loop, asOf, asOf + 60_000)).toEqual({ seconds: 660, cost: null })
  })
})
