import type { CostAllocation } from '@kept/contract/routes/billing/cost-allocation.ts'

/** The name of a group; what has none, and the sum of small groups, are named too. */
export function allocationName({ key, name, is_other }: CostAllocation['rows'][number]): string {
  if (is_other) return 'Others'
  return name || key || 'Not allocated'
}
