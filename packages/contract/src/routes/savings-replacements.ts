import { hourSchema } from '@kept/domain/hour.ts'
import { decimalSchema } from '@kept/domain/money.ts'
import { replacementMatchSchema } from '@kept/domain/substitution.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Savings'

export const replacedActionSchema = z.object({
  action_id: z.uuid(),
  title: z.string(),
  /** The resource that the action removed or changed. */
  resource_id: z.string(),
  effective_time: hourSchema.nullable(),
  currency: z.string(),
  /** What the ledger deducts as replaced, and what months under way deduct so far; never above zero. */
  booked: decimalSchema,
  provisional: decimalSchema,
  replacements: z.array(
    z.object({
      resource_id: z.string(),
      /** First hour on the bill; null: declared unrelated, so it is no longer counted. */
      begins: hourSchema.nullable(),
      /** What it shares with the removed resource. */
      shared: z.string(),
      match: replacementMatchSchema,
      declared: z.object({ reason: z.string(), by: z.string(), at: z.iso.datetime() }).nullable(),
    }),
  ),
  /** Resources of the same purpose whose costs vary too much to tell whether they took over; per hour. Null: none. */
  uncertain_group: z
    .object({ resources: z.int().min(1), growth: decimalSchema, uncertainty: decimalSchema })
    .nullable(),
})
export type ReplacedAction = z.infer<typeof replacedActionSchema>

export const savingsReplacements = {
  list: route({
    method: 'GET',
    path: '/v1/savings/replacements',
    summary: 'List resources that replaced what actions removed, with the savings that do not count for it',
    tag,
    needs: 'savings:read',
    input: z.object({}),
    output: answer(z.array(replacedActionSchema)),
  }),
  declare: route({
    method: 'POST',
    path: '/v1/savings/actions/{id}/replacements',
    summary: 'Declare a presumed replacement unrelated, or related again; a true-up follows with the next run',
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
