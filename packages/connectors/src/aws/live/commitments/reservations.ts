/** Reserved instances and nodes, with their use. */
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import { type Decimal, divide, isZero, multiply } from '@kept/foundation/decimal.ts'
import * as z from 'zod'
import { dayOf } from '../../../live-item.ts'
import {
  amount,
  amountsFrom,
  attributesSchema,
  commitmentItem,
  currencyOf,
  type ReadPage,
  sendOrNone,
} from './cost-explorer.ts'

export const reservationAction = 'ce:GetReservationUtilization'
/** One request each: Cost Explorer answers for one service, and for EC2 when none is named. */
export const reservedServices = [
  'Amazon Elastic Compute Cloud - Compute',
  'Amazon Relational Database Service',
  'Amazon ElastiCache',
  'Amazon Redshift',
  'Amazon OpenSearch Service',
] as const

const text = z.string()

const reservationSchema = z.object({
  UtilizationsByTime: z
    .array(
      z.object({
        Groups: z
          .array(
            z.object({
              Attributes: attributesSchema,
              Utilization: z
                .object({
                  PurchasedHours: amount,
                  UnusedHours: amount,
                  OnDemandCostOfRIHoursUsed: amount,
                  TotalAmortizedFee: amount,
                  RICostForUnusedHours: amount,
                })
                .nullish(),
            }),
          )
          .nullish(),
      }),
    )
    .nullish(),
  NextPageToken: text.nullish(),
})

export function readReservationsOf(service: string): ReadPage {
  return async (session, location, { period, token }) => {
    const sdk = await session.load(() => import('@aws-sdk/client-cost-explorer'))
    const client = session.client('ce', session.homeRegion, (config) => new sdk.CostExplorerClient(config))
    const answer = await sendOrNone(session, reservationAction, () =>
      client.send(
        new sdk.GetReservationUtilizationCommand({
          TimePeriod: period,
          GroupBy: [{ Type: 'DIMENSION', Key: 'SUBSCRIPTION_ID' }],
          Filter: { Dimensions: { Key: 'SERVICE', Values: [service] } },
          NextPageToken: token,
        }),
      ),
    )
    const { UtilizationsByTime, NextPageToken } = parseAnswer(reservationAction, reservationSchema, answer)
    const groups = (UtilizationsByTime ?? []).flatMap(({ Groups }) => Groups ?? [])
    return {
      items: groups.flatMap(({ Attributes, Utilization }) => {
        const facts = Attributes ?? {}
        const id = facts.reservationARN || facts.leaseId
        if (!id) return []
        const cost = Utilization?.TotalAmortizedFee
        return [
          commitmentItem(location, {
            id,
            facts,
            name: facts.leaseId ?? '',
            service: service.replace(/ - Compute$/, ''),
            size: [facts.numberOfInstances, facts.instanceType].filter(Boolean).join(' x '),
            status: facts.subscriptionStatus ?? '',
            figures: {
              commitment_type: 'Reserved Instance',
              commitment_category: 'Usage',
              starts_on: dayOf(facts.startDateTime),
              ends_on: dayOf(facts.endDateTime),
              currency: currencyOf(session),
              cost_30_days: cost,
              unused_30_days: Utilization?.RICostForUnusedHours ?? unusedShare(cost, Utilization ?? {}),
              covered_30_days: Utilization?.OnDemandCostOfRIHoursUsed,
              amounts_from: amountsFrom,
            },
          }),
        ]
      }),
      next: NextPageToken || undefined,
    }
  }
}

/** Where Cost Explorer names no cost of the unused hours. */
function unusedShare(
  cost: Decimal | undefined,
  { PurchasedHours, UnusedHours }: { PurchasedHours?: Decimal | undefined; UnusedHours?: Decimal | undefined },
): Decimal | undefined {
  if (cost === undefined || PurchasedHours === undefined || UnusedHours === undefined || isZero(PurchasedHours))
    return undefined
  return divide(multiply(cost, UnusedHours), PurchasedHours, 10)
}
