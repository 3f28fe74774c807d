/**
 * A payment rail: the service that holds payment methods and moves money. Kept owns invoices, numbers and arithmetic;
 * the rail is told what to charge and says what happened. Amounts are whole minor units (cents).
 *
 * Every changing call carries an idempotency key that Kept stored before it called, so that a call repeated after a
 * crash moves no money twice.
 */

/** `unavailable`: try again later with the same key. `declined`: the customer's bank said no. `refused`: the call is wrong. */
type RailFailureKind = 'unavailable' | 'declined' | 'refused'

export class RailError extends Error {
  override readonly name = 'RailError'
  readonly kind: RailFailureKind
  /** The rail's own word for it, such as "insufficient_funds"; never a secret. */
  readonly code: string

  constructor(kind: RailFailureKind, code: string, message: string) {
    super(message)
    this.kind = kind
    this.code = code
  }
}

export interface RailPaymentMethod {
  readonly ref: string
  readonly kind: 'card' | 'bank_debit' | 'other'
  /** "visa", "sepa_debit"; empty when unknown. */
  readonly brand: string
  readonly last4: string
  /** "2028-08"; null where it does not expire. */
  readonly expires: string | null
}

export type RailChargeStatus = 'pending' | 'action_required' | 'paid' | 'failed'

export interface RailCharge {
  readonly ref: string
  /** Kept's payment; null for a charge that Kept did not make. */
  readonly paymentId: string | null
  readonly status: RailChargeStatus
  readonly amountMinor: bigint
  readonly currency: string
  /** Where the customer confirms it (3-D Secure); null when nothing is asked of them. */
  readonly actionUrl: string | null
  /** Why it failed, a sentence; null otherwise. */
  readonly failure: string | null
  readonly refunds: readonly RailRefund[]
  /** Taken back by the customer's bank: chargebacks that are open or lost. */
  readonly disputedMinor: bigint
}

export interface RailRefund {
  readonly ref: string
  readonly chargeRef: string
  /** Kept's refund; null for one that was made at the rail itself. */
  readonly refundId: string | null
  readonly status: 'pending' | 'paid' | 'failed'
  readonly amountMinor: bigint
}

/** A message of the rail, verified. What it says is not trusted: the object is read again. */
export interface RailEvent {
  readonly id: string
  readonly type: string
  /** Unix time in seconds at which the rail made it. */
  readonly createdAt: number
  readonly object: { readonly kind: 'charge' | 'refund' | 'setup' | 'other'; readonly ref: string }
}

/** A movement on the operator's balance at the rail, for the nightly comparison with the journal. */
export interface RailMovement {
  readonly ref: string
  readonly kind: 'charge' | 'refund' | 'dispute' | 'fee' | 'payout' | 'other'
  readonly chargeRef: string | null
  readonly amountMinor: bigint
  readonly currency: string
  /** Unix time in seconds. */
  readonly at: number
}

export interface RailCustomerRequest {
  readonly organizationId: string
  readonly name: string
  readonly email: string
  readonly idempotencyKey: string
}

export interface RailSetup {
  readonly customerRef: string
  /** `expired`: the customer did not finish it in time. */
  readonly state: 'open' | 'complete' | 'expired'
  /** The method that it added; null where it is not complete, or the method was removed since. */
  readonly method: RailPaymentMethod | null
}

export interface RailSetupRequest {
  readonly customerRef: string
  /** What the customer will be charged in: not every method can pay every currency. */
  readonly currency: string
  /** Where the hosted page returns to. */
  readonly returnUrl: string
  readonly idempotencyKey: string
}

export interface RailChargeRequest {
  readonly customerRef: string
  readonly methodRef: string
  readonly amountMinor: bigint
  readonly currency: string
  /** Null: it pays for prepaid credit. */
  readonly invoiceId: string | null
  /** Kept's payment, stored at the rail: an earlier call is found by it when its key has expired there. */
  readonly paymentId: string
  readonly description: string
  /** Where a customer who must confirm the charge returns to. */
  readonly returnUrl: string
  readonly idempotencyKey: string
  /** True where an earlier call may have arrived: it is looked for before money is moved. */
  readonly repeated: boolean
}

export interface RailRefundRequest {
  readonly chargeRef: string
  readonly refundId: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly idempotencyKey: string
}

export interface PaymentRail {
  readonly name: 'stripe'
  createCustomer(request: RailCustomerRequest): Promise<{ ref: string }>
  /** A hosted page on which the customer adds a payment method; no card data reaches Kept. */
  startSetup(request: RailSetupRequest): Promise<{ ref: string; url: string }>
  readSetup(ref: string): Promise<RailSetup>
  readMethod(ref: string): Promise<RailPaymentMethod | null>
  detachMethod(ref: string): Promise<void>
  charge(request: RailChargeRequest): Promise<RailCharge>
  readCharge(ref: string): Promise<RailCharge>
  /** Ends a charge that waits for the customer; returns its state, which is `paid` where they were faster. */
  cancelCharge(ref: string): Promise<RailCharge>
  refund(request: RailRefundRequest): Promise<RailRefund>
  readRefund(ref: string): Promise<RailRefund>
  /** Checks the signature and the time; throws a RailError of the kind `refused` in one sentence. */
  readEvent(request: { rawBody: Uint8Array; signature: string; nowSeconds: number }): RailEvent
  listMovements(span: { fromSeconds: number; untilSeconds: number }): AsyncIterable<RailMovement>
}
