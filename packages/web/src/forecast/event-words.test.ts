import { describe, expect, it } from 'vitest'
import { effectWords, factorOf } from './event-words.ts'

describe('known events', () => {
  it.each([
    ['-20', '0.8'],
    ['35 %', '1.35'],
    ['+12.5', '1.125'],
    ['0', '1'],
    ['', '1'],
    ['-100', '0'],
    ['9900', '100'],
  ])('turn %j percent into the factor %s', (percent, factor) => expect(factorOf(percent)).toBe(factor))
  it.each(['many', '-101', '9901', '1e3', '1,5', '--2'])('refuse %j', (text) => expect(factorOf(text)).toBeUndefined())
  it('are said as people say them', () => {
    const money = (amount: string) => `$${amount}`
    expect(effectWords({ factor: '0.8', daily_amount: '0' }, money)).toBe('20 % less a day')
    expect(effectWords({ factor: '1.1', daily_amount: '5' }, money)).toBe('10 % more a day and $5 a day')
    expect(effectWords({ factor: '1', daily_amount: '0' }, money)).toBe('no change')
  })
})
