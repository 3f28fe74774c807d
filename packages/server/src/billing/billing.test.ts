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

it('turns a true-up that gives money back into a credit note, which settles its invoice first', async () => {
  const trueUp = ledger.book?.close('2026-09', {
    a: { kind: 'terminate', saved: 60n * unit },
    b: { kind: 'rightsize', saved: 37n * unit + 280_000_000n },
  })
  if (!trueUp) throw new Error('no true-up')
  await plantSigned(kept.world.database, kept.world.scope, trueUp)
  await billing().draft(kept.world.scope)
  const [note] = await list({ kind: 'credit_note' })
  expect(note).toMatchObject({ number: 'KPT-CN-2026-0001', state: 'issued', gross: '10.00', open: '0.00' })
  const [corrected] = await list({ kind: 'invoice' })
  expect(corrected).toMatchObject({
    number: 'KPT-2026-0001',
    credited: '10.00',
    open: '24.32',
    payment_state: 'partial',
  })
  const october = ledger.book?.close('2026-10', { a: { kind: 'terminate', saved: 100n * unit } })
  if (!october) throw new Error('no statement')
  await plantSigned(kept.world.database, kept.world.scope, october)
  await billing().draft(kept.world.scope)
  clock = new Date('2026-11-13T08:00:00Z')
  await billing().issueDue(kept.world.scope)
  const [invoice] = await list({ kind: 'invoice' })
  expect(invoice).toMatchObject({ number: 'KPT-2026-0002', gross: '25.00', credit_applied: '0.00', due: '25.00' })
})

it('records transfers: a part, the rest, and what is beyond goes to the credit balance', async () => {
  const invoice = (await list({ kind: 'invoice' }))[0]
  const id = invoice?.id ?? ''
  const pay = (amount: string, reference: string) =>
    kept.client.billingAdmin.recordTransfer({ id, amount, currency: 'USD', received_on: '2026-11-20', reference })
  expect((await pay('5', 'A')).data.invoice).toMatchObject({ payment_state: 'partial', paid: '5.00', open: '20.00' })
  await expect(pay('5', 'A')).rejects.toThrow('A transfer "A" was recorded for KPT-2026-0002 before.')
  for (const [amount, message] of [
    ['0', 'amount must be above zero.'],
    ['-1', 'amount must be above zero.'],
    ['1.001', '1.001 is not an amount in USD: use at most 2 decimals.'],
  ] as const)
    await expect(pay(amount, 'B')).rejects.toThrow(message)
  const { data } = await pay('22.50', 'B')
  expect(data.invoice).toMatchObject({ payment_state: 'paid', paid: '25.00', open: '0.00' })
  expect(data.payments.map(({ amount }) => amount).toSorted()).toEqual(['22.50', '5.00'])
  expect(await postings()).toContainEqual(['payment', 'credits', 0n, 250n])
})

it('takes a disputed line out of a draft, drops it when accepted and drafts it again when rejected', async () => {
  const november = ledger.book?.close('2026-11', {
    a: { kind: 'terminate', saved: 100n * unit },
    b: { kind: 'rightsize', saved: 40n * unit },
    c: { kind: 'schedule', saved: 20n * unit },
  })
  if (!november) throw new Error('no statement')
  await plantSigned(kept.world.database, kept.world.scope, november)
  await billing().draft(kept.world.scope)
  const [draft] = await list({ state: 'draft' })
  const own = { organization: 'own', id: draft?.id ?? '' }
  const { data: before } = await kept.client.billing.invoice(own)
  const [first, second] = before.document.lines
  const dispute = (line_id = '') => kept.client.billing.dispute({ ...own, line_id, reason: 'It was off before.' })
  const { data: disputed } = await dispute(first?.id)
  expect(disputed.invoice.net).toBe('15.00')
  expect(disputed.held_lines).toMatchObject([{ id: first?.id, fee: '25.00' }])
  await expect(dispute(first?.id)).rejects.toThrow('This line is disputed already.')
  const { data: both } = await dispute(second?.id)
  expect(both.invoice.net).toBe('5.00')
  const ids = both.disputes.map(({ id }) => id)
  await kept.client.billingAdmin.answerDispute({ id: ids[0] ?? '', accept: true, answer: 'You are right.' })
  await kept.client.billingAdmin.answerDispute({ id: ids[1] ?? '', accept: false, answer: 'The bill shows it.' })
  await expect(kept.client.billingAdmin.answerDispute({ id: ids[1] ?? '', accept: true, answer: 'x' })).rejects.toThrow(
    'This dispute was rejected before.',
  )
  await expect(dispute(second?.id)).rejects.toThrow('A dispute of this line was answered before.')
  const { data: after } = await kept.client.billing.invoice(own)
  expect(after.document.lines.map(({ group, fee }) => [group, fee])).toEqual([
    ['schedule', '5.00'],
    ['rightsize', '10.00'],
  ])
})

