/** An inventory item of AWS, with what all of them share. */
import type { InventoryItem } from '@kept/domain/resource.ts'
import type { SyncLocation } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import { oneLine } from '../../../live-item.ts'
import { partitionOf } from '../partition.ts'

export const tagListSchema = z
  .array(z.object({ Key: z.string().nullish(), Value: z.string().nullish() }))
  .nullish()
  .transform((tags) => Object.fromEntries((tags ?? []).flatMap(({ Key, Value }) => (Key ? [[Key, Value ?? '']] : []))))

/** A date of the SDK, or the text of one. */
export const dateSchema = z
  .union([z.date(), z.string(), z.number()])
  .nullish()
  .transform((value) => {
    if (value === null || value === undefined) return undefined
    const date = new Date(value)
    return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
  })

/** `resource_id` as AWS bills write it, so that bill and inventory meet in one resource. */
export function awsItem(
  { accountId, accountName, region }: SyncLocation,
  item: Partial<InventoryItem> & Pick<InventoryItem, 'resource_id' | 'type' | 'service'>,
): InventoryItem {
  const tags = item.tags ?? {}
  return {
    provider: 'aws',
    size: '',
    state: '',
    attributes: {},
    relations: [],
    billing_account_id: '',
    sub_account_id: accountId,
    sub_account_name: accountName,
    region,
    ...item,
    owner: item.owner ?? tags.owner ?? tags.Owner ?? '',
    name: oneLine(item.name ?? tags.Name ?? ''),
    tags,
  }
}

export function arn({ region, accountId }: SyncLocation, service: string, resource: string): string {
  return `arn:${partitionOf(region)}:${service}:${region}:${accountId}:${resource}`
}
