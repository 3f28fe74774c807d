/** Opens the payment rail that the operator configured. */
import type { PaymentRail } from '@kept/domain/billing/payment-rail.ts'
import type { Config } from './config.ts'

/** Its library is loaded only where one is configured. */
export async function openPaymentRail({ stripe }: Config): Promise<PaymentRail | undefined> {
  if (!stripe) return undefined
  const { openStripeRail } = await import('@kept/connectors/payments/stripe/stripe-rail.ts')
  return openStripeRail(stripe)
}
