/** The statements that fill the roll-ups. All take `{load_ids:Array(String)}` and write complete loads. */
import { type Dimension, dimensionNames, dimensions } from '@kept/domain/cube.ts'
import { type Part, partNames, parts } from './parts.ts'
import { dailyColumns, nameColumnOf, placeColumns, resourceColumns } from './roll-up-columns.ts'

export const ofLoads = 'organization_id = {organization_id:UUID} AND load_id IN {load_ids:Array(String)}'

/**
 * Whether every line of these loads has every figure: then the sums over lines with another figure are the plain sums.
 * A row for each shard, `is_complete` 1 for yes.
 */
export function completenessSql(): string {
  const completeColumns = ['EffectiveCost', 'ContractedCost', 'ListCost', 'ConsumedQuantity'].map(
    (name) => `count(l.${name}) = count()`,
  )
  const hasListCosts = 'countIf(l.ListCost = 0 AND l.EffectiveCost > 0) = 0'
  return `SELECT ${[...completeColumns, hasListCosts].join(' AND ')} AS is_complete
    FROM (SELECT * FROM cost_line WHERE ${ofLoads}) AS l`
}

/** The sums that follow from the others where every line has every figure. */
const derived: Partial<Record<Part, string>> = {
  savings_against_list: 'list - effective',
  list_where_effective: 'list',
  effective_where_contracted: 'effective',
  contracted_where_effective: 'contracted',
  effective_where_quantity: 'effective',
  quantity_where_effective: 'quantity',
}

/**
 * Hours of a day with the same resource, price and tags become one row. A line of a day or longer rarely has a
 * duplicate: it is copied, because grouping it would cost several times as much and save nothing. Grouping time depends
 * on key length, so keys are compared by two independent hashes (128 bits). Each column is hashed by itself first: a
 * dictionary-encoded one then costs one hash per value instead of one per row.
 */
export function fillResources(isComplete: boolean): string {
  const names = [...placeColumns, ...dailyColumns, ...resourceColumns]
  const keys = names.join(', ')
  const hashed = (hash: string) => `${hash}(${names.map((name) => `${hash}(l.${name})`).join(', ')})`
  const values = names.map((name) => `${anyOf(name)} AS ${name}`)
  const long = 'ChargePeriodEnd >= ChargePeriodStart + INTERVAL 1 DAY'
  const isDerived = (name: Part) => isComplete && name in derived
  const sums = partNames.filter((name) => !isDerived(name)).map((name) => `sum(${parts[name]}) AS ${name}`)
  const figures = partNames.map((name) => (isDerived(name) ? `${derived[name]} AS ${name}` : name))
  const copies = partNames.map((name) => `${parts[name]} AS ${name}`)
  return `INSERT INTO cost_daily_resource (${keys}, lines, ${partNames.join(', ')})
    SELECT ${keys}, lines, ${figures.join(', ')} FROM (
      SELECT ${values.join(', ')}, count() AS lines, ${sums.join(', ')}
      FROM (SELECT * FROM cost_line WHERE ${ofLoads} AND NOT (${long})) AS l
      GROUP BY ${hashed('cityHash64')}, ${hashed('xxHash64')})
    UNION ALL SELECT ${keys}, 1 AS lines, ${copies.join(', ')}
    FROM cost_line WHERE ${ofLoads} AND ${long}`
}

/** The engine keeps `any` of a map as a tree of values, and an array of maps as bytes: a tenth less for the statement. */
function anyOf(name: string): string {
  return name === 'Tags' ? 'groupArray(1)(l.Tags)[1]' : `any(l.${name})`
}

export function fillDays(): string {
  const keys = [...placeColumns, ...dailyColumns].join(', ')
  // Sums that are named like their columns must be sums of the columns: they are qualified.
  const sums = ['lines', ...partNames].map((name) => `sum(r.${name}) AS ${name}`).join(', ')
  return `INSERT INTO cost_daily (${keys}, lines, ${partNames.join(', ')})
    SELECT ${keys}, ${sums} FROM cost_daily_resource AS r WHERE ${ofLoads} GROUP BY ${keys}`
}

export function fillValues(): string {
  const columns =
    'organization_id, dimension, value, name, load_id, billing_period, currency, provider, service, lines, effective'
  const selects = [...dimensionNames.filter((name) => dimensions[name].level !== 'lines').map(valuesOf), tagValues]
  return `INSERT INTO cost_value (${columns}) ${selects.join('\nUNION ALL ')}`
}

function valuesOf(dimension: Dimension): string {
  const { column, level } = dimensions[dimension]
  const table = level === 'daily' ? 'cost_daily' : 'cost_daily_resource'
  const service = level === 'resource' ? 'argMax(ServiceName, (r.lines, ServiceName))' : "''"
  return `SELECT organization_id, '${dimension}', toString(${column}) AS value, toString(${nameColumnOf(dimension) ?? "''"}) AS name,
      load_id, billing_period, BillingCurrency, argMax(ServiceProviderName, (r.lines, ServiceProviderName)), ${service}, sum(r.lines), sum(r.effective)
    FROM ${table} AS r WHERE ${ofLoads} GROUP BY organization_id, value, name, load_id, billing_period, BillingCurrency`
}

const tagValues = `SELECT organization_id, concat('tag:', key), value, '', load_id, billing_period, BillingCurrency,
      argMax(ServiceProviderName, (r.lines, ServiceProviderName)), '', sum(r.lines), sum(r.effective)
    FROM cost_daily_resource AS r ARRAY JOIN mapKeys(Tags) AS key, mapValues(Tags) AS value
    WHERE ${ofLoads} GROUP BY organization_id, key, value, load_id, billing_period, BillingCurrency`
