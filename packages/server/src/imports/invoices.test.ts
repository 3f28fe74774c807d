/** Cost lines and the provider's invoice, in one import or two: each replaces only its own dataset. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'
import { deliver, finished, upload } from './testing/deliver.ts'
import { smallBill } from './testing/small-bill.ts'
import { visibleTotals } from './testing/totals.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept()
})
afterAll(() => kept.close())
beforeEach(async () => {
  const { data } = await kept.client.imports.list({})
  for (const { id, status } of data) if (status === 'done') await kept.client.imports.undo({ id })
})

const costs = smallBill([{ billed: '10' }, { billed: '2.5', day: 2 }])
  .replace('ResourceId', 'ResourceId,InvoiceId')
  .replaceAll(/,r$/gm, ',r,I-1')

function invoice(billed: string, account = '111'): string {
  return [
    'InvoiceDetailId,InvoiceId,BilledCost,BillingCurrency,BillingAccountId,BillingPeriodStart,BillingPeriodEnd,InvoiceIssuerName',
    `D-1,I-1,10,USD,${account},2024-09-01T00:00:00Z,2024-10-01T00:00:00Z,AWS`,
    `D-2,I-1,${billed},USD,${account},2024-09-01T00:00:00Z,2024-10-01T00:00:00Z,AWS`,
    '',
  ].join('\n')
}

const expected = { invoice_id: 'I-1', issuer: 'AWS', currency: 'USD' }

it('compares an invoice with lines of the same import', async () => {
  const uploads = [await upload(kept, costs, 'costs.csv'), await upload(kept, invoice('2.5'), 'invoice.csv')]
  const { data } = await kept.client.imports.create({ uploads })
  const done = await finished(kept.client, data.id)
  expect(done.reconciliation).toMatchObject({
    ok: true,
    rows: { read: 4, stored: 4, rejected: 0 },
    invoices: [{ ...expected, invoiced: '12.5', in_warehouse: '12.5', difference: '0', explanation: '' }],
  })
  const billed = done.reconciliation?.columns.find(({ column }) => column === 'BilledCost')
  expect(billed?.in_file).toBe('12.5')
})

it('compares a later invoice with the existing lines, and keeps them visible', async () => {
  await deliver(kept, costs)
  const before = await visibleTotals(kept.world, kept.world.scope)
  const second = await deliver(kept, invoice('3'), 'invoice.csv')
  expect(second).toMatchObject({ status: 'done', reconciliation: { ok: false } })
  expect(second.reconciliation?.invoices).toMatchObject([
    { ...expected, invoiced: '13', in_warehouse: '12.5', difference: '0.5' },
  ])
  expect(second.reconciliation?.invoices[0]?.explanation).toBe(
    'The lines of this invoice do not add up to what was invoiced.',
  )
  expect(await visibleTotals(kept.world, kept.world.scope)).toEqual(before)
  expect((await kept.client.imports.loads({})).meta.total).toBe(1)
})

it('compares later lines with the latest existing invoice', async () => {
  await deliver(kept, invoice('3'), 'invoice.csv')
  await deliver(kept, invoice('2.5'), 'invoice-again.csv')
  const done = await deliver(kept, costs)
  expect(done.reconciliation?.invoices).toMatchObject([{ ...expected, invoiced: '12.5', difference: '0' }])
})

it('reports no difference for an invoice whose lines are not loaded', async () => {
  const done = await deliver(kept, invoice('2.5', '999'), 'invoice.csv')
  expect(done.reconciliation).toMatchObject({
    ok: true,
    invoices: [
      { in_warehouse: '0', difference: '12.5', explanation: 'Not every line of this invoice is in this delivery.' },
    ],
  })
})

it('reconciles an invoice that differs by its own rounding, and shows the difference', async () => {
  const fractions = costs.replace('2.5', '2.5049996')
  const uploads = [await upload(kept, fractions, 'costs.csv'), await upload(kept, invoice('2.50'), 'invoice.csv')]
  const { data } = await kept.client.imports.create({ uploads })
  const done = await finished(kept.client, data.id)
  expect(done.reconciliation).toMatchObject({
    ok: true,
    invoices: [{ ...expected, invoiced: '12.5', difference: '-0.0049996', tolerance: '0.01' }],
  })
  expect(done.reconciliation?.invoices[0]?.explanation).toBe(
    'Within rounding: the invoice rounds each of its 2 lines to 2 decimals, which moves the sum by up to 0.01.',
  )
  const { data: overview } = await kept.client.costOptimization.overview({})
  expect(overview.reconciliation.invoiced).toBe(1)
})

it.each([
  ['2.504999', true],
  ['2.504997', false],
  ['2.52', false],
])('compares an invoice with %s at its own precision', async (billed, ok) => {
  const lines = costs.replace('2.5', '2.5049999')
  const uploads = [await upload(kept, lines, 'costs.csv'), await upload(kept, invoice(billed), 'invoice.csv')]
  const { data } = await kept.client.imports.create({ uploads })
  expect((await finished(kept.client, data.id)).reconciliation?.ok).toBe(ok)
})
