/** Adds the payment method of a hosted page that the customer has filled in. */
import type { Scope } from '@kept/domain/scope.ts'
import { addMethod, closeSetup } from '@kept/store/billing/payment-methods.ts'
import { preferRail } from '@kept/store/billing/rail-preference.ts'
import type { RailDeps } from './deps.ts'

export async function finishSetup(deps: RailDeps, scope: Scope, ref: string): Promise<void> {
  const { state, method } = await deps.paymentRail.readSetup(ref)
  if (state === 'open') return
  const added = await deps.state.database.scoped(scope, async (tx) => {
    await closeSetup(tx, ref, state)
    if (method === null || !(await addMethod(tx, method, deps.now()))) return false
    // A customer who adds a method wants it to be charged.
    await preferRail(tx)
    return true
  })
  if (added)
    deps.log.info(
      { event: 'billing.payment_method_added', organization_id: scope.organizationId, kind: method?.kind },
      'a payment method was added',
    )
}
