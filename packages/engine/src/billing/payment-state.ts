/** What an issued invoice still asks for, and the state people see: both follow from what settled it. */
import type { PaymentAttemptState, PaymentState } from '@kept/domain/billing/states.ts'

interface Settlement {
  readonly due: bigint
  /** Payments less what was given back. */
  readonly paid: bigint
  /** Credit applied after it was issued. */
  readonly credited: bigint
  readonly writtenOff: bigint
}

export function openAmount({ due, paid, credited, writtenOff }: Settlement): bigint {
  return due - paid - credited - writtenOff
}

/** `attempt` is the newest payment; `refunded` whether any money was given back. */
export function paymentStateOf(
  settlement: Settlement,
  { attempt, refunded }: { attempt: PaymentAttemptState | null; refunded: boolean },
): PaymentState {
  const { paid, credited, writtenOff } = settlement
  if (writtenOff > 0n) return 'uncollectible'
  if (refunded && paid === 0n) return 'refunded'
  if (openAmount(settlement) === 0n) return 'paid'
  if (attempt === 'pending' || attempt === 'action_required' || attempt === 'failed') return attempt
  return paid + credited > 0n ? 'partial' : 'none'
}
