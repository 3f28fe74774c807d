import { add, subtract, sum } from '@kept/foundation/decimal.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { reconciliationSchema } from './ingest.ts'
import { type CostSum, type Evidence, reconcile } from './reconcile.ts'

const billed = (amount: string | null, currency = 'USD'): CostSum => ({ column: 'BilledCost', currency, amount })
const evidence = (part: Partial<Evidence>): Evidence => ({
  files: [],
  stored: { rows: 0, sums: [] },
  rejectedRows: { rows: 0, sums: [] },
  invoices: [],
  ...part,
})

it('is well when files equal warehouse plus skipped, in every currency', () => {
  const proof = reconcile(
    evidence({
      files: [
        { rows: 3, sums: [billed('10.5'), billed('7', 'EUR')] },
        { rows: 1, sums: [billed('0.25')] },
      ],
      stored: { rows: 3, sums: [billed('10.25'), billed('7', 'EUR')] },
      rejectedRows: { rows: 1, sums: [billed('0.5')] },
    }),
  )
  expect(proof.ok).toBe(true)
  expect(proof.rows).toEqual({ read: 4, stored: 3, rejected: 1 })
  expect(proof.columns.map(({ currency, in_file, difference }) => [currency, in_file, difference])).toEqual([
    ['EUR', '7', '0'],
    ['USD', '10.75', '0'],
  ])
})

it('does not invent a zero for a column no row says', () => {
  const proof = reconcile(
    evidence({ files: [{ rows: 1, sums: [billed(null)] }], stored: { rows: 1, sums: [billed(null)] } }),
  )
  expect(proof).toMatchObject({ ok: true, columns: [] })
})

it('explains a loss beyond the thirtieth decimal, and nothing larger', () => {
  const file = [{ rows: 2, sums: [billed('1.0000000000000000000000000000009')] }]
  const near = reconcile(evidence({ files: file, stored: { rows: 2, sums: [billed('1')] } }))
  expect(near.ok).toBe(true)
  expect(near.columns[0]?.explanation).toMatch(/more than 30 decimals/)
  const far = reconcile(
    evidence({ files: [{ rows: 2, sums: [billed('1.0000001')] }], stored: { rows: 2, sums: [billed('1')] } }),
  )
  expect(far.ok).toBe(false)
  expect(far.columns[0]).toMatchObject({ difference: '0.0000001' })
})

it('fails when a row is missing, whatever the sums', () => {
  expect(reconcile(evidence({ files: [{ rows: 2, sums: [] }], stored: { rows: 1, sums: [] } })).ok).toBe(false)
})

it('sets an invoice against its lines, and forgives only what may lie in another delivery', () => {
  const stated = { invoice_id: 'I-1', issuer: 'AWS', currency: 'USD', invoiced: '12', in_warehouse: '11.5' }
  const invoice = { ...stated, lines: 3, decimals: 0 }
  const complete = reconcile(evidence({ invoices: [{ ...invoice, complete: true }] }))
  expect(complete).toMatchObject({ ok: false, invoices: [{ difference: '0.5' }] })
  const part = reconcile(evidence({ invoices: [{ ...invoice, complete: false }] }))
  expect(part.ok).toBe(true)
  expect(part.invoices[0]?.explanation).toMatch(/Not every line/)
})

it('takes the rounding of an invoice for its tolerance, and says so', () => {
  const sums = (invoiced: string, in_warehouse: string, lines: number, decimals: number, currency = 'USD') =>
    reconcile(
      evidence({
        invoices: [
          { invoice_id: 'I', issuer: 'A', ...{ currency, invoiced, in_warehouse, lines, decimals }, complete: true },
        ],
      }),
    )
  expect(sums('12.35', '12.3449999', 2, 2)).toMatchObject({ ok: true, invoices: [{ tolerance: '0.01' }] })
  expect(sums('12.35', '12.3350000', 2, 2)).toMatchObject({ ok: false })
  expect(sums('12.345', '12.3450005', 1, 6)).toMatchObject({ ok: true, invoices: [{ tolerance: '0.0000005' }] })
  expect(sums('12.345', '12.3450006', 1, 6)).toMatchObject({ ok: false })
  expect(sums('1200', '1200.4', 1, 0, 'JPY')).toMatchObject({ ok: true, invoices: [{ tolerance: '0.5' }] })
  expect(sums('1200', '1200.4', 1, 0)).toMatchObject({ ok: false })
})

it('accounts for every amount: the difference is always file less warehouse less skipped', () => {
  const amount = fc.bigInt(-(10n ** 40n), 10n ** 40n).map((units) => {
    const digits = (units < 0n ? -units : units).toString().padStart(31, '0')
    return `${units < 0n ? '-' : ''}${digits.slice(0, -30)}.${digits.slice(-30)}`
  })
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 6 }), amount, amount, (inFiles, storedAmount, rejectedAmount) => {
      const proof = reconcile(
        evidence({
          files: inFiles.map((value) => ({ rows: 1, sums: [billed(value)] })),
          stored: { rows: inFiles.length, sums: [billed(storedAmount)] },
          rejectedRows: { rows: 0, sums: [billed(rejectedAmount)] },
        }),
      )
      expect(proof.columns[0]?.difference).toBe(subtract(sum(inFiles), add(storedAmount, rejectedAmount)))
    }),
  )
})

it('shows a few of the words that bad rows hold instead of a currency, and proves all of them', () => {
  const garbage = Array.from({ length: 500 }, (_, n) => billed('1', `${'not a currency '.repeat(5)}${n}`))
  const proof = reconcile(
    evidence({
      files: [{ rows: 501, sums: [...garbage, billed('7')] }],
      stored: { rows: 1, sums: [billed('7')] },
      rejectedRows: { rows: 500, sums: garbage },
    }),
  )
  expect(proof.ok).toBe(true)
  expect(proof.columns).toHaveLength(21)
  expect(reconciliationSchema.parse(proof)).toEqual(proof)
})
