import type { Filter } from '@kept/domain/cube.ts'

/**
 * Leaves out purchases, taxes, credits and adjustments: they are charged once or by the month, so they move between two
 * periods without any change of use. Lines without a category count as usage.
 */
export const usageOnly: Filter = {
  dimension: 'charge_category',
  op: 'is_not',
  values: ['Purchase', 'Tax', 'Credit', 'Adjustment'],
}
