/** Billing: disputes, credit, the plan, and what the operator does with invoices. */
import { randomUUID } from 'node:crypto'
import { openStatementBook } from '@kept/engine/testing/statement-book.ts'
import { addMonths } from '@kept/foundation/calendar/month.ts'
import { draftStatements } from '../../billing/documents/draft-statements.ts'
import { png } from '../../billing/testing/pictures.ts'
import { plantSigned } from '../../billing/testing/plant-signed.ts'
import { type Bench, elsewhere, type WriteEntries, writes } from './acknowledged-write.ts'

const background = elsewhere('it starts a job; a backup counts when its manifest is written: cli/backup/backup.test.ts')
const ofCloud = elsewhere('it asks the cloud first: sync/faults.test.ts')

const organization = 'own'
const buyer = { name: 'Acme, Inc.', country: 'US' }
const recipients: string[] = []
const account = { buyer, recipients, locale: 'en-US', purchase_order: '', preferred_rail: 'transfer' as const }
const unit = 1_000_000_000n
const today = () => new Date().toISOString().slice(0, 10)
let months = 0

/** Each call bills a month of its own; returns the id of the draft. */
async function draftOf({ database, scope, client, services }: Bench): Promise<string> {
  await client.billing.changeAccount({ organization, ...account })
  months += 1
  const period = addMonths('2020-01', months)
  const statement = openStatementBook(scope.organizationId, 'USD').close(period, {
    [randomUUID()]: { kind: 'terminate', saved: 100n * unit },
    [randomUUID()]: { kind: 'rightsize', saved: 40n * unit },
  })
  if (!statement) throw new Error('no statement')
  await plantSigned(database, scope, statement)
  await draftStatements({ ...services, log: { info: () => undefined } as never }, scope)
  const { data } = await client.billing.invoices({ organization, state: 'draft' })
  const [draft] = data
  if (!draft) throw new Error('no draft')
  return draft.id
}

async function issuedOf(bench: Bench): Promise<string> {
  const id = await draftOf(bench)
  await bench.client.billingAdmin.issue({ id })
  return id
}

async function disputeOf(bench: Bench): Promise<string> {
  const id = await issuedOf(bench)
  const { data } = await bench.client.billing.invoice({ organization, id })
  const lineId = data.document.lines[0]?.id ?? ''
  const answer = await bench.client.billing.dispute({ organization, id, line_id: lineId, reason: 'Not ours' })
  return answer.data.disputes[0]?.id ?? ''
}

const transfer = () => ({ amount: '5.00', received_on: today(), reference: randomUUID() })

export const billingWrites: WriteEntries = {
  'POST /v1/admin/backups': background,
  'POST /v1/operator/backups': background,
  'POST /v1/admin/jobs/retry': elsewhere('it needs a job that failed: jobs/jobs.test.ts'),
  'PUT /v1/cloud-connections/{id}/access': ofCloud,
  'PUT /v1/cloud-connections/{id}/api-cost-limit': ofCloud,
  'POST /v1/cloud-connections/{id}/check': ofCloud,
  'POST /v1/cloud-connections/{id}/run': ofCloud,
  'POST /v1/cloud-connections/{id}/pause': ofCloud,
  'POST /v1/cloud-connections/{id}/resume': ofCloud,
  'PUT /v1/billing/{organization}/account': writes('billing_account', () => ({
    path: { organization },
    body: { ...account, purchase_order: randomUUID() },
  })),
  'POST /v1/billing/{organization}/invoices/{id}/dispute': writes('billing_dispute', async (bench) => {
    const id = await issuedOf(bench)
    const { data } = await bench.client.billing.invoice({ organization, id })
    return { path: { organization, id }, body: { line_id: data.document.lines[0]?.id, reason: 'Not ours' } }
  }),
  'POST /v1/billing/{organization}/credits/purchase': writes('billing_credit', () => ({
    path: { organization },
    body: { amount: '50.00', currency: 'USD' },
  })),
  'PUT /v1/billing/{organization}/subscription': writes('billing_subscription', () => ({
    path: { organization },
    body: { ends_on: '2999-12-31', cancel_reason: randomUUID() },
  })),
  'PUT /v1/admin/billing/logo': writes('billing_logo', ({ headers }) => ({
    body: { picture: png().toString('base64') },
    headers,
  })),
  'POST /v1/billing/{organization}/subscription/cancel': writes('billing_subscription', async ({ client }) => {
    const { data } = await client.billing.subscription({ organization })
    if (data.status === 'canceling') await client.billing.resumeSubscription({ organization })
    return { path: { organization } }
  }),
  'POST /v1/billing/{organization}/subscription/resume': writes('billing_subscription', async ({ client }) => {
    const { data } = await client.billing.subscription({ organization })
    if (data.status === 'active') await client.billing.cancelSubscription({ organization })
    return { path: { organization } }
  }),
  'POST /v1/admin/billing/invoices/{id}/issue': writes('billing_invoice', async (bench) => ({
    path: { id: await draftOf(bench) },
    headers: bench.headers,
  })),
  'POST /v1/admin/billing/invoices/{id}/transfers': writes('billing_payment', async (bench) => ({
    path: { id: await issuedOf(bench) },
    body: { ...transfer(), currency: 'USD' },
    headers: bench.headers,
  })),
  'PUT /v1/admin/billing/settings': writes('billing_settings', ({ headers }) => ({
    body: { seller: { name: 'Kept, Inc.', country: 'US' } },
    headers,
  })),
  'POST /v1/admin/billing/invoices/{id}/void': writes('billing_invoice', async (bench) => ({
    path: { id: await draftOf(bench) },
    body: { reason: 'Agreed' },
    headers: bench.headers,
  })),
  'POST /v1/admin/billing/invoices/{id}/write-off': writes('billing_invoice', async (bench) => ({
    path: { id: await issuedOf(bench) },
    body: { reason: 'Agreed' },
    headers: bench.headers,
  })),
  'POST /v1/admin/billing/disputes/{id}/answer': writes('billing_dispute', async (bench) => ({
    path: { id: await disputeOf(bench) },
    body: { accept: true, answer: 'Credited' },
    headers: bench.headers,
  })),
  'POST /v1/admin/billing/credits/{id}/transfers': writes('billing_credit', async (bench) => {
    const { data } = await bench.client.billing.purchaseCredit({ organization, amount: '5.00', currency: 'USD' })
    return { path: { id: data.id }, body: transfer(), headers: bench.headers }
  }),
  'POST /v1/admin/billing/payments/{id}/refunds': writes('billing_refund', async (bench) => {
    const { data } = await bench.client.billingAdmin.recordTransfer({
      ...{ id: await issuedOf(bench), currency: 'USD', ...transfer() },
    })
    return {
      path: { id: data.payments[0]?.id ?? '' },
      body: { amount: '1.00', reason: 'Agreed' },
      headers: bench.headers,
    }
  }),
}
