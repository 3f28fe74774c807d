/**
 * Reserved instances and Savings Plans of an account, or of its organization when it is the management account, with
 * what they cost and how much of them was used, from Cost Explorer.
 */
import { type CommitmentFigures, commitmentDays, commitmentItemType } from '@kept/domain/commitment-item.ts'
import type { InventoryItem } from '@kept/domain/resource.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer, parseCursor } from '@kept/domain/sync/operations.ts'
import type { LivePermission, LivePort, SyncLocation } from '@kept/domain/sync/port.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { type Decimal, decimal, divide, isDecimal, isZero, multiply } from '@kept/foundation/decimal.ts'
import * as z from 'zod'
import { attributes, awsItem } from './inventory/item.ts'
import { partitionOf } from './partition.ts'
import type { AwsSession } from './session.ts'

/** $0.01 for a request: aws.amazon.com/aws-cost-management/aws-cost-explorer/pricing. */
const nanosPerRequest = 10_000_000
const amountsFrom = 'AWS Cost Explorer, last 30 days'
/** One request each: Cost Explorer answers for one service, and for EC2 when none is named. */
const reservedServices = [
  'Amazon Elastic Compute Cloud - Compute',
  'Amazon Relational Database Service',
  'Amazon ElastiCache',
  'Amazon Redshift',
  'Amazon OpenSearch Service',
] as const

const reservationAction = 'ce:GetReservationUtilization'
const savingsPlanAction = 'ce:GetSavingsPlansUtilizationDetails'

const permissions: readonly LivePermission[] = [
  {
    action: reservationAction,
    reason: 'Reads what reserved instances cost, how much of them was used, and their end.',
  },
  { action: savingsPlanAction, reason: 'Reads what Savings Plans cost, how much of them was used, and their end.' },
]

interface Period {
  Start: string
  /** Exclusive. */
  End: string
}

interface CommitmentPage {
  items: InventoryItem[]
  next: string | undefined
}

type ReadPage = (
  session: AwsSession,
  location: SyncLocation,
  request: { period: Period; token: string | undefined },
) => Promise<CommitmentPage>

const reads: readonly ReadPage[] = [...reservedServices.map(readReservationsOf), readSavingsPlans]

export const commitmentsPort: LivePort<AwsSession> = {
  dataset: 'commitments',
  // The management account answers for all members; asking each of them would be paid for each of them.
  scope: 'connection',
  unlocks: 'Unused reserved instances and Savings Plans, and when they end',
  permissions,
  async readPage(session, location, { cursor, nowMs }) {
    const [index, token] = parseCursor(cursor)
    const read = reads[index]
    if (!read) throw new SyncFailure('unexpected', `The position "${cursor}" in the commitments does not exist.`)
    const { items, next } = await read(session, location, { period: lastDays(nowMs), token })
    if (next !== undefined && next === token)
      throw new SyncFailure('unexpected', 'Cost Explorer returned the same page of commitments twice.', {
        action: index < reservedServices.length ? reservationAction : savingsPlanAction,
      })
    return {
      items,
      points: [],
      next: next !== undefined ? `${index}:${next}` : index + 1 < reads.length ? `${index + 1}:` : null,
    }
  },
}

/** One request for each permission, as a check sends them. */
export function commitmentProbes(session: AwsSession, nowMs: number): (() => Promise<unknown>)[] {
  const location = { accountId: '', accountName: '', region: session.homeRegion }
  const request = { period: lastDays(nowMs), token: undefined }
  return [readReservationsOf(reservedServices[0]), readSavingsPlans].map(
    (read) => () => read(session, location, request),
  )
}

function lastDays(nowMs: number): Period {
  const End = utcDay(nowMs)
  return { Start: addDays(End, -commitmentDays), End }
}

const text = z.string()
/** Cost Explorer writes amounts as texts; what is no number reads as absent. */
const amount = text
  .nullish()
  .transform((value): Decimal | undefined =>
    value !== null && value !== undefined && isDecimal(value) ? decimal(value) : undefined,
  )
const attributesSchema = z.record(text, text.nullish()).nullish()

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

function readReservationsOf(service: string): ReadPage {
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

async function readSavingsPlans(
  session: AwsSession,
  location: SyncLocation,
  { period, token }: { period: Period; token: string | undefined },
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

/** Cost Explorer names no currency; the accounts of China are billed in theirs. */
function currencyOf({ homeRegion }: AwsSession): string {
  return partitionOf(homeRegion) === 'aws-cn' ? 'CNY' : 'USD'
}

/** An account without any answers with an error of its own. */
async function sendOrNone(session: AwsSession, action: string, send: () => Promise<object>): Promise<object> {
  session.charge(nanosPerRequest)
  try {
    return await session.call(action, session.homeRegion, send)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.name : ''
    if (cause === 'DataUnavailableException') return {}
    throw error
  }
}

interface ListedCommitment {
  id: string
  facts: Readonly<Record<string, string | null | undefined>>
  name: string
  service: string
  size: string
  status: string
  figures: CommitmentFigures
}

function commitmentItem(
  location: SyncLocation,
  { id, facts, name, service, size, status, figures }: ListedCommitment,
): InventoryItem {
  return awsItem(
    {
      accountId: facts.accountId ?? location.accountId,
      accountName: facts.accountName ?? '',
      region: facts.region ?? '',
    },
    {
      resource_id: id,
      type: commitmentItemType,
      service,
      name,
      size,
      state: status.toLowerCase(),
      attributes: attributes({
        ...figures,
        offering: facts.offeringType ?? facts.paymentOption,
        platform: facts.platform,
        scope: facts.scope,
      }),
    },
  )
}

function dayOf(value: string | null | undefined): string | undefined {
  const ms = Date.parse(value ?? '')
  return Number.isNaN(ms) ? undefined : utcDay(ms)
}
