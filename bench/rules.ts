/**
 * The rules over a large estate with a month of hourly metrics: facts read, rules run; against the bare engine's scan of
 * the same points. Made by the engine: one machine a resource, its bill by the day, its CPU by the hour.
 */
import { join } from 'node:path'
import type { Facts } from '@kept/domain/facts.ts'
import { ledgerFactNames } from '@kept/domain/facts.ts'
import { allRules } from '@kept/engine/rules/all.ts'
import { runRules } from '@kept/engine/rules/run-rules.ts'
import { readFacts } from '@kept/store/ledger/facts/read-facts.ts'
import { rollUpLoads } from '@kept/store/ledger/roll-up.ts'
import { readResourceMetrics } from '@kept/store/metrics/metric-facts.ts'
import { rollUpMetrics } from '@kept/store/metrics/roll-up.ts'
import { readContractPrices } from '@kept/store/prices/contract-prices.ts'
import { publicPrices } from '@kept/store/prices/public-prices.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { openEmbeddedWarehouse } from '@kept/store/warehouse/open-embedded.ts'
import { type Benchmark, timed } from './benchmark.ts'

const resources = Number(process.env.BENCH_RESOURCES ?? 100_000)
const days = 30
const scope = { organizationId: '00000000-0000-4000-8000-000000000001' }
const load = 'bench'
const writeVersion = 1

export const rulesBenchmark: Benchmark = {
  name: 'rules',
  title: `Rules: ${resources.toLocaleString('en-US')} resources, ${days} days of hourly metrics`,
  async run({ scratch, print }) {
    const { warehouse, engine } = await openEmbeddedWarehouse({
      folder: join(scratch, 'warehouse'),
      logFolder: join(scratch, 'logs'),
      memoryBytes: 6 * 1024 ** 3,
    })
    try {
      print('making a bill and metrics ...')
      await makeBill(warehouse)
      await rollUpLoads(warehouse, scope, [load])
      for (let day = 0; day < days; day += 1) await makeMetrics(warehouse, day)
      print('rolling metrics up ...')
      const rolled = await timed(() => rollUpMetrics(warehouse, scope, dayNames(), writeVersion))
      print(`rolled up in ${(rolled / 1000).toFixed(1)} s`)
      let facts: Partial<Facts> = {}
      let recommendations = 0
      const read = await timed(async () => {
        const ledger = await readFacts(warehouse, scope, { loadIds: [load], names: ledgerFactNames })
        const window = ledger?.window ?? { from: '2026-06-01', to: '2026-07-01', days, daysWithCharges: days }
        const metrics = await readResourceMetrics(warehouse, scope, window.to)
        const prices = await readContractPrices(warehouse, scope, [load], window)
        facts = {
          ...ledger?.facts,
          ...(metrics && { resource_metric: metrics }),
          unit_price: [...prices, ...publicPrices()],
        }
      })
      const evaluated = await timed(async () => {
        const window = { from: '2026-06-01', to: '2026-07-01', days, daysWithCharges: days }
        recommendations = runRules(allRules, { facts, window }).recommendations.length
      })
      const bareScanMs = await timed(() => bareScan(warehouse))
      const all = read + evaluated
      return {
        description: `One machine a resource, charged by the day; ${(resources * days * 24).toLocaleString('en-US')} points of CPU. ${allRules.length} rules, ${recommendations.toLocaleString('en-US')} recommendations. The bare engine reads the same points and works out mean, percentiles and maximum for each resource.`,
        head: ['facts read, s', 'rules run, s', 'together, s', 'bare scan, s', 'ratio'],
        rows: [
          [read, evaluated, all, bareScanMs].map((ms) => (ms / 1000).toFixed(1)).concat((all / bareScanMs).toFixed(2)),
        ],
        notes: [
          'Figure to reach: together under 60 s on two cores.',
          `Days rolled up from the points, once when they come in: ${(rolled / 1000).toFixed(1)} s.`,
        ],
      }
    } finally {
      await warehouse.close()
      await engine.stop()
    }
  },
}

