import type { InventoryItem } from '@kept/domain/resource.ts'

/** Inventory data of a resource that differs from the default; `isBusy`: its metrics are those of its neighbors. */
export type Special = Partial<
  Pick<InventoryItem, 'state' | 'state_since' | 'attributes' | 'relations' | 'created_at'>
> & {
  isBusy?: true
}
