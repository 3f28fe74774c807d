/** The logo that the operator's invoices carry. */
import * as z from 'zod'
import { answer, route } from '../../route.ts'

const tag = 'Billing'
const needs = 'billing:operate' as const

const logoSchema = z.object({
  /** Null: the seller's name is printed instead. */
  logo: z
    .object({
      type: z.enum(['png', 'jpeg']),
      bytes: z.int(),
      /** Base64. */
      picture: z.base64(),
    })
    .nullable(),
  changed_by: z.string(),
  changed_at: z.iso.datetime().nullable(),
})
export type LogoAnswer = z.infer<typeof logoSchema>

export const billingLogo = {
  read: route({
    method: 'GET',
    path: '/v1/admin/billing/logo',
    summary: 'Get the logo on invoices',
    tag,
    needs,
    input: z.object({}),
    output: answer(logoSchema),
  }),
  change: route({
    method: 'PUT',
    path: '/v1/admin/billing/logo',
    summary: 'Update the logo on invoices',
    description:
      'PNG or JPEG of at most 256 KB, recognized by its content. Documents that were issued before keep theirs. Null removes it.',
    tag,
    needs,
    input: z.object({
      /** Base64. */
      picture: z.base64().max(400_000).nullable(),
    }),
    output: answer(logoSchema),
  }),
}
