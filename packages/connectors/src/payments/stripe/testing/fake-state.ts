/** What the fake rail remembers, and how money moves in it. */
import type Stripe from 'stripe'
import type {
  FakeCard,
  FakeCharge,
  FakeCustomer,
  FakeDispute,
  FakeEvent,
  FakeIntent,
  FakeMethod,
  FakeMovement,
  FakePaymentError,
  FakeRefund,
  FakeSession,
  FakeSetup,
} from './fake-objects.ts'
import { missing } from './fake-objects.ts'

const apiVersion = '2026-10-28.endive'
/** What the fake keeps of each charge, and of each dispute, in Stripe's unit. */
const disputeFee = 1_500

export class FakeState {
  readonly customers = new Map<string, FakeCustomer>()
  readonly methods = new Map<string, FakeMethod>()
  readonly cards = new Map<string, FakeCard>()
  readonly setups = new Map<string, FakeSetup>()
  readonly sessions = new Map<string, FakeSession>()
  readonly intents = new Map<string, FakeIntent>()
  readonly charges = new Map<string, FakeCharge>()
  readonly refunds = new Map<string, FakeRefund>()
  readonly disputes = new Map<string, FakeDispute>()
  readonly movements: FakeMovement[] = []
  /** Every event ever made, oldest first. */
  readonly events: FakeEvent[] = []
  readonly nowSeconds: () => number
  private counter = 0

  constructor(nowSeconds: () => number) {
    this.nowSeconds = nowSeconds
  }

  id(prefix: string): string {
    this.counter += 1
    return `${prefix}_fake${String(this.counter).padStart(8, '0')}`
  }

  emit(type: Stripe.Event['type'], object: object): void {
    this.events.push({
      id: this.id('evt'),
      object: 'event',
      api_version: apiVersion,
      created: this.nowSeconds(),
      livemode: false,
      type,
      data: { object: structuredClone(object) },
    })
  }

  move(type: Stripe.BalanceTransaction['type'], amount: number, fee: number, source: { id: string; currency: string }) {
    const id = this.id('txn')
    const { currency } = source
    const created = this.nowSeconds()
    this.movements.push({
      id,
      object: 'balance_transaction',
      type,
      amount,
      fee,
      net: amount - fee,
      currency,
      created,
      source: source.id,
    })
    return id
  }

  /** The money of an intent arrives. */
  succeed(intent: FakeIntent): void {
    const charge: FakeCharge = {
      id: this.id('ch'),
      object: 'charge',
      amount: intent.amount,
      amount_refunded: 0,
      currency: intent.currency,
      disputed: false,
      refunded: false,
      status: 'succeeded',
      created: this.nowSeconds(),
      payment_intent: intent.id,
      balance_transaction: '',
    }
    charge.balance_transaction = this.move('charge', charge.amount, Math.round(charge.amount * 0.029), charge)
    this.charges.set(charge.id, charge)
    Object.assign(intent, {
      status: 'succeeded',
      latest_charge: charge.id,
      last_payment_error: null,
      next_action: null,
    })
    this.emit('charge.succeeded', charge)
    this.emit('payment_intent.succeeded', intent)
  }

  fail(intent: FakeIntent, error: FakePaymentError): void {
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error, next_action: null })
    this.emit('payment_intent.payment_failed', intent)
  }

  refund(intent: FakeIntent, charge: FakeCharge, amount: number, metadata: Record<string, string> = {}): FakeRefund {
    const refund: FakeRefund = {
      id: this.id('re'),
      object: 'refund',
      amount,
      currency: charge.currency,
      status: 'succeeded',
      created: this.nowSeconds(),
      payment_intent: intent.id,
      charge: charge.id,
      metadata,
    }
    this.refunds.set(refund.id, refund)
    charge.amount_refunded += amount
    charge.refunded = charge.amount_refunded === charge.amount
    this.move('refund', -amount, 0, refund)
    this.emit('refund.created', refund)
    this.emit('charge.refunded', charge)
    return refund
  }

  dispute(intent: FakeIntent): FakeDispute {
    const charge = this.chargeOf(intent)
    const dispute: FakeDispute = {
      id: this.id('dp'),
      object: 'dispute',
      amount: charge.amount - charge.amount_refunded,
      currency: charge.currency,
      status: 'needs_response',
      reason: 'product_not_received',
      created: this.nowSeconds(),
      payment_intent: intent.id,
      charge: charge.id,
    }
    this.disputes.set(dispute.id, dispute)
    charge.disputed = true
    this.move('adjustment', -dispute.amount, disputeFee, dispute)
    this.emit('charge.dispute.created', dispute)
    return dispute
  }

  closeDispute(dispute: FakeDispute, outcome: 'won' | 'lost'): void {
    dispute.status = outcome
    if (outcome === 'won') this.move('adjustment', dispute.amount, 0, dispute)
    this.emit('charge.dispute.closed', dispute)
  }

  chargeOf({ id, latest_charge }: FakeIntent): FakeCharge {
    return find(this.charges, 'charge', latest_charge ?? `of ${id}`)
  }

  /** What the operator's balance holds without the rail's fees, by currency in Stripe's unit. */
  balance(): Map<string, number> {
    const sums = new Map<string, number>()
    for (const { currency, amount } of this.movements) sums.set(currency, (sums.get(currency) ?? 0) + amount)
    return sums
  }
}

export function find<Kind>(all: ReadonlyMap<string, Kind>, kind: string, id: string): Kind {
  const item = all.get(id)
  if (!item) throw missing(kind, id)
  return item
}
