import { describe, expect, it } from 'vitest'
import { aboutWords, percentsOf, shareOf } from './budget-words.ts'

it('says what a budget is about', () => {
  expect(aboutWords({ filters: [] })).toBe('Everything')
  expect(
    aboutWords({
      filters: [
        { by: 'service', op: 'is', values: ['EC2', 'S3'] },
        { by: 'provider', op: 'is_not', values: ['AWS'] },
      ],
    }),
  ).toBe('Service: EC2 or S3, Provider: not AWS')
})

it('says how much is spent, and nothing while nothing is known', () => {
  const state = {
    period_from: '',
    period_to: '',
    actual: '30',
    forecast: null,
    forecast_low: null,
    forecast_high: null,
    record: null,
  }
  expect(shareOf({ amount: '120', state })).toBe(0.25)
  expect(shareOf({ amount: '120', state: null })).toBeNull()
})

describe('percents', () => {
  it.each([
    ['80, 100', [80, 100]],
    ['100 80 100', [80, 100]],
    ['90 %', [90]],
    ['', []],
    ['0', undefined],
    ['eighty', undefined],
    ['1001', undefined],
    ['12.5', undefined],
  ])('of %j', (text, percents) => expect(percentsOf(text)).toEqual(percents))
})
