/** Payment methods of an organization, and charging an invoice to one of them. */

import { currencySchema } from '@kept/domain/money.ts'
import { lineSchema } from '@kept/domain/name.ts'
import * as z from 'zod'
import { answer, route } from '../../route.ts'
import { organizationParameter, paymentSchema } from './shapes.ts'

const tag = 'Billing'

const paymentMethodSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['card', 'bank_debit', 'other']),
  /** "visa", "sepa_debit"; empty when unknown. */
  brand: z.string(),
  last4: z.string(),
  /** "2028-08"; null where it does not expire. */
  expires: z.string().nullable(),
  is_expired: z.boolean(),
  label: z.string(),
  is_default: z.boolean(),
  created_at: z.iso.datetime(),
})
export type PaymentMethod = z.infer<typeof paymentMethodSchema>

const paymentMethodsSchema = z.object({
  /** False: the operator has set up no online payment, so invoices are paid by bank transfer. */
  online: z.boolean(),
  /** How to pay, in one sentence. */
  message: z.string(),
  /** Hosted pages that were opened and not finished yet. */
  setups_open: z.int(),
  methods: z.array(paymentMethodSchema),
})
export type PaymentMethods = z.infer<typeof paymentMethodsSchema>

export const billingPayments = {
  methods: route({
    method: 'GET',
    path: '/v1/billing/{organization}/payment-methods',
    summary: 'List payment methods',
    description: 'The default first. Kept stores no card data, only a reference to the payment service.',
    tag,
    needs: 'billing:read',
    input: z.object(organizationParameter),
    output: answer(paymentMethodsSchema),
  }),
  addMethod: route({
    method: 'POST',
    path: '/v1/billing/{organization}/payment-methods',
    summary: 'Add a payment method',
    description:
      'Returns the address of a page of the payment service. The method is added once the page is filled in.',
    tag,
    needs: 'billing:write',
    input: z.object({
      ...organizationParameter,
      /** What will be charged; left out: the currency of the newest invoice. */
      currency: currencySchema.optional(),
    }),
    output: answer(z.object({ url: z.url() })),
  }),
  changeMethod: route({
    method: 'PATCH',
    path: '/v1/billing/{organization}/payment-methods/{id}',
    summary: 'Update a payment method',
    description: 'Its label, or that it is the one that invoices are charged to.',
    tag,
    needs: 'billing:write',
    input: z.object({
      ...organizationParameter,
      id: z.uuid(),
      label: lineSchema(80).optional(),
      is_default: z.literal(true).optional(),
    }),
    output: answer(paymentMethodSchema),
  }),
  removeMethod: route({
    method: 'DELETE',
    path: '/v1/billing/{organization}/payment-methods/{id}',
    summary: 'Delete a payment method',
    description: 'Not while a charge to it is open, nor the last one while an invoice waits to be charged.',
    tag,
    needs: 'billing:write',
    input: z.object({ ...organizationParameter, id: z.uuid() }),
    output: answer(z.object({ id: z.uuid() })),
  }),
  pay: route({
    method: 'POST',
    path: '/v1/billing/{organization}/invoices/{id}/pay',
    summary: 'Pay an invoice now',
    description: 'Charges what is open. Where the bank asks for a confirmation, `action_url` is its page.',
    tag,
    needs: 'billing:write',
    input: z.object({
      ...organizationParameter,
      id: z.uuid(),
      /** Left out: the default method. */
      payment_method_id: z.uuid().optional(),
    }),
    output: answer(paymentSchema),
  }),
}
