/** The keys of the payment rail appear nowhere: not in what is logged, errors, metrics, health or settings. */
import { inspect } from 'node:util'
import { addRailEvent } from '@kept/store/billing/rail-events.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openKept, type TestKept } from '../../testing.ts'

const secretKey = 'sk_test_neverShownAnywhere1'
const webhookSecret = 'whsec_neverShownAnywhere2'
let kept: TestKept
const output: string[] = []
beforeAll(async () => {
  kept = await openKept({
    ...{ KEPT_STRIPE_SECRET_KEY: secretKey, KEPT_STRIPE_WEBHOOK_SECRET: webhookSecret },
    // Nothing listens there: every call fails.
    KEPT_STRIPE_API_BASE: 'http://127.0.0.1:9',
  })
  const { log } = kept.server.services
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(log, level).mockImplementation((...entries: unknown[]) => void output.push(inspect(entries, { depth: 8 })))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await kept.close()
})

it('shows no key in what it answers and logs, also when calls fail', async () => {
  const failure = await kept.client.billingPayments.addMethod({ organization: 'own' }).then(
    () => '',
    (error: Error) => error.message,
  )
  expect(failure).toBe('The payment service cannot be reached right now. Try again in a few minutes.')
  await plantWaitingEvent()
  await kept.server.features.billing.charge()
  expect(output.join()).toContain('billing.rail_event_failed')
  await kept.server.features.billing.reconcile().catch((error: Error) => output.push(error.message, error.stack ?? ''))
  const texts = [...output]
  for (const path of [
    '/metrics',
    '/health',
    '/ready',
    '/v1/admin/billing/settings',
    '/v1/admin/billing/reconciliation',
  ])
    texts.push(await (await fetch(`${kept.url}${path}`, { headers: kept.headers('own') })).text())
  const webhook = { method: 'POST', headers: { 'stripe-signature': 't=1,v1=00' }, body: '{}' }
  texts.push(await (await fetch(`${kept.url}/v1/billing/webhooks/stripe`, webhook)).text())
  expect(texts.join('\n')).not.toMatch(/neverShownAnywhere/)
})

/** Handling it calls the rail, which fails and is logged. */
async function plantWaitingEvent(): Promise<void> {
  const object = { kind: 'charge', ref: 'pi_1' } as const
  await addRailEvent(kept.world.database, { id: 'evt_1', type: 'charge.refunded', createdAt: 1, object }, new Date())
}
