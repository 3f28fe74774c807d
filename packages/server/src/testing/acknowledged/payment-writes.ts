/** Payment methods and dunning. What calls the payment service is tested with the fake one, in billing/payments. */
import { randomUUID } from 'node:crypto'
import { addMethod, listMethods } from '@kept/store/billing/payment-methods.ts'
import { type Bench, elsewhere, type WriteEntries, writes } from './acknowledged-write.ts'

const online = elsewhere('it calls the payment service: billing/payments/payments.test.ts')

async function plantMethod({ database, scope }: Bench): Promise<string> {
  const ref = `pm_${randomUUID()}`
  const method = { ref, kind: 'card', brand: 'visa', last4: '4242', expires: null } as const
  return database.scoped(scope, async (tx) => {
    await addMethod(tx, method, new Date())
    const added = (await listMethods(tx)).find(({ rail_ref }) => rail_ref === ref)
    if (!added) throw new Error('no method')
    return added.id
  })
}

const methodPath = async (bench: Bench) => ({ organization: 'own', id: await plantMethod(bench) })
const pausePath = ({ scope }: Bench) => ({ id: scope.organizationId })

export const paymentWrites: WriteEntries = {
  'POST /v1/billing/{organization}/payment-methods': online,
  'POST /v1/billing/{organization}/invoices/{id}/pay': online,
  'POST /v1/billing/webhooks/stripe': online,
  'POST /v1/admin/billing/reconciliation': online,
  'PATCH /v1/billing/{organization}/payment-methods/{id}': writes('billing_payment_method', async (bench) => ({
    path: await methodPath(bench),
    body: { label: 'Main card' },
  })),
  'DELETE /v1/billing/{organization}/payment-methods/{id}': writes('billing_payment_method', async (bench) => ({
    path: await methodPath(bench),
  })),
  'PUT /v1/admin/billing/dunning-campaigns/{currency}': writes('billing_dunning_campaign', ({ headers }) => ({
    path: { currency: 'USD' },
    body: { enabled: true, steps: [{ days_after_due: 7, action: 'reminder' }] },
    headers: { ...headers, 'content-type': 'application/json' },
  })),
  'PUT /v1/admin/billing/customers/{id}/dunning-pause': writes('billing_dunning_pause', (bench) => ({
    path: pausePath(bench),
    body: { reason: 'A plan was agreed' },
    headers: { ...bench.headers, 'content-type': 'application/json' },
  })),
  'DELETE /v1/admin/billing/customers/{id}/dunning-pause': writes('billing_dunning_pause', async (bench) => {
    await bench.client.billingPaymentsAdmin.pauseDunning({ ...pausePath(bench), reason: 'A plan was agreed' })
    return { path: pausePath(bench), headers: bench.headers }
  }),
}
