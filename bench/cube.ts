/**
 * Dashboard and explorer questions over ten million lines, against the bare engine's answer to hand-written SQL on the
 * same roll-up, asked in turns through the same client. Half the lines are hours, half are days; made by the engine.
 */
import { join } from 'node:path'
import { type CostQuestion, costQuerySchema } from '@kept/domain/cost-query.ts'
import { explore } from '@kept/store/ledger/explore.ts'
import { findValues } from '@kept/store/ledger/find-values.ts'
import { readSpendOverview } from '@kept/store/ledger/overview.ts'
import { rollUpLoads } from '@kept/store/ledger/roll-up.ts'
import { listValues } from '@kept/store/ledger/values.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { openEmbeddedWarehouse } from '@kept/store/warehouse/open-embedded.ts'
import { type Benchmark, percentile, timed } from './benchmark.ts'
import { generateCostLines } from './cube-lines.ts'

const lines = Number(process.env.BENCH_LINES ?? 10_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 40)
export const scope = { organizationId: '00000000-0000-4000-8000-000000000001' }

/** Asked of Kept, and of the bare engine by hand-written SQL. */
export interface Question {
  name: string
  runQuery(warehouse: Warehouse, loads: string[]): Promise<unknown>
  /** Over `${mine}`: whose lines of which loads. Undefined: nothing to compare with. */
  bareSql?: string
}

export const tenantFilter = 'organization_id = {organization_id:UUID} AND load_id IN {load_ids:Array(String)}'
const april = "charge_date >= '2026-04-01' AND charge_date < '2026-05-01'"
const exploreCosts = (question: CostQuestion) => (warehouse: Warehouse, loads: string[]) =>
  explore(warehouse, scope, loads, costQuerySchema.parse(question), undefined, availableSpan)
/** The span of the loads, which Postgres knows without a query of the warehouse. */
const availableSpan = { from: '2026-02-01', to: '2026-05-02' }
const window = { start_date: '2026-04-01', end_date: '2026-05-01' }

export const questions: readonly Question[] = [
  {
    name: 'overview: 30 days against the 30 before',
    runQuery: (warehouse, loads) =>
      readSpendOverview(warehouse, scope, { loadIds: loads, availableSpan, covered: [availableSpan] }, {}),
    bareSql: `SELECT BillingCurrency, ServiceProviderName, ServiceName, charge_date, sum(billed), sum(effective), sum(contracted),
        sum(list)
      FROM cost_daily WHERE ${tenantFilter} AND charge_date >= '2026-03-03' AND charge_date < '2026-05-02' GROUP BY 1, 2, 3, 4`,
  },
  {
    name: 'by service, everything there is',
    runQuery: exploreCosts({ group_by: ['service'] }),
    bareSql: `SELECT BillingCurrency, ServiceName, sum(effective) AS cost FROM cost_daily WHERE ${tenantFilter}
      GROUP BY 1, 2 ORDER BY 1, cost DESC`,
  },
  {
    name: 'by service and day, top 10, one month',
    runQuery: exploreCosts({ group_by: ['service'], grain: 'day', top: 10, ...window }),
    bareSql: `WITH top AS (SELECT BillingCurrency, ServiceName FROM cost_daily WHERE ${tenantFilter} AND ${april}
        GROUP BY 1, 2 ORDER BY sum(effective) DESC LIMIT 10 BY BillingCurrency)
      SELECT BillingCurrency, if((BillingCurrency, ServiceName) IN top, ServiceName, '(other)') AS service, charge_date,
        sum(effective) FROM cost_daily WHERE ${tenantFilter} AND ${april} GROUP BY 1, 2, 3 ORDER BY 1, 3`,
  },
  {
    name: 'by sub-account and month, billed and list',
    runQuery: exploreCosts({ group_by: ['sub_account'], grain: 'month', measures: ['billed', 'list'] }),
    bareSql: `SELECT BillingCurrency, SubAccountId, any(SubAccountName), toStartOfMonth(charge_date) AS month, sum(billed), sum(list)
      FROM cost_daily WHERE ${tenantFilter} GROUP BY 1, 2, 4 ORDER BY 1, 4`,
  },
  {
    name: 'by region and service against the month before, one provider',
    runQuery: exploreCosts({
      group_by: ['region', 'service'],
      compare: 'previous_period',
      filters: [{ dimension: 'provider', op: 'is', values: ['AWS'] }],
      ...window,
    }),
    bareSql: `SELECT BillingCurrency, RegionId, any(RegionName), ServiceName, sumIf(effective, ${april}),
        sumIf(effective, charge_date < '2026-04-01')
      FROM cost_daily WHERE ${tenantFilter} AND charge_date >= '2026-03-01' AND charge_date < '2026-05-01'
        AND ServiceProviderName = 'AWS' GROUP BY 1, 2, 4 ORDER BY 1, 5 DESC`,
  },
  {
    name: 'by tag, one month',
    runQuery: exploreCosts({ group_by: ['tag:app'], ...window }),
    bareSql: `SELECT BillingCurrency, Tags['app'] AS app, sum(effective) AS cost FROM cost_daily_resource
      WHERE ${tenantFilter} AND ${april} GROUP BY 1, 2 ORDER BY 1, cost DESC`,
  },
  {
    name: 'the 50 costliest resources of a service, one month',
    runQuery: exploreCosts({
      group_by: ['resource'],
      top: 50,
      filters: [{ dimension: 'service', op: 'is', values: ['Amazon Service 4'] }],
      ...window,
    }),
    bareSql: `SELECT BillingCurrency, ResourceId, any(ResourceName), sum(effective) AS cost FROM cost_daily_resource
      WHERE ${tenantFilter} AND ${april} AND ServiceName = 'Amazon Service 4' GROUP BY 1, 2 ORDER BY 1, cost DESC`,
  },
  {
    name: 'values of a dimension, searched',
    runQuery: (warehouse, loads) =>
      listValues(warehouse, scope, loads, { key: 'sub_account', search: 'account 1', limit: 50 }),
  },
  {
    name: 'search over all services, accounts, regions and tags',
    runQuery: (warehouse, loads) =>
      findValues(warehouse, scope, loads, { text: 'account 1', terms: ['account', '1'], limit: 20 }),
  },
]

