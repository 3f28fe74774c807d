/** Reads a charge at the rail and applies what it says. */
import type { RailCharge } from '@kept/domain/billing/payment-rail.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { readAttempt } from '@kept/store/billing/rail-payments.ts'
import { applyCharge } from './apply-charge.ts'
import type { RailDeps } from './deps.ts'

/** Another process changes the same payment that often in a row only in a fault. */
const maxReads = 10

/**
 * The version is read before the rail is: where the payment changed in between, what was read may be older than what
 * was written, and is read again.
 */
export async function syncCharge(
  deps: RailDeps,
  scope: Scope,
  paymentId: string,
  read: (ref: string | null) => Promise<RailCharge>,
): Promise<RailCharge> {
  const { state, log, now } = deps
  for (let attempt = 0; attempt < maxReads; attempt += 1) {
    const before = await state.database.scoped(scope, (tx) => readAttempt(tx, paymentId))
    if (!before) throw new Error(`payment ${paymentId} does not exist`)
    const charge = await read(before.railRef)
    const applied = await state.database.scoped(scope, (tx) =>
      applyCharge(tx, { paymentId, charge, version: before.version, now: now() }),
    )
    if (applied === 'stale') continue
    if (charge.status !== before.state)
      log.info(
        {
          event: 'billing.charge_reported',
          ...{ organization_id: scope.organizationId, payment_id: paymentId, invoice_id: before.invoiceId },
          ...{ before: before.state, status: charge.status },
        },
        'the payment rail reported a charge',
      )
    return charge
  }
  throw new Error(`payment ${paymentId} changed ${maxReads} times while its charge was read`)
}

/** For a charge that is known at the rail. */
export function rereadCharge(deps: RailDeps, scope: Scope, paymentId: string, ref: string): Promise<RailCharge> {
  return syncCharge(deps, scope, paymentId, (stored) => deps.paymentRail.readCharge(stored ?? ref))
}
