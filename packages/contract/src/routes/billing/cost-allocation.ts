/** What a month's spend, savings and fee come to for each team, account or service. */
import { monthSchema } from '@kept/domain/hour.ts'
import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import * as z from 'zod'
import { answer, route } from '../../route.ts'
import { organizationParameter } from './shapes.ts'

const costAllocationGroups = ['team', 'tag', 'sub_account', 'service', 'rule'] as const

const costAllocationQuery = {
  /** `rule`: the savings rule that recommended the action; spend is not of any rule. */
  group_by: z.enum(costAllocationGroups),
  /** For `team` and `tag`, as the bill writes it; left out: the most used tag, for `team` one that names a team. */
  tag_key: z.string().min(1).max(200).optional(),
  /** Left out: the latest month with a signed statement. */
  month: monthSchema.optional(),
}
export type CostAllocationQuery = z.infer<z.ZodObject<typeof costAllocationQuery>>

const amounts = {
  currency: currencySchema,
  /** Effective cost; null where the group has none. */
  spend: decimalSchema.nullable(),
  verified: decimalSchema,
  fee: decimalSchema,
}

const costAllocationSchema = z.object({
  /** Null: there is no statement yet. */
  month: monthSchema.nullable(),
  /** False: no statement of the month is signed, so that only its spend is known. */
  is_signed: z.boolean(),
  group_by: z.enum(costAllocationGroups),
  tag_key: z.string().nullable(),
  rows: z.array(
    z.object({
      ...amounts,
      /** Empty: what has no such tag, account or rule. */
      key: z.string(),
      name: z.string(),
      /** The sum of groups beyond the largest. */
      is_other: z.boolean(),
    }),
  ),
  /** The sums of the rows, which are the signed savings and fee to the last digit. */
  totals: z.array(z.object(amounts)),
})
export type CostAllocation = z.infer<typeof costAllocationSchema>

export const costAllocation = {
  read: route({
    method: 'GET',
    path: '/v1/billing/{organization}/cost-allocation',
    summary: 'Get the cost allocation of a month',
    description:
      "Spend, verified savings and fee of each group. An action belongs to the group of its resource; a commitment's savings are split by spend. Parts add up to the whole.",
    tag: 'Billing',
    needs: 'billing:read',
    input: z.object({ ...organizationParameter, ...costAllocationQuery }),
    output: answer(costAllocationSchema),
  }),
}
