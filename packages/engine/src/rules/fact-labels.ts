/** What the facts are called in sentences, and which of them a bill alone can answer. */
import { type FactName, ledgerFactNames } from '@kept/domain/facts.ts'
import { isOneOf } from '@kept/foundation/narrow.ts'

export const factLabels: Record<FactName, string> = {
  resource_usage: 'usage by resource',
  commitment_usage: 'commitment discounts',
  service_day: 'daily cost by service',
  resource_week: 'hourly cost by resource',
  meter_day: 'daily cost by meter',
  tag_usage: 'tags',
  on_demand_hour: 'on-demand usage by hour',
  resource_metric: 'utilization metrics',
  inventory: 'a resource inventory',
  unit_price: 'unit prices',
}

export function isOfBill(name: FactName): boolean {
  return isOneOf(ledgerFactNames, name)
}
