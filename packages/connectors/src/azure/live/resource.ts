/** A resource as Resource Graph and Resource Manager describe it, and an inventory item of Azure. */
import type { InventoryItem } from '@kept/domain/resource.ts'
import type { SyncLocation } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import { oneLine, readFields, tagsOf } from '../../live-item.ts'

export const azureResourceSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  location: z.string().nullish(),
  kind: z.string().nullish(),
  managedBy: z.string().nullish(),
  sku: z
    .object({ name: z.string().nullish(), tier: z.string().nullish(), capacity: z.number().nullish() })
    .nullish()
    .catch(undefined),
  tags: z.record(z.string(), z.string().nullable()).nullish(),
  identity: z.object({ type: z.string().nullish() }).nullish().catch(undefined),
  zones: z.array(z.string()).nullish().catch(undefined),
  properties: z.record(z.string(), z.unknown()).nullish(),
})
export type AzureResource = z.output<typeof azureResourceSchema>

/** What of the properties is read; a property that is not as documented reads as absent. */
export function readProperties<Shape extends z.ZodRawShape>(
  { properties }: AzureResource,
  shape: Shape,
): Partial<z.output<z.ZodObject<Shape>>> {
  return readFields(properties ?? {}, shape)
}

export function azureItem(
  resource: AzureResource,
  { accountId, accountName }: SyncLocation,
  item: Partial<InventoryItem> & Pick<InventoryItem, 'type' | 'service'>,
): InventoryItem {
  const tags = tagsOf(resource.tags)
  return {
    provider: 'azure',
    resource_id: resource.id,
    name: oneLine(resource.name),
    size: resource.sku?.name ?? '',
    state: '',
    attributes: {},
    relations: [],
    billing_account_id: '',
    sub_account_id: accountId,
    sub_account_name: accountName,
    region: resource.location ?? '',
    owner: tags.owner ?? tags.Owner ?? '',
    tags,
    ...item,
  }
}

/** The network interface of ".../networkInterfaces/a/ipConfigurations/b": the part of a resource that holds it. */
export function ownerOf(id: string): string {
  return id.replace(
    /\/(?:ipConfigurations|frontendIPConfigurations|gatewayIPConfigurations|bindingIPConfigurations)\/.*$/i,
    '',
  )
}
