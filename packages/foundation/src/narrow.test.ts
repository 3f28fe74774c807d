import { describe, expect, it } from 'vitest'
import { fieldOf, isKeyOf, isObject, isOneOf, textFieldOf } from './narrow.ts'

describe('isObject', () => {
  it.each([{}, { a: 1 }, new Error('failed'), Object.create(null)])('accepts an object', (value) => {
    expect(isObject(value)).toBe(true)
  })

  it.each([null, undefined, [], 'text', 1, true])('refuses %s', (value) => {
    expect(isObject(value)).toBe(false)
  })
})

describe('fieldOf', () => {
  it('reads own and inherited fields', () => {
    expect(fieldOf({ code: 7 }, 'code')).toBe(7)
    expect(fieldOf(new Error('failed'), 'name')).toBe('Error')
  })

  it.each([null, undefined, ['code'], 'code', {}])('returns undefined for %s', (value) => {
    expect(fieldOf(value, 'code')).toBeUndefined()
  })
})

describe('textFieldOf', () => {
  it('reads text, and nothing else', () => {
    expect(textFieldOf({ code: 'ENOENT' }, 'code')).toBe('ENOENT')
    expect(textFieldOf({ code: '' }, 'code')).toBe('')
    expect(textFieldOf({ code: 7 }, 'code')).toBeUndefined()
  })
})

describe('isKeyOf', () => {
  it('accepts own keys only', () => {
    expect(isKeyOf({ day: 1 }, 'day')).toBe(true)
    expect(isKeyOf({ day: 1 }, 'month')).toBe(false)
    expect(isKeyOf({ day: 1 }, 'toString')).toBe(false)
    expect(isKeyOf({ undefined: 1 }, undefined)).toBe(false)
  })
})

describe('isOneOf', () => {
  it('compares strictly', () => {
    expect(isOneOf(['1', '2'], '2')).toBe(true)
    expect(isOneOf(['1', '2'], 2)).toBe(false)
    expect(isOneOf([], undefined)).toBe(false)
  })
})
