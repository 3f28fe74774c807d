import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../testing/savings-bill.ts'
import { canonicalJson } from './canonical-json.ts'
import { canonicalRow, openCanonical, rowsInOrder } from './canonical-row.ts'
import { merkleRoot } from './merkle.ts'

describe('canonical forms', () => {
  it('JSON is as RFC 8785 says', () => {
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

  it('a row is what JSON.stringify says, whatever its names hold', () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 })
    const amount = fc.integer().map((units) => String(units / 1000))
    const line = fc.record({
      ...{ resource: text, hour: fc.integer(), hours: fc.constantFrom(1, 24), sku: text, quantity: amount },
      ...{ price: fc.option(amount), contracted: amount, effective: amount, commitment: fc.option(text) },
      ...{ status: fc.constantFrom('Used' as const, 'Unused' as const, null), correction: fc.boolean() },
    })
    fc.assert(
      fc.property(line, (savingsLine) => {
        const { number } = openCanonical()
        const [quantity, contracted, effective] = [
          savingsLine.quantity,
          savingsLine.contracted,
          savingsLine.effective,
        ].map(number)
        const price = savingsLine.price === null ? null : number(savingsLine.price)
        const fields = [
          savingsLine.resource,
          savingsLine.hour,
          savingsLine.hours,
          savingsLine.sku,
          quantity,
          price,
          contracted,
          effective,
          savingsLine.commitment,
        ]
        expect(canonicalRow(savingsLine, openCanonical())).toBe(
          JSON.stringify([...fields, savingsLine.status, savingsLine.correction]),
        )
      }),
    )
  }, 30_000)

  it('rows have one order, and one root of which each is a part', () => {
    const row = fc.record({ hour: fc.integer({ min: 0, max: 20 }), text: fc.string() })
    const rootOf = (rows: { hour: number; text: string }[]) =>
      merkleRoot(
        rowsInOrder(rows, ({ text }) => text),
        sha256,
      )
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 60 }), fc.nat(), (rows, position) => {
        expect(rootOf(rows.toReversed())).toBe(rootOf(rows))
        const changed = rows.map((entry, index) =>
          index === position % rows.length ? { ...entry, text: `${entry.text}!` } : entry,
        )
        expect(rootOf(changed)).not.toBe(rootOf(rows))
        expect(rootOf(rows.slice(1))).not.toBe(rootOf(rows))
      }),
    )
    expect(merkleRoot([], sha256)).toBe(sha256(''))
    expect(merkleRoot(['a'], sha256)).toBe(sha256('leaf:a'))
    expect(merkleRoot(['a', 'b'], sha256)).toBe(sha256(`node:${sha256('leaf:a')}${sha256('leaf:b')}`))
  })
})
