/** Machines on the bill: which exist, and in which hours each ran at what cost. */
import type { RunningHour } from '@kept/domain/environment.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { ofLoads } from '../ledger/roll-up-sql.ts'
import type { Warehouse } from '../warehouse/client.ts'

export interface Machine {
  resource_id: string
  resource_name: string
  resource_type: string
  provider: string
  sub_account_name: string
  region: string
  tags: Record<string, string>
  currency: string
  /** UTC days of the first and last charge. */
  first_day: string
  last_day: string
}

const unit = "lower(if(PricingUnit != '', PricingUnit, ConsumedUnit))"
const length = "dateDiff('second', ChargePeriodStart, ChargePeriodEnd) / 3600"
/**
 * "Hrs", "1 Hour", "vCPU-Hours", "Seconds": units of running machines, which a gigabyte month is not. On a bill without
 * units, hourly charges count.
 */
const isByTime = `(match(${unit}, 'h(ou)?rs?\\\\b|hour|second|\\\\bmin(ute)?s?\\\\b') OR (${unit} = '' AND ${length} <= 1))`
/** Addresses, gateways and licenses are also charged by the hour, but are not environments that developers use. */
const noMachine = `match(concat(x_columns['x_UsageType'], ' ', SkuMeter, ' ', ChargeDescription),
  '(?i)NatGateway|LoadBalancer|LCUUsage|IdleAddress|PublicIPv4|VpcEndpoint|\\\\bDisk|Snapshot|Backup|Storage|Data ?Transfer|Licens')`
const machineTime = `${isByTime} AND NOT ${noMachine}`
const quantity = 'toFloat64(coalesce(PricingQuantity, ConsumedQuantity, 0))'
/** Hours that a line reports as used, at most its length: a unit may count cores. */
const hours = `least(${length}, multiIf(${unit} = '', ${length}, match(${unit}, 'second'), ${quantity} / 3600,
  match(${unit}, '\\\\bmin'), ${quantity} / 60, ${quantity}))`

/** The current name of a renamed resource. */
const newest = (column: string) => `argMaxIf(${column}, ChargePeriodStart, ${column} != '')`

export async function listMachines(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  signal?: AbortSignal,
): Promise<Machine[]> {
  return warehouse.query<Machine>(
    scope,
    `SELECT ResourceId AS resource_id, ${newest('ResourceName')} AS resource_name,
      ${newest('ResourceType')} AS resource_type, ${newest('ServiceProviderName')} AS provider,
      ${newest('SubAccountName')} AS sub_account_name, ${newest('RegionId')} AS region,
      argMax(Tags, ChargePeriodStart) AS tags, BillingCurrency AS currency,
      toString(min(charge_date)) AS first_day, toString(max(charge_date)) AS last_day
    FROM cost_line
    WHERE ${ofLoads} AND ChargeCategory = 'Usage' AND ResourceId != '' AND ${machineTime}
    GROUP BY resource_id, currency ORDER BY resource_id, currency`,
    { load_ids: loadIds },
    { signal },
  )
}

/** Resources per query: their hours of a quarter take a few megabytes. */
const atOnce = 200

/** Times in milliseconds since 1970; other charges of a machine have no hours. One batch at a time. */
export async function* readRunningHours(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  machines: readonly Pick<Machine, 'resource_id'>[],
  { from, to }: { from: string; to: string },
  signal?: AbortSignal,
): AsyncGenerator<RunningHour> {
  const ids = [...new Set(machines.map(({ resource_id }) => resource_id))]
  for (let offset = 0; offset < ids.length; offset += atOnce) {
    const rows = await warehouse.query<HoursOfMachine>(
      scope,
      `SELECT resource_id, currency, groupArray((start, end, ran, cost)) AS hours FROM (
        SELECT ResourceId AS resource_id, BillingCurrency AS currency, toUnixTimestamp(ChargePeriodStart) AS start,
          toUnixTimestamp(ChargePeriodEnd) AS end, max(if(${machineTime}, ${hours}, 0)) AS ran,
          toString(sum(EffectiveCost)) AS cost
        FROM cost_line
        WHERE ${ofLoads} AND ChargeCategory = 'Usage' AND charge_date >= {from:Date} AND charge_date < {to:Date}
          AND ResourceId IN {ids:Array(String)}
        GROUP BY resource_id, currency, start, end
      ) GROUP BY resource_id, currency ORDER BY resource_id, currency`,
      { load_ids: loadIds, ids: ids.slice(offset, offset + atOnce), from, to },
      { signal },
    )
    for (const { resource_id, currency, hours: all } of rows) {
      for (const [start, end, ran, cost] of all) {
        yield {
          environment_id: resource_id,
          start: start * 1000,
          end: end * 1000,
          hours: Math.max(0, ran),
          cost,
          currency,
        }
      }
    }
  }
}

interface HoursOfMachine {
  resource_id: string
  currency: string
  hours: [start: number, end: number, ran: number, cost: string | null][]
}
