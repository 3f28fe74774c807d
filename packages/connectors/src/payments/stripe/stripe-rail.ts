/** Stripe as the payment rail. Everything it knows of Kept: an organization's name and mail address, amounts and ids. */
import type { PaymentRail } from '@kept/domain/billing/payment-rail.ts'
import { defaultRetryPolicy, type RetryPolicy } from './call.ts'
import { cancelCharge, createCharge, readCharge } from './charge.ts'
import { readEvent } from './events.ts'
import { createCustomer, detachMethod, readMethod, readSetup, startSetup } from './methods.ts'
import { listMovements } from './movements.ts'
import { createRefund, readRefund } from './refunds.ts'
import { connectStripe, type StripeConnection } from './stripe-calls.ts'

interface StripeSettings extends StripeConnection {
  readonly webhookSecret: string
}

export function openStripeRail(settings: StripeSettings, policy: RetryPolicy = defaultRetryPolicy): PaymentRail {
  const calls = connectStripe(settings, policy)
  return {
    name: 'stripe',
    createCustomer: (request) => createCustomer(calls, request),
    startSetup: (request) => startSetup(calls, request),
    readSetup: (ref) => readSetup(calls, ref),
    readMethod: (ref) => readMethod(calls, ref),
    detachMethod: (ref) => detachMethod(calls, ref),
    charge: (request) => createCharge(calls, request),
    readCharge: (ref) => readCharge(calls, ref),
    cancelCharge: (ref) => cancelCharge(calls, ref),
    refund: (request) => createRefund(calls, request),
    readRefund: (ref) => readRefund(calls, ref),
    readEvent: (request) => readEvent(request, settings.webhookSecret),
    listMovements: (span) => listMovements(calls, span),
  }
}