it('credits a line that is disputed after its invoice was issued, and refunds the payment', async () => {
  // Later than the overpayment, which is used first.
  clock = new Date('2026-11-22T08:00:00Z')
  const paid = (await list({ payment_state: 'paid' }))[0]
  const own = { organization: 'own', id: paid?.id ?? '' }
  const { data } = await kept.client.billing.invoice(own)
  await kept.client.billing.dispute({ ...own, line_id: data.document.lines[0]?.id ?? '', reason: 'No.' })
  const { data: disputed } = await kept.client.billing.invoice(own)
  expect(disputed.invoice.payment_state).toBe('paid')
  const id = disputed.disputes[0]?.id ?? ''
  const { data: answered } = await kept.client.billingAdmin.answerDispute({ id, accept: true, answer: 'Yes.' })
  const { data: note } = await kept.client.billing.invoice({ organization: 'own', id: answered.credit_note_id ?? '' })
  expect(note.document).toMatchObject({
    ...{ kind: 'credit_note', number: 'KPT-CN-2026-0002', totals: { gross: '25.00' } },
    corrects: { number: 'KPT-2026-0002', line_ids: [data.document.lines[0]?.id], reason: 'Yes.' },
  })
  const payment = disputed.payments.find(({ amount }) => amount === '22.50')?.id ?? ''
  const refund = (amount: string) => kept.client.billingAdmin.refund({ id: payment, amount, reason: 'Credited.' })
  await expect(refund('20.01')).rejects.toThrow('At most 20.00 USD of this payment can be refunded.')
  await refund('20')
  const { data: refunded } = await kept.client.billing.invoice(own)
  // The credit note settles what the refund opened.
  expect(refunded.invoice).toMatchObject({ paid: '5.00', credited: '20.00', open: '0.00' })
})

it('sells prepaid credit that counts once its transfer arrived, and uses the oldest credit first', async () => {
  for (const [amount, currency, message] of [
    ['0', 'USD', 'amount must be above zero.'],
    ['-5', 'USD', 'amount must be above zero.'],
    ['5', 'DBU', '"DBU" is not an ISO 4217 currency'],
  ] as const)
    await expect(kept.client.billing.purchaseCredit({ organization: 'own', amount, currency })).rejects.toThrow(message)
  const { data: credit } = await kept.client.billing.purchaseCredit({
    organization: 'own',
    amount: '50',
    currency: 'USD',
  })
  expect(credit).toMatchObject({ state: 'pending', remaining: '0.00' })
  const transfer = { id: credit.id, amount: '50', received_on: '2026-11-21', reference: 'C' }
  await kept.client.billingAdmin.recordCreditTransfer(transfer)
  await expect(kept.client.billingAdmin.recordCreditTransfer(transfer)).rejects.toThrow(
    'Only a purchase that waits for its money can be paid.',
  )
  clock = new Date('2026-12-10T08:00:00Z')
  await billing().issueDue(kept.world.scope)
  const [invoice] = await list({ kind: 'invoice' })
  expect(invoice).toMatchObject({ gross: '15.00', credit_applied: '15.00', due: '0.00', payment_state: 'paid' })
  const { data } = await kept.client.billing.credits({ organization: 'own' })
  expect(data.balances).toEqual([{ currency: 'USD', amount: '42.50' }])
  expect(data.credits.find(({ source }) => source === 'overpayment')).toMatchObject({ remaining: '0.00' })
})

it('writes off what is open, and takes that back when the money arrives', async () => {
  const invoice = (await list({ kind: 'invoice' })).find(({ number }) => number === 'KPT-2026-0001')
  const id = invoice?.id ?? ''
  const { data } = await kept.client.billingAdmin.writeOff({ id, reason: 'Gone.' })
  expect(data.invoice).toMatchObject({ written_off: '24.32', open: '0.00', payment_state: 'uncollectible' })
  await expect(kept.client.billingAdmin.writeOff({ id, reason: 'x' })).rejects.toThrow(
    'Nothing is open on this invoice.',
  )
  const { data: paid } = await kept.client.billingAdmin.recordTransfer({
    ...{ id, amount: '24.32', currency: 'USD', received_on: '2026-12-11', reference: 'late' },
  })
  expect(paid.invoice).toMatchObject({ written_off: '0.00', paid: '24.32', open: '0.00', payment_state: 'paid' })
})

