import * as z from 'zod'
import { answer } from '../route.ts'
import type { StreamRoute } from './stream-route.ts'

export const billingStreams: readonly StreamRoute[] = [
  {
    operationId: 'billingPayments.webhook',
    method: 'POST',
    path: '/v1/billing/webhooks/stripe',
    summary: 'Receive a message of the payment service',
    description:
      'The `Stripe-Signature` header authenticates the raw body. Each message is stored once, and the object it is about is read again.',
    tag: 'Billing',
    needs: 'public',
    idempotency: 'idempotent',
    body: { 'application/json': 'file' },
    answer: {
      status: 200,
      description: 'Stored, now or before',
      content: { 'application/json': answer(z.object({ received: z.literal(true), repeated: z.boolean() })) },
    },
  },
]
