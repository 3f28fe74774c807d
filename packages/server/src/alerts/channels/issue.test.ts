import { describe, expect, it } from 'vitest'
import { parseObject } from './issue.ts'

describe('parseObject', () => {
  it('reads an object', () => {
    expect(parseObject('{"key": "KEPT-1"}')).toEqual({ key: 'KEPT-1' })
  })

  it('reads a list by position: GitHub answers a search with one', () => {
    expect(Object.values(parseObject('[{"number": 7}, {"number": 8}]'))).toEqual([{ number: 7 }, { number: 8 }])
  })

  it.each(['', '<html>', 'null', '"text"', '7', '[]'])('reads %j as nothing', (text) => {
    expect(parseObject(text)).toEqual({})
  })
})
