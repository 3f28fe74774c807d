/** `GET /v1/billing/{organization}/invoices?status=`: one word for a document and its payment. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'
import { openIssuer } from './testing/issue-one.ts'

let kept: TestKept
let clock = new Date('2026-10-06T08:00:00Z')
const organization = 'own'
beforeAll(async () => {
  kept = await openKept({}, { now: () => clock })
})
afterAll(() => kept.close())

const list = async (status: 'draft' | 'open' | 'overdue' | 'paid' | 'uncollectible' | 'voided') =>
  (await kept.client.billing.invoices({ organization, status })).data.map(({ id }) => id).toSorted()

it('lists documents by status', async () => {
  const issue = await openIssuer(kept)
  const [open, paid, writtenOff] = [await issue(100n), await issue(200n), await issue(300n)]
  await kept.client.billingAdmin.recordTransfer({
    ...{ id: paid, amount: '50', currency: 'USD', received_on: '2026-10-06', reference: 'A' },
  })
  await kept.client.billingAdmin.writeOff({ id: writtenOff, reason: 'Bankrupt' })
  expect(await list('open')).toEqual([open])
  expect(await list('overdue')).toEqual([])
  expect(await list('paid')).toEqual([paid])
  expect(await list('uncollectible')).toEqual([writtenOff])
  expect([await list('draft'), await list('voided')]).toEqual([[], []])
  clock = new Date('2026-11-06T08:00:00Z')
  expect(await list('overdue')).toEqual([open])
})

it('names the words when another is given', async () => {
  const response = await fetch(`${kept.url}/v1/billing/own/invoices?status=late`, { headers: kept.headers('own') })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('status: must be one of draft, open, overdue, paid, uncollectible, voided.')
})
