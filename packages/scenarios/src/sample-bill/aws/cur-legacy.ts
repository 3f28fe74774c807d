/**
 * The legacy Cost and Usage Report. Its columns are those that have a value somewhere in the month, so they differ from
 * month to month: a commitment, a tag or a discount adds columns. Parquet names them differently.
 */
import type { Granularity } from '../charges.ts'
import type { ColumnType, FlatRow, SampleTable } from '../table.ts'
import { monthsOf, type SampleWorld } from '../world.ts'
import { curLines } from './cur-lines.ts'

const groups = ['identity', 'bill', 'lineItem', 'product', 'pricing', 'reservation', 'savingsPlan', 'resourceTags']

/** In every report, with or without a value. */
const always = [
  'lineItem/AvailabilityZone',
  'lineItem/NormalizationFactor',
  'lineItem/NormalizedUsageAmount',
  'lineItem/ResourceId',
  'lineItem/TaxType',
  'lineItem/UnblendedRate',
  'lineItem/UsageType',
  'pricing/publicOnDemandCost',
  'pricing/publicOnDemandRate',
  'pricing/term',
  'pricing/unit',
]

interface CurOptions {
  granularity: Granularity
  /** As in the report's CSV ("lineItem/UnblendedCost") or in its Parquet ("line_item_unblended_cost"). */
  spelling: 'csv' | 'parquet'
}

export function curLegacyTables(world: SampleWorld, { granularity, spelling }: CurOptions): SampleTable[] {
  return monthsOf(world).map((month) => {
    const lines = () => curLines(world, month, granularity)
    const names = columnsOf(lines())
    const spelled = new Map(names.map((name) => [name, spelling === 'csv' ? name : snakeCase(name)]))
    // Tags that differ only in case are one column in Parquet.
    const types = new Map(names.map((name) => [spelled.get(name) ?? name, typeOf(name)]))
    return {
      name: `cost-and-usage-${month.slice(0, 7)}`,
      month,
      columns: [...types].map(([name, type]) => ({ name, type })),
      rows: spelling === 'csv' ? lines : () => renamed(lines(), spelled),
    }
  })
}

function columnsOf(lines: Iterable<FlatRow>): string[] {
  const names = new Set(always)
  for (const line of lines) for (const name in line) if (line[name]) names.add(name)
  const rank = (name: string) => groups.indexOf(name.slice(0, name.indexOf('/')))
  return [...names].toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

function* renamed(lines: Iterable<FlatRow>, spelled: Map<string, string>): Generator<FlatRow> {
  for (const line of lines) {
    yield Object.fromEntries(Object.entries(line).map(([name, value]) => [spelled.get(name) ?? name, value]))
  }
}

/** "reservation/ReservationARN" is reservation_reservation_a_r_n. */
export function snakeCase(name: string): string {
  return name
    .replace(/^resourceTags\/(\w+):/, 'resource_tags_$1_')
    .replace('/', '_')
    .replace(/(?<=[a-z0-9_])([A-Z])|(?<=[A-Z])([A-Z])/g, '_$&')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()
}

export function typeOf(name: string): ColumnType {
  if (/(?:StartDate|EndDate)$/.test(name)) return 'time'
  if (
    /(?:Cost|CostForUsage|FeeForUsage|FeeForBillingPeriod|CommitmentForBillingPeriod|CommitmentToDate|UsedCommitment|RecurringFee|UpfrontValue|Amount|Quantity|NormalizationFactor)$/.test(
      name,
    )
  )
    return 'amount'
  return 'text'
}
