import { hourSchema } from '@kept/domain/hour.ts'
import { decimalSchema } from '@kept/domain/money.ts'
import { replacementMatchSchema } from '@kept/domain/substitution.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Savings'

const replacedActionSchema = z.object({
  action_id: z.uuid(),
  title: z.string(),
  /** The resource that the action removed or changed. */
  resource_id: z.string(),
  resource_name: z.string(),
  /** Null until the bill shows the action. */
  kind: z.string().nullable(),
  effective_time: hourSchema.nullable(),
  currency: z.string(),
  /** Deductions in the ledger, plus provisional deductions of open months; zero or negative. */
  booked: decimalSchema,
  provisional: decimalSchema,
  replacements: z.array(
    z.object({
      resource_id: z.string(),
      resource_name: z.string(),
      /** First hour on the bill; null when marked as unrelated, so not deducted. */
      starts_at: hourSchema.nullable(),
      /** Attributes it shares with the removed resource. */
      shared: z.string(),
      /** `shape`: the resource itself runs more units, or costs more in the hours a schedule leaves on. */
      match: z.enum([...replacementMatchSchema.options, 'shape']),
      /** Units, or cost per hour left on, before and after; null for other resources. */
      shape: z.object({ before: decimalSchema, after: decimalSchema }).nullable(),
      declared: z.object({ reason: z.string(), declared_by: z.string(), at: z.iso.datetime() }).nullable(),
    }),
  ),
  /** Resources of the same purpose whose hourly cost varies too much to decide whether they took over. Null without any. */
  uncertain_group: z
    .object({ resources: z.int().min(1), growth: decimalSchema, uncertainty: decimalSchema })
    .nullable(),
})
export type ReplacedAction = z.infer<typeof replacedActionSchema>

export const savingsReplacements = {
  list: route({
    method: 'GET',
    path: '/v1/savings/replacements',
    summary: 'List replacements',
    description:
      'Resources that took over the work of removed ones, with the savings that do not count because of them.',
    tag,
    needs: 'savings:read',
    input: z.object({}),
    output: answer(z.array(replacedActionSchema)),
  }),
  declare: route({
    method: 'POST',
    path: '/v1/savings/actions/{id}/replacements',
    summary: 'Update a replacement',
    description: 'Marks a presumed replacement as unrelated, or as related again. The next run adds a true-up.',
    tag,
    needs: 'savings:write',
    input: z.object({
      id: z.uuid(),
      resource_id: z.string().trim().min(1).max(2000),
      unrelated: z.boolean().default(true),
      reason: z.string().trim().min(1).max(500),
    }),
    output: answer(replacedActionSchema),
  }),
}
