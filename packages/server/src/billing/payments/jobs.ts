/** Background work of the payment rail. Every step is found in the database, so none is lost with a process. */
import { RailError } from '@kept/domain/billing/payment-rail.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { markDetached } from '@kept/store/billing/payment-methods.ts'
import {
  listDueInvoices,
  listMethodsToDetach,
  listOpenSetups,
  listPendingRefunds,
  listStaleAttempts,
} from '@kept/store/billing/rail-across-customers.ts'
import * as z from 'zod'
import { defineJob } from '../../platform/jobs.ts'
import { chargeInvoice } from './charge-invoice.ts'
import type { PaymentDeps, RailDeps } from './deps.ts'
import { finishSetup } from './finish-setup.ts'
import { handleWaitingEvents } from './handle-event.ts'
import { sendRefund } from './rail-refund.ts'
import { continueCharge } from './send-charge.ts'

/** An attempt with a charge is asked for again after this long without a message about it. */
const staleMs = 3600_000

/** Handles messages of the rail soon after they were stored. */
export const railEventsJob = defineJob({
  name: 'billing-rail-events',
  input: z.object({}),
  retries: 3,
  run: async (_input, { paymentRail, ...deps }: PaymentDeps, signal) => {
    if (paymentRail) await handleWaitingEvents({ ...deps, paymentRail }, signal)
  },
})

/** Charges what is due, and continues what was interrupted. */
export const railJob = defineJob({
  name: 'billing-rail',
  input: z.object({}),
  retries: 1,
  cron: '*/10 * * * *',
  run: async (_input, { paymentRail, ...deps }: PaymentDeps, signal) => {
    if (paymentRail) await runRail({ ...deps, paymentRail }, signal)
  },
})

export async function runRail(deps: RailDeps, signal?: AbortSignal): Promise<void> {
  const { state, now } = deps
  const { database } = state
  await handleWaitingEvents(deps, signal)
  for (const { organizationId, ref } of await listOpenSetups(database))
    await step(deps, { organizationId }, signal, (scope) => finishSetup(deps, scope, ref))
  for (const { organizationId, id } of await listStaleAttempts(database, new Date(now().getTime() - staleMs)))
    await step(deps, { organizationId }, signal, (scope) => continueCharge(deps, scope, id))
  for (const { organizationId, ...refund } of await listPendingRefunds(database))
    await step(deps, { organizationId }, signal, (scope) => sendRefund(deps, scope, refund))
  for (const { organizationId, id } of await listDueInvoices(database, utcDay(now().getTime())))
    await step(deps, { organizationId }, signal, (scope) =>
      chargeInvoice(deps, scope, { invoiceId: id, recordedBy: 'Kept' }),
    )
  for (const { organizationId, id, ref } of await listMethodsToDetach(database))
    await step(deps, { organizationId }, signal, async (scope) => {
      await deps.paymentRail.detachMethod(ref)
      await database.scoped(scope, (tx) => markDetached(tx, id, now()))
    })
}

/** One customer's failure must not keep the others from being charged. */
async function step(
  { log }: RailDeps,
  scope: Scope,
  signal: AbortSignal | undefined,
  work: (scope: Scope) => Promise<unknown>,
): Promise<void> {
  signal?.throwIfAborted()
  try {
    await work(scope)
  } catch (error) {
    // Another process may have been faster, or the customer paid meanwhile.
    if (error instanceof KeptError && error.code === 'conflict') return
    const reason = error instanceof RailError ? { reason: error.message, code: error.code } : { err: error }
    log.warn(
      { event: 'billing.rail_step_failed', organization_id: scope.organizationId, ...reason },
      'a step of the payment rail failed and is tried again',
    )
  }
}
