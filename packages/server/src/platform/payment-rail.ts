/** Opens the payment rail that the operator configured. */
import { openStripeRail } from '@kept/connectors/payments/stripe/stripe-rail.ts'
import type { PaymentRail } from '@kept/domain/billing/payment-rail.ts'
import type { Config } from './config.ts'

export function openPaymentRail({ stripe }: Config): PaymentRail | undefined {
  return stripe && openStripeRail(stripe)
}
