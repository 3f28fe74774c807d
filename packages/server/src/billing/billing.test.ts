/** From a signed statement to an issued invoice, over HTTP. */
import { openStatementBook } from '@kept/engine/testing/statement-book.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'
import { plantSigned } from './testing/plant-signed.ts'

let kept: TestKept
let clock = new Date('2026-10-06T08:00:00Z')
beforeAll(async () => {
  kept = await openKept({}, { now: () => clock })
})
afterAll(() => kept.close())

const unit = 1_000_000_000n
const buyer = {
  ...{ name: 'Northwind, Inc.', street: '1 Harbor Plaza', street_2: '', city: 'Portland', postal_code: '97204' },
  ...{ region: 'OR', country: 'US', tax_id: '', email: 'ap@northwind.example' },
}
const billing = () => kept.server.features.billing
const setAccount = () =>
  kept.client.billing.changeAccount({
    ...{ organization: 'own', buyer, recipients: [], locale: 'en-US', purchase_order: 'PO-1' },
    preferred_rail: 'transfer',
  })
const list = async (query = {}) => (await kept.client.billing.invoices({ organization: 'own', ...query })).data
const book = () => openStatementBook(kept.world.scope.organizationId, 'USD')
const ledger: { book?: ReturnType<typeof book> } = {}

it('drafts an invoice from a signed statement, once', async () => {
  ledger.book = book()
  const statement = ledger.book.close('2026-09', {
    a: { kind: 'terminate', saved: 100n * unit },
    b: { kind: 'rightsize', saved: 37n * unit + 280_000_000n },
  })
  if (!statement) throw new Error('no statement')
  const statementId = await plantSigned(kept.world.database, kept.world.scope, statement)
  await Promise.all([1, 2, 3].map(() => billing().draft(kept.world.scope)))
  const invoices = await list()
  expect(invoices).toHaveLength(1)
  expect(invoices[0]).toMatchObject({
    ...{ kind: 'invoice', state: 'draft', number: null, payment_state: 'none', period: '2026-09', currency: 'USD' },
    ...{ net: '34.32', tax: '0.00', gross: '34.32', due: '34.32', open: '0.00' },
    issues_at: '2026-10-13T08:00:00.000Z',
  })
  const { data } = await kept.client.billing.invoice({ organization: 'own', id: invoices[0]?.id ?? '' })
  expect(data.details_missing).toBe(true)
  expect(data.document.statements).toMatchObject([{ id: statementId, kind: 'final', fee: '34.32' }])
  expect(data.document.lines.map(({ group, fee }) => [group, fee])).toEqual([
    ['terminate', '25.00'],
    ['rightsize', '9.32'],
  ])
  expect(data.document.rules).toEqual([{ id: 'standard', version: 1, text: '25% of verified savings.' }])
})

it('does not issue without billing details, and names what is missing', async () => {
  clock = new Date('2026-10-13T08:00:00Z')
  expect(await billing().issueDue(kept.world.scope)).toBe(0)
  const [draft] = await list()
  await expect(kept.client.billingAdmin.issue({ id: draft?.id ?? '' })).rejects.toThrow(
    'This draft has no billing details yet. Add a name and an address, then issue it.',
  )
})

it('issues the draft at the end of its window, with the first number and a balanced journal', async () => {
  await setAccount()
  expect(await billing().issueDue(kept.world.scope)).toBe(1)
  expect(await billing().issueDue(kept.world.scope)).toBe(0)
  const [invoice] = await list({ state: 'issued' })
  expect(invoice).toMatchObject({
    ...{ number: 'KPT-2026-0001', issued_on: '2026-10-13', due_on: '2026-11-12', open: '34.32', is_overdue: false },
  })
  const { data } = await kept.client.billing.invoice({ organization: 'own', id: invoice?.id ?? '' })
  expect(data.document).toMatchObject({ number: 'KPT-2026-0001', buyer, payment: { reference: 'KPT-2026-0001' } })
  expect(await postings()).toEqual([
    ['issue', 'receivable', 3432n, 0n],
    ['issue', 'revenue', 0n, 3432n],
  ])
  await expect(kept.client.billingAdmin.issue({ id: invoice?.id ?? '' })).rejects.toThrow(
    'Invoice KPT-2026-0001 is issued already.',
  )
})

