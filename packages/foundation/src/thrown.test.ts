import { describe, expect, it } from 'vitest'
import { asError, codeOf, messageOf } from './thrown.ts'

describe('messageOf', () => {
  it('reads the message of errors and of objects that look like one', () => {
    expect(messageOf(new RangeError('too far'))).toBe('too far')
    expect(messageOf({ message: 'refused' })).toBe('refused')
  })

  it('writes anything else as text', () => {
    expect(messageOf('refused')).toBe('refused')
    expect(messageOf(undefined)).toBe('undefined')
  })
})

describe('codeOf', () => {
  it('reads codes that are text', () => {
    expect(codeOf(Object.assign(new Error('missing'), { code: 'ENOENT' }))).toBe('ENOENT')
    expect(codeOf(Object.assign(new Error('missing'), { code: 2 }))).toBeUndefined()
    expect(codeOf(new Error('missing'))).toBeUndefined()
    expect(codeOf(null)).toBeUndefined()
  })
})

describe('asError', () => {
  it('keeps an error', () => {
    const error = new TypeError('not a list')
    expect(asError(error)).toBe(error)
  })

  it('makes one of anything else, with the value as its cause', () => {
    expect(asError('refused')).toMatchObject({ message: 'refused', cause: 'refused' })
  })
})
