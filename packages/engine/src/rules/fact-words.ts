/** What the facts are called in sentences, and which of them a bill alone can answer. */
import { type FactName, ledgerFactNames } from '@kept/domain/facts.ts'

export const factWords: Record<FactName, string> = {
  resource_use: 'usage by resource',
  commitment_use: 'commitment discounts',
  service_day: 'daily cost by service',
  resource_week: 'hourly cost by resource',
  meter_day: 'daily cost by meter',
  tag_use: 'tags',
  on_demand_hour: 'on-demand usage by hour',
  resource_metric: 'utilisation metrics',
  inventory: 'an inventory of resources',
  unit_price: 'unit prices',
}

export function isOfBill(name: FactName): boolean {
  return (ledgerFactNames as readonly FactName[]).includes(name)
}
