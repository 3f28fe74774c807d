import { checkBusinessRules } from '@kept/engine/testing/einvoice/business-rules.ts'
import { readTerms } from '@kept/engine/testing/einvoice/read-terms.ts'
import { openStatementBook } from '@kept/engine/testing/statement-book.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'
import { checkBooks } from './testing/check-books.ts'
import { plantSigned } from './testing/plant-signed.ts'

let kept: TestKept
let clock = new Date('2026-11-23T09:00:00Z')
beforeAll(async () => {
  kept = await openKept({}, { now: () => clock })
  const { database, scope } = kept.world
  await database.shared.updateTable('organization').set({ demo: true }).where('id', '=', scope.organizationId).execute()
  const book = openStatementBook(scope.organizationId, 'USD')
  const unit = 1_000_000_000n
  for (const period of ['2026-09', '2026-10']) {
    const statement = book.close(period, {
      [`${period}-a`]: { kind: 'terminate', saved: 100n * unit },
      [`${period}-b`]: { kind: 'rightsize', saved: 40n * unit },
    })
    if (statement) await plantSigned(database, scope, statement)
  }
})
afterAll(() => kept.close())

const failedRules = (text: string) => checkBusinessRules(readTerms(text)).failed
const bill = () => kept.server.features.billing.draft(kept.world.scope)
const list = async () => (await kept.client.billing.invoices({ organization: 'own' })).data
const listed = async () =>
  (await list())
    .map(({ number, period, payment_state, gross, open, issued_on }) => [
      number,
      period,
      payment_state,
      gross,
      open,
      issued_on,
    ])
    .toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))

it('makes the invoices of past months at their time: one credited in part and paid, one open', async () => {
  await bill()
  expect(await listed()).toEqual([
    ['DEMO-2026-0001', '2026-09', 'paid', '35.00', '0.00', '2026-10-13'],
    ['DEMO-2026-0002', '2026-10', 'none', '35.00', '35.00', '2026-11-13'],
    ['DEMO-CN-2026-0001', '2026-09', 'paid', '10.00', '0.00', '2026-10-15'],
  ])
  await checkBooks(kept.world.database, kept.world.scope)
})

it('offers each as an e-invoice, though no seller was set', async () => {
  for (const { id } of await list())
    for (const format of ['ubl', 'cii', 'facturx']) {
      const url = `${kept.url}/v1/billing/own/invoices/${id}/download?format=${format}`
      const answer = await fetch(url, { headers: kept.headers('own') })
      expect([answer.status, format === 'ubl' ? failedRules(await answer.text()) : []]).toEqual([200, []])
    }
})

it('makes nothing twice, and pays what grew old', async () => {
  await Promise.all([bill(), bill()])
  expect(await list()).toHaveLength(3)
  clock = new Date('2026-12-08T09:00:00Z')
  await bill()
  expect((await listed()).find(([number]) => number === 'DEMO-2026-0002')).toEqual([
    'DEMO-2026-0002',
    '2026-10',
    'paid',
    '35.00',
    '0.00',
    '2026-11-13',
  ])
  await checkBooks(kept.world.database, kept.world.scope)
})
