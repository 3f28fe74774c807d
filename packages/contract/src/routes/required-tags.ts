import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

export const requiredTagsReportSchema = z.object({
  /** How many resources the policy is about, and how many of them lack a tag. */
  resources: z.int(),
  lacking: z.int(),
  /** Effective cost of the last 30 days, by currency. */
  costs: z.array(
    z.object({
      currency: currencySchema,
      effective: decimalSchema,
      /** Of the resources that lack a tag. */
      lacking: decimalSchema,
      /** As a percentage, with one decimal; null without a cost. */
      lacking_percent: z.string().nullable(),
    }),
  ),
  tags: z.array(z.object({ tag: z.string(), lacking: z.int() })),
  /** The most expensive resources that lack a tag. */
  top: z.array(
    z.object({
      provider: z.string(),
      resource_id: z.string(),
      name: z.string(),
      type: z.string(),
      currency: z.string(),
      effective: decimalSchema,
      /** The tags it lacks. */
      lacking: z.array(z.string()),
    }),
  ),
})

export const requiredTags = {
  get: route({
    method: 'GET',
    path: '/v1/security/{organization}/required-tags',
    summary: 'Get the report of required tags',
    description:
      'Resources that lack the tags which the policy requires, with their share of the cost. Null without an enabled policy.',
    tag: 'Security',
    needs: 'costs:read',
    input: z.object({
      /** ID or slug of the caller's own organization. */
      organization: z.string().min(1).max(80),
    }),
    output: answer(
      requiredTagsReportSchema
        .extend({
          /** What the policy is about; empty: every type, every account. */
          settings: z.object({
            tags: z.array(z.string()),
            resource_types: z.array(z.string()),
            accounts: z.array(z.string()),
          }),
        })
        .nullable(),
    ),
  }),
}
