/** Balance transactions, as movements in the currency that the customer was charged in. */
import type { RailMovement } from '@kept/domain/billing/payment-rail.ts'
import type Stripe from 'stripe'
import { fromStripeAmount } from './amounts.ts'
import type { StripeCalls } from './stripe-calls.ts'

const pageSize = 100

/** Oldest pages last, as Stripe lists them. A page that fails is read again, never skipped. */
export async function* listMovements(
  calls: StripeCalls,
  { fromSeconds, untilSeconds }: { fromSeconds: number; untilSeconds: number },
): AsyncIterable<RailMovement> {
  let startingAfter: string | undefined
  while (true) {
    const page = await calls.run('list balance transactions', ({ balanceTransactions }) =>
      balanceTransactions.list({
        created: { gte: fromSeconds, lt: untilSeconds },
        limit: pageSize,
        expand: ['data.source'],
        ...(startingAfter !== undefined && { starting_after: startingAfter }),
      }),
    )
    for (const transaction of page.data) yield* movementsOf(transaction)
    startingAfter = page.data.at(-1)?.id
    if (!page.has_more || startingAfter === undefined) return
  }
}

/** The movement itself and, beside it, the fee that Stripe kept of it. */
function* movementsOf(transaction: Stripe.BalanceTransaction): Iterable<RailMovement> {
  const { id, fee, created } = transaction
  const settled = transaction.currency.toUpperCase()
  const { kind, chargeRef, amount, currency } = describe(transaction)
  yield { ref: id, kind, chargeRef, amountMinor: fromStripeAmount(amount, currency), currency, at: created }
  if (fee !== 0)
    yield {
      ref: `${id}-fee`,
      kind: 'fee',
      chargeRef,
      amountMinor: fromStripeAmount(-fee, settled),
      currency: settled,
      at: created,
    }
}

type Described = Pick<RailMovement, 'kind' | 'chargeRef' | 'currency'> & { amount: number }

/** A charge in another currency settles in the account's own: the journal knows only what the customer was charged. */
function describe({ type, amount, currency, source }: Stripe.BalanceTransaction): Described {
  const settled = { chargeRef: null, amount, currency: currency.toUpperCase() }
  if (source === null || typeof source === 'string') return { kind: kindOf(type), ...settled }
  if (source.object === 'charge')
    return { kind: 'charge', chargeRef: idOf(source.payment_intent), ...originalOf(source, Math.sign(amount)) }
  if (source.object === 'refund')
    return { kind: 'refund', chargeRef: idOf(source.payment_intent), ...originalOf(source, Math.sign(amount)) }
  if (source.object === 'dispute')
    return { kind: 'dispute', chargeRef: idOf(source.payment_intent), ...originalOf(source, Math.sign(amount)) }
  return { kind: kindOf(type), ...settled }
}

function originalOf(source: { amount: number; currency: string }, sign: number) {
  return { amount: source.amount * sign, currency: source.currency.toUpperCase() }
}

function kindOf(type: string): RailMovement['kind'] {
  if (type === 'stripe_fee') return 'fee'
  return type === 'payout' ? 'payout' : 'other'
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'object' && reference !== null ? reference.id : reference
}