export const cubeBenchmark: Benchmark = {
  name: 'cube',
  title: `Asking: ${lines.toLocaleString('en-US')} lines`,
  async run({ scratch, print }) {
    const { warehouse, engine } = await openEmbeddedWarehouse({
      folder: join(scratch, 'warehouse'),
      logFolder: join(scratch, 'logs'),
      memoryBytes: 6 * 1024 ** 3,
    })
    try {
      print('making lines ...')
      const loads = await generateCostLines(warehouse, scope, lines)
      const rollUp = await timed(() => rollUpLoads(warehouse, scope, loads))
      print(`rolled up in ${(rollUp / 1000).toFixed(1)} s`)
      const rows = []
      for (const question of questions) rows.push(await measure(warehouse, loads, question))
      return {
        description: `${loads.length} loads of three months, 60 accounts, 36 services, 57,871 resources; each question ${rounds} times, ours and the bare engine's in turns. Times in milliseconds, from the call to the finished answer.`,
        head: ['question', 'Kept p50', 'Kept p95', 'bare p50', 'bare p95', 'p95 ratio'],
        rows,
        notes: [
          `Roll-ups of all lines: ${(rollUp / 1000).toFixed(1)} s, ${await counted(warehouse)}.`,
          'Figures to reach: a p95 ratio of at most 1.3; the overview under 100 ms.',
          'Where the answer has names, totals or an "other" row, ours brings them along; the bare SQL only what it says.',
        ],
      }
    } finally {
      await warehouse.close()
      await engine.stop()
    }
  },
}

async function measure(
  warehouse: Warehouse,
  loads: string[],
  { name, runQuery, bareSql }: Question,
): Promise<string[]> {
  const [keptTimes, bareTimes]: [number[], number[]] = [[], []]
  const queryWithoutScope = async (sql: string) => warehouse.query(scope, sql, { load_ids: loads })
  await runQuery(warehouse, loads)
  for (let round = 0; round < rounds; round += 1) {
    if (bareSql) bareTimes.push(await timed(() => queryWithoutScope(bareSql)))
    keptTimes.push(await timed(() => runQuery(warehouse, loads)))
  }
  const [p50, p95] = [percentile(keptTimes, 0.5), percentile(keptTimes, 0.95)]
  const figures = bareSql ? [percentile(bareTimes, 0.5), percentile(bareTimes, 0.95)] : []
  return [
    name,
    p50.toFixed(1),
    p95.toFixed(1),
    ...(figures.length > 0 ? figures.map((figure) => figure.toFixed(1)) : ['', '']),
    figures[1] ? (p95 / figures[1]).toFixed(2) : '',
  ]
}

async function counted(warehouse: Warehouse): Promise<string> {
  const tables = ['cost_daily', 'cost_daily_resource', 'cost_value']
  const rows = await warehouse.query<{ name: string; rows: number }>(
    scope,
    tables
      .map(
        (name) =>
          `SELECT '${name}' AS name, count() AS rows FROM ${name} WHERE organization_id = {organization_id:UUID}`,
      )
      .join(' UNION ALL '),
  )
  return rows.map((row) => `${row.rows.toLocaleString('en-US')} rows of \`${row.name}\``).join(', ')
}
