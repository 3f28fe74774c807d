/** What the requests to Cost Explorer about commitments share: their price, their period and the item they become. */
import { type CommitmentFigures, commitmentDays, commitmentItemType } from '@kept/domain/commitment-item.ts'
import type { InventoryItem } from '@kept/domain/resource.ts'
import type { SyncLocation } from '@kept/domain/sync/port.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { type Decimal, decimal, isDecimal } from '@kept/foundation/decimal.ts'
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { awsItem } from '../inventory/item.ts'
import { partitionOf } from '../partition.ts'
import type { AwsSession } from '../session.ts'

/** $0.01 for a request: aws.amazon.com/aws-cost-management/aws-cost-explorer/pricing. */
const nanosPerRequest = 10_000_000
export const amountsFrom = 'AWS Cost Explorer, last 30 days'

interface Period {
  Start: string
  /** Exclusive. */
  End: string
}

export interface CommitmentPage {
  items: InventoryItem[]
  next: string | undefined
}

export interface PageRequest {
  period: Period
  token: string | undefined
}

export type ReadPage = (session: AwsSession, location: SyncLocation, request: PageRequest) => Promise<CommitmentPage>

export function lastDays(nowMs: number): Period {
  const End = utcDay(nowMs)
  return { Start: addDays(End, -commitmentDays), End }
}

/** Cost Explorer writes amounts as texts; what is no number reads as absent. */
export const amount = z
  .string()
  .nullish()
  .transform((value): Decimal | undefined =>
    value !== null && value !== undefined && isDecimal(value) ? decimal(value) : undefined,
  )
export const attributesSchema = z.record(z.string(), z.string().nullish()).nullish()

/** Cost Explorer names no currency; the accounts of China are billed in theirs. */
export function currencyOf({ homeRegion }: AwsSession): string {
  return partitionOf(homeRegion) === 'aws-cn' ? 'CNY' : 'USD'
}

/** An account without any answers with an error of its own. */
export async function sendOrNone(session: AwsSession, action: string, send: () => Promise<object>): Promise<object> {
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

export function commitmentItem(
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