it('voids a draft and no issued invoice', async () => {
  const december = ledger.book?.close('2026-12', { a: { kind: 'terminate', saved: 100n * unit } })
  if (!december) throw new Error('no statement')
  await plantSigned(kept.world.database, kept.world.scope, december)
  await billing().draft(kept.world.scope)
  const [draft] = await list({ state: 'draft' })
  const { data } = await kept.client.billingAdmin.void({ id: draft?.id ?? '', reason: 'Free month.' })
  expect(data.invoice).toMatchObject({ state: 'voided', number: null })
  const [issued] = await list({ state: 'issued' })
  await expect(kept.client.billingAdmin.void({ id: issued?.id ?? '', reason: 'x' })).rejects.toThrow(
    'Only a draft can be voided. Correct an issued invoice with a credit note.',
  )
})

it('sums up what is owed, and computes it again after a change', async () => {
  const { data } = await kept.client.billing.overview({ organization: 'own' })
  expect(data).toMatchObject({ details_missing: false, rails: ['transfer'], subscription: { status: 'active' } })
  expect(data.currencies).toMatchObject([
    { currency: 'USD', open: '0.00', overdue: '0.00', credit: '42.50', next: null, draft: null },
  ])
  const { data: credit } = await kept.client.billing.purchaseCredit({
    organization: 'own',
    amount: '7',
    currency: 'USD',
  })
  await kept.client.billingAdmin.recordCreditTransfer({
    ...{ id: credit.id, amount: '7', received_on: '2026-12-12', reference: 'D' },
  })
  const { data: later } = await kept.client.billing.overview({ organization: 'own' })
  expect(later.currencies[0]?.credit).toBe('49.50')
  const { data: usage } = await kept.client.billing.usage({ organization: 'own', months: 3 })
  expect(usage.months.map(({ period, verified, fee }) => [period, verified, fee])).toEqual([
    ['2026-12', '100', '25'],
    ['2026-11', '160', '40'],
    ['2026-10', '100', '25'],
  ])
})

it('shows the operator what is owed by age, a balanced trial balance and the journal as a file', async () => {
  const { data } = await kept.client.billingBooks.trialBalance({})
  expect(data.currencies).toMatchObject([{ currency: 'USD', is_balanced: true }])
  expect(data.currencies[0]?.accounts.find(({ account }) => account === 'credits')?.balance).toBe('-49.50')
  expect(data.currencies[0]?.accounts.find(({ account }) => account === 'receivable')?.balance).toBe('0.00')
  const { data: receivables } = await kept.client.billingBooks.receivables({})
  expect(receivables).toMatchObject({ currencies: [], open: [], drafts: [] })
  const read = async (query: string) => {
    const response = await fetch(`${kept.url}/v1/admin/billing/journal.csv${query}`, { headers: kept.headers('own') })
    return { status: response.status, lines: (await response.text()).trim().split(/\r?\n/) }
  }
  const { lines } = await read('')
  expect(lines[0]).toBe('transaction,booked_at,customer,kind,description,account,currency,debit,credit')
  expect(lines).toHaveLength((await postings()).length + 1)
  expect((await read('?start_date=2027-01-01')).lines).toHaveLength(1)
  expect((await read('?start_date=soon')).status).toBe(400)
})

it('cancels with notice, bills complete months only, and resumes until the end', async () => {
  const own = { organization: 'own' }
  await expect(kept.client.billing.resumeSubscription(own)).rejects.toThrow('The subscription is active.')
  const { data: before } = await kept.client.billing.subscription(own)
  const { data } = await kept.client.billing.cancelSubscription({ ...own, reason: 'Moving.' })
  expect(data).toMatchObject({ status: 'canceling', ends_on: before.ends_on_if_canceled, cancel_reason: 'Moving.' })
  expect(data.ends_on).toBe('2027-01-09')
  await expect(kept.client.billing.cancelSubscription(own)).rejects.toThrow(
    'Notice was given before: service ends on 2027-01-09.',
  )
  // January is not complete on its ninth day.
  const january = ledger.book?.close('2027-01', { a: { kind: 'terminate', saved: 100n * unit } })
  if (!january) throw new Error('no statement')
  await plantSigned(kept.world.database, kept.world.scope, january)
  await billing().draft(kept.world.scope)
  expect(await list({ state: 'draft' })).toEqual([])
  expect((await kept.client.billing.resumeSubscription(own)).data).toMatchObject({ status: 'active', ends_on: null })
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
    await expect(kept.client.billing.invoices({ organization })).rejects.toThrow(
      `There is no organization "${organization}".`,
    )
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
