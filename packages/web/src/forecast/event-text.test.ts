import { describe, expect, it } from 'vitest'
import { describeEffect, factorOf } from './event-text.ts'

describe('known event effects', () => {
  it.each([
    ['-20', '0.8'],
    ['35%', '1.35'],
    ['+12.5', '1.125'],
    ['0', '1'],
    ['', '1'],
    ['-100', '0'],
    ['9900', '100'],
  ])('converts %j percent to the factor %s', (percent, factor) => expect(factorOf(percent)).toBe(factor))
  it.each(['many', '-101', '9901', '1e3', '1,5', '--2'])('rejects %j', (text) => expect(factorOf(text)).toBeUndefined())
  it('describes percentages and amounts', () => {
    const money = (amount: string) => `$${amount}`
    expect(describeEffect({ factor: '0.8', daily_amount: '0' }, money)).toBe('20% less a day')
    expect(describeEffect({ factor: '1.1', daily_amount: '5' }, money)).toBe('10% more a day and $5 a day')
    expect(describeEffect({ factor: '1', daily_amount: '0' }, money)).toBe('no change')
  })
})
