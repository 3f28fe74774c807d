/** What reservations and savings plans of Azure share: their use, and the item they become. */
import { type CommitmentFigures, commitmentDays, commitmentItemType } from '@kept/domain/commitment-item.ts'
import type { InventoryItem } from '@kept/domain/resource.ts'
import type { SyncLocation } from '@kept/domain/sync/port.ts'
import { type Decimal, decimal, divide, multiply, subtract } from '@kept/foundation/decimal.ts'
import * as z from 'zod'
import { attributes, oneLine } from '../../../live-item.ts'

const text = z.string()

export interface CommitmentPage {
  items: InventoryItem[]
  next: string | undefined
}

const utilization = z
  .object({ aggregates: z.array(z.object({ grain: z.number(), grainUnit: text, value: z.number() })).nullish() })
  .nullish()

export const commonShape = {
  displayName: text.nullish(),
  displayProvisioningState: text.nullish(),
  provisioningState: text.nullish(),
  term: text.nullish(),
  billingScopeId: text.nullish(),
  effectiveDateTime: text.nullish(),
  utilization,
}

/** Azure reports the used share of the last 1, 7 and 30 days; a young commitment has none of 30 days yet. */
export function amountsOf(
  cost: Decimal | undefined,
  use: z.output<typeof utilization>,
): Pick<CommitmentFigures, 'cost_30_days' | 'unused_30_days' | 'covered_30_days' | 'amounts_from'> {
  const share = use?.aggregates?.find(
    ({ grain, grainUnit }) => grain === commitmentDays && grainUnit.toLowerCase().startsWith('day'),
  )?.value
  const isReported = cost !== undefined && share !== undefined
  return {
    cost_30_days: cost,
    unused_30_days: isReported
      ? divide(multiply(cost, subtract('100', decimal(Math.min(100, share)))), '100', 10)
      : undefined,
    covered_30_days: undefined,
    amounts_from: isReported ? 'price and use as Azure lists them, last 30 days' : undefined,
  }
}

interface ListedCommitment {
  id: string
  name: string
  service: string
  size: string
  region: string
  state: string
  billingScope: string
  figures: CommitmentFigures
  more: Record<string, string | null | undefined>
}

export function commitmentItem(
  { accountName }: SyncLocation,
  { id, name, service, size, region, state, billingScope, figures, more }: ListedCommitment,
): InventoryItem {
  const subscription = /\/subscriptions\/([^/]+)/i.exec(billingScope)?.[1] ?? ''
  return {
    provider: 'azure',
    resource_id: id,
    type: commitmentItemType,
    name: oneLine(name),
    service,
    size,
    region,
    state: state.toLowerCase(),
    // The subscription that pays for it.
    sub_account_id: subscription,
    sub_account_name: subscription === '' ? accountName : '',
    billing_account_id: '',
    owner: '',
    tags: {},
    attributes: attributes({ ...figures, ...more }),
    relations: [],
  }
}
