/** The lines of a bill that a rule cares about, gathered by the resource they were charged for. */
import type { ResourceUse } from '@kept/domain/facts.ts'
import { add, compare, type Decimal, sum } from '@kept/foundation/decimal.ts'
import type { ChargeLocation } from '../define-rule.ts'
import { groupRows } from './group-rows.ts'

export interface UsageOfResource {
  location: ChargeLocation
  tags: Record<string, string>
  rows: ResourceUse[]
  effective: Decimal
  firstDay: string
  lastDay: string
  /** The longest of its meters: a resource with three meters did not live three times. */
  days: number
  hours: number
}

/** One entry per resource with at least one matching line, in order of first appearance. */
export function usageByResource(
  rows: readonly ResourceUse[],
  matches: (row: ResourceUse) => boolean,
): UsageOfResource[] {
  // Lines without a resource belong to their service and place.
  const keyOf = (row: ResourceUse) =>
    row.resource_id
      ? [row.currency, row.provider, row.resource_id]
      : [row.currency, row.provider, row.billing_account_id, row.sub_account_id, row.service, row.region]
  return groupRows(rows.filter(matches), keyOf).map(gathered)
}

function gathered(rows: ResourceUse[]): UsageOfResource {
  // The line that cost most names the place: a resource's side meters are sometimes booked elsewhere.
  const main = rows.reduce((a, b) => (Number(b.effective) > Number(a.effective) ? b : a))
  return {
    location: locationOf(main),
    tags: tagsOf(rows),
    rows,
    effective: sum(rows.map((row) => row.effective)),
    firstDay: rows.reduce((day, row) => (row.first_day < day ? row.first_day : day), main.first_day),
    lastDay: rows.reduce((day, row) => (row.last_day > day ? row.last_day : day), main.last_day),
    days: Math.max(...rows.map((row) => row.days)),
    hours: Math.max(...rows.map((row) => row.hours)),
  }
}

/** The latest line counts, by its date and not by its order in the bill. */
function tagsOf(rows: readonly ResourceUse[]): Record<string, string> {
  const [first, ...otherRows] = rows
  if (!first || otherRows.every((row) => row.tags === first.tags)) return first?.tags ?? {}
  const texts = rows.map((row) => [row.last_day, JSON.stringify(row.tags), row.tags] as const)
  const sorted = texts.toSorted((a, b) => order(a[0], b[0]) || order(a[1], b[1]))
  const merged: Record<string, string> = Object.assign({}, ...sorted.map(([, , tags]) => tags))
  return Object.fromEntries(Object.entries(merged).sort(([a], [b]) => order(a, b)))
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The line that cost most stands for the resource; between equals the name of its type decides. */
export function mainRow(rows: readonly [ResourceUse, ...ResourceUse[]] | readonly ResourceUse[]): ResourceUse {
  return rows.reduce((a, b) => {
    const sign = compare(b.effective, a.effective) || order(a.instance_type, b.instance_type) || order(a.meter, b.meter)
    return sign > 0 ? b : a
  })
}

/** The place of a row of facts, and of nothing else it holds. */
export function locationOf(
  row: Omit<ChargeLocation, 'resource_id' | 'resource_name' | 'resource_type'> & Partial<ChargeLocation>,
): ChargeLocation {
  const { currency, provider, billing_account_id, sub_account_id, sub_account_name, region, service } = row
  const { resource_id = '', resource_name = '', resource_type = '' } = row
  return {
    currency,
    provider,
    billing_account_id,
    sub_account_id,
    sub_account_name,
    region,
    service,
    resource_id,
    resource_name,
    resource_type,
  }
}

/** All quantities together; null when not one is known. */
export function quantityOf(rows: readonly { quantity: Decimal | null }[]): Decimal | null {
  return rows.reduce<Decimal | null>(
    (total, { quantity }) => (quantity === null ? total : add(total ?? '0', quantity)),
    null,
  )
}

/** What was paid at on-demand price: a commitment's share goes on costing whether or not the resource stays. */
export function onDemandCost(rows: readonly ResourceUse[]): Decimal {
  return sum(rows.filter((row) => row.commitment_id === '').map((row) => row.effective))
}
