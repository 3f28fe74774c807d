/** Savings Plans, with their use. */
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import type { SyncLocation } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import { dayOf } from '../../../live-item.ts'
import type { AwsSession } from '../session.ts'
import {
  amount,
  amountsFrom,
  attributesSchema,
  type CommitmentPage,
  commitmentItem,
  currencyOf,
  type PageRequest,
  sendOrNone,
} from './cost-explorer.ts'

export const savingsPlanAction = 'ce:GetSavingsPlansUtilizationDetails'

const text = z.string()

const savingsPlanSchema = z.object({
  SavingsPlansUtilizationDetails: z
    .array(
      z.object({
        SavingsPlanArn: text.nullish(),
        Attributes: attributesSchema,
        Utilization: z.object({ TotalCommitment: amount, UnusedCommitment: amount }).nullish(),
        Savings: z.object({ OnDemandCostEquivalent: amount }).nullish(),
      }),
    )
    .nullish(),
  NextToken: text.nullish(),
})

export async function readSavingsPlans(
  session: AwsSession,
  location: SyncLocation,
  { period, token }: PageRequest,
): Promise<CommitmentPage> {
  const sdk = await session.load(() => import('@aws-sdk/client-cost-explorer'))
  const client = session.client('ce', session.homeRegion, (config) => new sdk.CostExplorerClient(config))
  const answer = await sendOrNone(session, savingsPlanAction, () =>
    client.send(
      new sdk.GetSavingsPlansUtilizationDetailsCommand({
        TimePeriod: period,
        DataType: ['ATTRIBUTES', 'UTILIZATION', 'SAVINGS'],
        NextToken: token,
      }),
    ),
  )
  const { SavingsPlansUtilizationDetails, NextToken } = parseAnswer(savingsPlanAction, savingsPlanSchema, answer)
  return {
    items: (SavingsPlansUtilizationDetails ?? []).flatMap(({ SavingsPlanArn, Attributes, Utilization, Savings }) => {
      if (!SavingsPlanArn) return []
      // Cost Explorer begins their names with a capital letter here, and with a small one for reservations.
      const facts = Object.fromEntries(
        Object.entries(Attributes ?? {}).map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value]),
      )
      return [
        commitmentItem(location, {
          id: SavingsPlanArn,
          facts,
          name: SavingsPlanArn.replace(/^.*\//, ''),
          service: 'Savings Plans',
          size: facts.hourlyCommitment ? `$${facts.hourlyCommitment} an hour` : '',
          status: facts.status ?? '',
          figures: {
            commitment_type: facts.savingsPlansType ? savingsPlanLabel(facts.savingsPlansType) : 'Savings Plan',
            commitment_category: 'Spend',
            starts_on: dayOf(facts.startDateTime),
            ends_on: dayOf(facts.endDateTime),
            currency: currencyOf(session),
            cost_30_days: Utilization?.TotalCommitment,
            unused_30_days: Utilization?.UnusedCommitment,
            covered_30_days: Savings?.OnDemandCostEquivalent,
            amounts_from: amountsFrom,
          },
        }),
      ]
    }),
    next: NextToken || undefined,
  }
}

/** "ComputeSavingsPlans" and "EC2InstanceSavingsPlans", as the console names them. */
function savingsPlanLabel(kind: string): string {
  return kind
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/Savings ?Plans?$/, 'Savings Plan')
    .trim()
}
