import { describe, expect, it } from 'vitest'
import { describeScope, percentsOf, shareOf } from './budget-text.ts'

it('describeScope lists the filters', () => {
  expect(describeScope({ filters: [] })).toBe('Everything')
  expect(
    describeScope({
      filters: [
        { dimension: 'service', op: 'is', values: ['EC2', 'S3'] },
        { dimension: 'provider', op: 'is_not', values: ['AWS'] },
      ],
    }),
  ).toBe('Service: EC2 or S3, Provider: not AWS')
})

it('shareOf returns the used share, or null without costs', () => {
  const state = {
    period_start: '',
    period_end: '',
    actual: '30',
    forecast: null,
    forecast_low: null,
    forecast_high: null,
    record: null,
  }
  expect(shareOf({ amount: '120', state })).toBe(0.25)
  expect(shareOf({ amount: '120', state: null })).toBeNull()
})

describe('percentsOf', () => {
  it.each([
    ['80, 100', [80, 100]],
    ['100 80 100', [80, 100]],
    ['90%', [90]],
    ['', []],
    ['0', undefined],
    ['eighty', undefined],
    ['1001', undefined],
    ['12.5', undefined],
  ])('parses %j', (text, percents) => expect(percentsOf(text)).toEqual(percents))
})
