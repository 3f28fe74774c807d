import type { InventoryItem } from '@kept/domain/resource.ts'

/** What the inventory says of one thing beside the usual; `busy`: its metrics are those of its neighbors all the same. */
export type Special = Partial<
  Pick<InventoryItem, 'state' | 'state_since' | 'attributes' | 'relations' | 'created_at'>
> & {
  isBusy?: true
}
