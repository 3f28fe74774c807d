import type { Anomaly } from '@kept/domain/anomaly.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import { describe, expect, it } from 'vitest'
import { ticketOfAnomaly, ticketOfRecommendation } from './ticket-text.ts'

const recommendation = {
  title: 'Idle instance',
  summary: 'CPU stayed under 1% for 32 days.',
  provider: 'AWS',
  service: 'Amazon EC2',
  resource_id: 'i-1',
  resource_name: 'batch',
  sub_account_id: '41',
  sub_account_name: 'shop',
  region: 'us-east-1',
  currency: 'USD',
  monthly_savings: '120.5',
  monthly_cost: '120.5',
  effort: 'low',
  risk: 'medium',
  evidence: [
    { label: 'CPU, maximum', value: '0.9', unit: '%' },
    { label: 'On-demand cost', value: '120.5', step: 1 },
  ],
  steps: ['Take a snapshot.', 'Terminate it.'],
} as unknown as Recommendation

describe('ticketOfRecommendation', () => {
  it('says what it is, what it saves, where, and what to do', () => {
    const { title, body } = ticketOfRecommendation(recommendation, 'https://kept.example/savings?recommendation=1')
    expect(title).toBe('Idle instance: batch')
    expect(body).toContain('**Estimated savings: $120.50 of $120.50 a month.** Effort low, risk medium.')
    expect(body).toContain('- Resource: batch, i-1\n- Service: AWS Amazon EC2')
    expect(body).toContain('- CPU, maximum: 0.9 %')
    expect(body).not.toContain('On-demand cost')
    expect(body).toContain('1. Take a snapshot.\n2. Terminate it.')
    expect(body.endsWith('Evidence: https://kept.example/savings?recommendation=1')).toBe(true)
  })

  it('claims no saving where there is no estimate', () => {
    const { body } = ticketOfRecommendation({ ...recommendation, monthly_savings: null }, '')
    expect(body).toContain('**Savings not estimated.**')
  })
})

describe('ticketOfAnomaly', () => {
  it('says how much, when, and why', () => {
    const anomaly = {
      scope: [
        { dimension: 'provider', value: 'AWS', name: 'AWS' },
        { dimension: 'resource', value: 'x', name: 'backfill' },
      ],
      currency: 'USD',
      expected: '8.42',
      actual: '505.77',
      excess: '497.35',
      first_day: '2026-11-11',
      last_day: '2026-11-11',
      drivers: [{ name: 'DPU hours', value: 'dpu', contribution: '497.32' }],
    } as unknown as Anomaly
    const { title, body } = ticketOfAnomaly(anomaly, 'https://kept.example/anomalies?open=1')
    expect(title).toBe('Cost anomaly in backfill: +$497.35')
    expect(body).toContain('backfill (AWS) cost $505.77 on Nov 11, 2026. Expected: $8.42.')
    expect(body).toContain('- DPU hours: +$497.32')
  })
})
