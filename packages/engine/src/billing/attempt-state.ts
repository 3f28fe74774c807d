/** The state of an attempt to pay, as reports of the rail arrive: late, twice, or in another order. */
import type { RailChargeStatus } from '@kept/domain/billing/payment-rail.ts'
import type { PaymentAttemptState } from '@kept/domain/billing/states.ts'

/**
 * Money that has arrived stays; what is given back is counted apart. A failed attempt only changes when money arrives
 * after all, which an older report cannot say.
 */
export function nextAttemptState(current: PaymentAttemptState, reported: RailChargeStatus): PaymentAttemptState {
  if (current === 'paid' || reported === 'paid') return 'paid'
  return current === 'failed' || current === 'canceled' ? current : reported
}
