import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../testing/savings-bill.ts'
import { canonicalRow, openCanonical, rowsInOrder } from './canonical-row.ts'
import { merkleRoot } from './merkle.ts'

describe('canonical forms', () => {
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
