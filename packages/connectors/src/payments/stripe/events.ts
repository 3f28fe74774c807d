/** Webhooks: verified here, believed nowhere. An event only says which object to read again. */
import { RailError, type RailEvent } from '@kept/domain/billing/payment-rail.ts'
import Stripe from 'stripe'
import * as z from 'zod'

/** Seconds by which a signature may be old, and by which the clocks may differ. */
const maxAgeSeconds = 300
const maxSkewSeconds = 60

interface SignedBody {
  readonly rawBody: Uint8Array
  readonly signature: string
  readonly nowSeconds: number
}

export function readEvent({ rawBody, signature, nowSeconds }: SignedBody, webhookSecret: string): RailEvent {
  checkStamp(signature, nowSeconds)
  let event: Stripe.Event
  try {
    event = Stripe.webhooks.constructEvent(
      rawBody,
      signature,
      webhookSecret,
      maxAgeSeconds,
      undefined,
      nowSeconds * 1000,
    )
  } catch {
    throw refused('signature', 'The signature of the webhook is not valid; check KEPT_STRIPE_WEBHOOK_SECRET.')
  }
  const parsed = eventSchema.safeParse(event)
  if (!parsed.success) throw refused('body', 'The webhook is signed but is not an event of Stripe.')
  const { id, type, created, data } = parsed.data
  // The SDK checks only that a signature is not too old.
  if (created > nowSeconds + maxSkewSeconds) throw refused('future', 'The webhook says it was made in the future.')
  return { id, type, createdAt: created, object: objectOf(type, data.object) }
}

const eventSchema = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  created: z.int().min(0),
  data: z.object({
    object: z.looseObject({ id: z.string().max(255).optional(), payment_intent: z.unknown().optional() }),
  }),
})

function checkStamp(signature: string, nowSeconds: number): void {
  const stamp = /(?:^|,)\s*t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]
  if (stamp === undefined) throw refused('signature', 'The webhook has no Stripe-Signature header.')
  if (Number(stamp) > nowSeconds + maxSkewSeconds)
    throw refused('future', 'The signature of the webhook is dated in the future.')
}

function objectOf(type: string, object: { id?: string | undefined; payment_intent?: unknown }): RailEvent['object'] {
  const { id = '', payment_intent } = object
  const charge = typeof payment_intent === 'string' ? payment_intent : ''
  if (type.startsWith('payment_intent.')) return { kind: 'charge', ref: id }
  if (type.startsWith('refund.') || type === 'charge.refund.updated') return { kind: 'refund', ref: id }
  if (type.startsWith('charge.') && charge) return { kind: 'charge', ref: charge }
  if (type.startsWith('checkout.session.')) return { kind: 'setup', ref: id }
  return { kind: 'other', ref: id }
}

function refused(code: string, message: string): RailError {
  return new RailError('refused', code, message)
}
