/**
 * The additive figures, and how each is read from one cost line. The roll-ups store their sums under the same names, so
 * a query is the same for every table. Measures consist of these (measure-sql.ts).
 */
import { keysOf } from '@kept/foundation/keys.ts'
export const parts = {
  billed: 'BilledCost',
  effective: 'EffectiveCost',
  contracted: 'ContractedCost',
  list: 'ListCost',
  quantity: 'ConsumedQuantity',
  pricing_quantity: 'PricingQuantity',
  // Some bills have a list cost of 0 for charges with a cost (spot): then no list price is known.
  savings_against_list: 'if(ListCost = 0 AND EffectiveCost > 0, NULL, ListCost - EffectiveCost)',
  // A rate compares only lines that have both figures: a missing figure must not look like a saving.
  list_where_effective: 'if(isNull(EffectiveCost) OR ListCost = 0 AND EffectiveCost > 0, NULL, ListCost)',
  effective_where_contracted: 'if(isNull(ContractedCost), NULL, EffectiveCost)',
  contracted_where_effective: 'if(isNull(EffectiveCost), NULL, ContractedCost)',
  effective_where_quantity: 'if(isNull(ConsumedQuantity), NULL, EffectiveCost)',
  quantity_where_effective: 'if(isNull(EffectiveCost), NULL, ConsumedQuantity)',
} as const

export type Part = keyof typeof parts
export const partNames = keysOf(parts)
