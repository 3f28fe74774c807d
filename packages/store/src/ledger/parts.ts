/**
 * The figures that can be added up, and what each is of one cost line. The roll-ups hold their sums under the same
 * names, so a question is the same whichever table answers it. Measures are made of these (measure-sql.ts).
 */
export const parts = {
  billed: 'BilledCost',
  effective: 'EffectiveCost',
  contracted: 'ContractedCost',
  list: 'ListCost',
  quantity: 'ConsumedQuantity',
  pricing_quantity: 'PricingQuantity',
  // Some bills write a list cost of 0 for what costs something (spot): no list price is known then.
  savings_against_list: 'if(ListCost = 0 AND EffectiveCost > 0, NULL, ListCost - EffectiveCost)',
  // A rate compares only lines that say both figures: what the bill does not say must not look like a saving.
  effective_where_contracted: 'if(isNull(ContractedCost), NULL, EffectiveCost)',
  contracted_where_effective: 'if(isNull(EffectiveCost), NULL, ContractedCost)',
  effective_where_quantity: 'if(isNull(ConsumedQuantity), NULL, EffectiveCost)',
  quantity_where_effective: 'if(isNull(EffectiveCost), NULL, ConsumedQuantity)',
} as const

export type Part = keyof typeof parts
export const partNames = Object.keys(parts) as Part[]