it('turns a true-up that gives money back into a credit note, and uses it for the next invoice', async () => {
  const trueUp = ledger.book?.close('2026-09', {
    a: { kind: 'terminate', saved: 60n * unit },
    b: { kind: 'rightsize', saved: 37n * unit + 280_000_000n },
  })
  if (!trueUp) throw new Error('no true-up')
  await plantSigned(kept.world.database, kept.world.scope, trueUp)
  await billing().draft(kept.world.scope)
  const [note] = await list({ kind: 'credit_note' })
  expect(note).toMatchObject({ number: 'KPT-CN-2026-0001', state: 'issued', gross: '10.00', open: '0.00' })
  const october = ledger.book?.close('2026-10', { a: { kind: 'terminate', saved: 100n * unit } })
  if (!october) throw new Error('no statement')
  await plantSigned(kept.world.database, kept.world.scope, october)
  await billing().draft(kept.world.scope)
  clock = new Date('2026-11-13T08:00:00Z')
  await billing().issueDue(kept.world.scope)
  const [invoice] = await list({ kind: 'invoice' })
  expect(invoice).toMatchObject({ number: 'KPT-2026-0002', gross: '25.00', credit_applied: '10.00', due: '15.00' })
})

it('records transfers: a part, the rest, and what is beyond goes to the credit balance', async () => {
  const invoice = (await list({ kind: 'invoice' }))[0]
  const id = invoice?.id ?? ''
  const pay = (amount: string, reference: string) =>
    kept.client.billingAdmin.recordTransfer({ id, amount, currency: 'USD', received_on: '2026-11-20', reference })
  expect((await pay('5', 'A')).data.invoice).toMatchObject({ payment_state: 'partial', paid: '5.00', open: '10.00' })
  await expect(pay('5', 'A')).rejects.toThrow('A transfer "A" was recorded for KPT-2026-0002 before.')
  for (const [amount, message] of [
    ['0', 'amount must be above zero.'],
    ['-1', 'amount must be above zero.'],
    ['1.001', '1.001 is not an amount in USD: use at most 2 decimals.'],
  ] as const)
    await expect(pay(amount, 'B')).rejects.toThrow(message)
  const { data } = await pay('12.50', 'B')
  expect(data.invoice).toMatchObject({ payment_state: 'paid', paid: '15.00', open: '0.00' })
  expect(data.payments.map(({ amount }) => amount)).toEqual(['5.00', '12.50'])
  expect(await postings()).toContainEqual(['payment', 'credits', 0n, 250n])
})

it('never changes an issued document, nor the journal', async () => {
  const attempt = (statement: string) =>
    query(statement).then(
      () => 'done',
      (error: Error) => error.message,
    )
  expect(await attempt("UPDATE billing_invoice SET gross_minor = 1 WHERE state = 'issued'")).toBe(
    'an issued document is never changed',
  )
  expect(await attempt("DELETE FROM billing_invoice WHERE state = 'issued'")).toContain('only a draft can be deleted')
  expect(await attempt('UPDATE billing_journal_posting SET debit_minor = 1')).toMatch(/permission denied|append-only/)
  expect(
    await attempt(`WITH t AS (INSERT INTO billing_journal_transaction (organization_id, source, kind, currency, description, booked_at)
      VALUES ('${kept.world.scope.organizationId}', 'x', 'payment', 'USD', '', now()) RETURNING id)
      INSERT INTO billing_journal_posting (transaction_id, position, organization_id, account, debit_minor)
      SELECT id, 1, '${kept.world.scope.organizationId}', 'cash', 5 FROM t`),
  ).toMatch(/is not balanced: debit less credit is 5/)
})

it('does not find the billing of another organization', async () => {
  const [invoice] = await list()
  for (const organization of ['other', 'nowhere', kept.world.otherScope.organizationId])
    await expect(kept.client.billing.invoices({ organization })).rejects.toThrow('Organization not found.')
  await expect(kept.otherClient.billing.invoice({ organization: 'other', id: invoice?.id ?? '' })).rejects.toThrow(
    'Invoice not found.',
  )
})

/** Runs SQL as the application, for the organization under test. */
async function query(statement: string): Promise<Record<string, string>[]> {
  const client = await kept.world.database.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query("SELECT set_config('app.organization_id', $1, true)", [kept.world.scope.organizationId])
    const { rows } = await client.query<Record<string, string>>(statement)
    await client.query('COMMIT')
    return rows
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

/** Kind, account, debit and credit of every posting, in order. */
async function postings() {
  const rows = await query(`SELECT t.kind, p.account, p.debit_minor AS debit, p.credit_minor AS credit
    FROM billing_journal_transaction t JOIN billing_journal_posting p ON p.transaction_id = t.id
    ORDER BY t.id, p.position`)
  return rows.map(({ kind, account, debit = '0', credit = '0' }) => [kind, account, BigInt(debit), BigInt(credit)])
}
