/** Handles stored messages of the rail: each only says which object to read again. */

import { RailError } from '@kept/domain/billing/payment-rail.ts'
import { messageOf } from '@kept/foundation/thrown.ts'
import { isUuid } from '@kept/foundation/uuid.ts'
import { findOrganizationOfCustomer, findPaymentOf } from '@kept/store/billing/rail-across-customers.ts'
import { listWaitingEvents, markFailed, markHandled, type WaitingEvent } from '@kept/store/billing/rail-events.ts'
import type { RailDeps } from './deps.ts'
import { finishSetup } from './finish-setup.ts'
import { rereadCharge } from './sync-charge.ts'

const eventsAtOnce = 100
/** After these the operator finds it in the list of failed messages; reconciliation finds what it was about. */
const maxAttempts = 20

/** Handles what waits, oldest first. Returns how many were handled. */
export async function handleWaitingEvents(deps: RailDeps, signal?: AbortSignal): Promise<number> {
  const { database } = deps.state
  let handled = 0
  for (const event of await listWaitingEvents(database, { limit: eventsAtOnce, maxAttempts })) {
    signal?.throwIfAborted()
    try {
      await handleEvent(deps, event)
      await markHandled(database, event.id, deps.now())
      handled += 1
    } catch (error) {
      // The other messages must not wait for this one.
      const reason = messageOf(error)
      deps.log.warn(
        { event: 'billing.rail_event_failed', rail_event: event.id, type: event.type, reason },
        'could not handle a message of the payment rail',
      )
      await markFailed(database, event.id, reason.slice(0, 500))
    }
  }
  return handled
}

async function handleEvent(deps: RailDeps, { kind, ref }: WaitingEvent): Promise<void> {
  if (kind === 'charge') await handleCharge(deps, ref)
  if (kind === 'refund') await handleCharge(deps, (await deps.paymentRail.readRefund(ref)).chargeRef)
  if (kind === 'setup') {
    const { customerRef } = await deps.paymentRail.readSetup(ref)
    const organizationId = await findOrganizationOfCustomer(deps.state.database, customerRef)
    if (organizationId !== undefined) await finishSetup(deps, { organizationId }, ref)
  }
}

/** A charge that is none of Kept's is left alone: the account at the rail may have other uses. */
async function handleCharge(deps: RailDeps, chargeRef: string): Promise<void> {
  const { database } = deps.state
  const stored = await findPaymentOf(database, { chargeRef, paymentId: null })
  const payment = stored ?? (await findByMetadata(deps, chargeRef))
  if (payment) await rereadCharge(deps, { organizationId: payment.organizationId }, payment.id, chargeRef)
}

/** The message may be faster than the answer that names the charge. */
async function findByMetadata(deps: RailDeps, chargeRef: string) {
  try {
    const { paymentId } = await deps.paymentRail.readCharge(chargeRef)
    if (paymentId === null || !isUuid(paymentId)) return undefined
    return await findPaymentOf(deps.state.database, { chargeRef, paymentId })
  } catch (error) {
    if (error instanceof RailError && error.code === 'resource_missing') return undefined
    throw error
  }
}
