import { expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

it('canonicalJson writes JSON as RFC 8785 says', () => {
  const value = {
    '\u20ac': 'Euro',
    '\r': 'Return',
    '1': 'One',
    '\ud83d\ude00': 'Smile',
    b: [56, { d: true, 10: null }],
    a: 1e21,
    c: undefined,
  }
  expect(canonicalJson(value)).toBe(
    '{"\\r":"Return","1":"One","a":1e+21,"b":[56,{"10":null,"d":true}],"\u20ac":"Euro","\ud83d\ude00":"Smile"}',
  )
  expect(() => canonicalJson(Number.NaN)).toThrow(RangeError)
  expect(() => canonicalJson({ a: 1n })).toThrow(TypeError)
})
