/** What the scale benchmark asks, beyond the questions of `cube`: the way down to a resource, and a whole month as CSV. */
import { type CostQuery, costQuerySchema } from '@kept/domain/cost-query.ts'
import { csvDataLine } from '@kept/foundation/csv/write.ts'
import { exploreRows } from '@kept/store/ledger/explore.ts'
import { listValues } from '@kept/store/ledger/values.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { type Question, questions, scope, tenantFilter } from './cube.ts'

const april = { start_date: '2026-04-01', end_date: '2026-05-01' }
const ofApril = "charge_date >= '2026-04-01' AND charge_date < '2026-05-01'"
const service = { dimension: 'service', op: 'is', values: ['Amazon Service 4'] } as const

const aprilQuery = (question: object): CostQuery => costQuerySchema.parse({ ...april, ...question })

async function askRows(warehouse: Warehouse, loads: readonly string[], query: CostQuery): Promise<number> {
  const { rows } = await exploreRows(warehouse, scope, loads, query)
  let bytes = 0
  for await (const { keys, values, period } of rows)
    bytes += csvDataLine([period ?? '', ...Object.values(keys), ...Object.values(values).map(String)], '\n').length
  return bytes
}

/** Every resource of an account and a service by day, costliest service first: the last step of a drill down. */
const drill: Question = {
  name: 'drill down: resources of a service in an account by day, one month',
  runQuery: (warehouse, loads) =>
    askRows(
      warehouse,
      loads,
      aprilQuery({
        group_by: ['resource'],
        grain: 'day',
        filters: [service, { dimension: 'sub_account', op: 'is', values: ['acct-4'] }],
      }),
    ),
  bareSql: `SELECT BillingCurrency, ResourceId, charge_date, sum(effective) AS cost FROM cost_daily_resource
    WHERE ${tenantFilter} AND ${ofApril} AND ServiceName = 'Amazon Service 4' AND SubAccountId = 'acct-4'
    GROUP BY 1, 2, 3 ORDER BY 1, cost DESC`,
}

const resourceValues: Question = {
  name: 'values of resources, searched',
  runQuery: (warehouse, loads) =>
    listValues(warehouse, scope, loads, { key: 'resource', search: 'name-10', limit: 50 }),
  bareSql: `SELECT value, any(name), sum(effective) AS cost FROM cost_value WHERE ${tenantFilter}
    AND dimension = 'resource' AND (value ILIKE '%name-10%' OR name ILIKE '%name-10%')
    GROUP BY value ORDER BY cost DESC LIMIT 50`,
}

export const scaleQuestions: readonly Question[] = [...questions, drill, resourceValues]

export const monthAsCsv: Question = {
  name: 'a month as CSV: every resource, service and account by day',
  runQuery: (warehouse, loads) =>
    askRows(warehouse, loads, aprilQuery({ group_by: ['resource', 'service', 'sub_account'], grain: 'day' })),
  bareSql: `SELECT BillingCurrency, ResourceId, ServiceName, SubAccountId, charge_date, sum(effective) AS cost
    FROM cost_daily_resource WHERE ${tenantFilter} AND ${ofApril} GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, cost DESC`,
}