/** A machine each: one in ten of them idle, three in ten too large, in four sizes. */
function makeBill(warehouse: Warehouse): Promise<void> {
  return warehouse.execute(
    scope,
    `INSERT INTO cost_line (organization_id, load_id, billing_period, charge_date, BillingCurrency, BillingPeriodStart,
       BillingPeriodEnd, BillingAccountId, SubAccountId, SubAccountName, ServiceProviderName, ServiceName, ServiceCategory,
       RegionId, ResourceId, ResourceName, ResourceType, ChargeCategory, ChargeDescription, PricingCategory, PricingUnit,
       PricingQuantity, SkuMeter, SkuPriceId, SkuPriceDetails, ChargePeriodStart, ChargePeriodEnd, BilledCost, EffectiveCost,
       ContractedCost, ListCost, Tags)
     WITH number % {resources:UInt64} AS n, intDiv(number, {resources:UInt64}) AS d, n % 4 AS s,
       ['m6i.large', 'm6i.xlarge', 'm6i.2xlarge', 'r6i.xlarge'][s + 1] AS type,
       toDecimal64([2.304, 4.608, 9.216, 6.048][s + 1], 3) AS cost
     SELECT {organization_id:UUID}, '${load}', toDate('2026-06-01'), toDate('2026-06-01') + d, 'USD',
       toDateTime('2026-06-01', 'UTC'), toDateTime('2026-07-01', 'UTC'), '1', toString(n % 60), concat('account ', toString(n % 60)),
       'AWS', 'Amazon Elastic Compute Cloud', 'Compute', 'us-east-1', concat('i-', lower(hex(n + 1000000))), concat('machine-', toString(n)),
       'EC2 instance', 'Usage', concat('On Demand Linux ', type), 'Standard', 'Hours', 24, concat('BoxUsage:', type), concat('price-', type),
       concat('{"InstanceType":"', type, '"}'), toDateTime('2026-06-01', 'UTC') + d * 86400, toDateTime('2026-06-02', 'UTC') + d * 86400,
       cost, cost, cost, cost, map('env', 'prod')
     FROM numbers({resources:UInt64} * ${days})`,
    { resources },
    { settings: { max_partitions_per_insert_block: '1000' } },
  )
}

function makeMetrics(warehouse: Warehouse, day: number): Promise<void> {
  return warehouse.execute(
    scope,
    `INSERT INTO metric_point (organization_id, resource_id, metric, unit, at, seconds, value, least, most, written)
     WITH intDiv(number, 24) AS n, number % 24 AS h,
       [2., 12., 25., 38., 60., 65., 70., 55., 62., 58.][n % 10 + 1] AS level,
       level * (0.6 + 0.4 * (1 - cos(h / 24 * 6.283)) / 2) + (cityHash64(n, h, {day:UInt32}) % 100) / 100 AS v
     SELECT {organization_id:UUID}, concat('i-', lower(hex(n + 1000000))), 'cpu_utilization', 'percent',
       toDateTime('2026-06-01', 'UTC') + {day:UInt32} * 86400 + h * 3600, 3600, v, v, v, ${writeVersion}
     FROM numbers({resources:UInt64} * 24)`,
    { resources, day },
  )
}

function bareScan(warehouse: Warehouse): Promise<unknown> {
  return warehouse.query(
    scope,
    `SELECT count(), sum(p99) FROM (
       SELECT resource_id, avg(value), quantilesTDigest(0.5, 0.95, 0.99)(toFloat32(value)) AS q, q[3] AS p99, max(most)
       FROM metric_point FINAL WHERE organization_id = {organization_id:UUID} AND metric = 'cpu_utilization'
       GROUP BY resource_id)`,
  )
}

function dayNames(): string[] {
  return Array.from({ length: days }, (_, day) => `2026-06-${String(day + 1).padStart(2, '0')}`)
}
