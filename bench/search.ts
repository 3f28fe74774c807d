/**
 * The search over an estate of 100,000 resources: questions as people type them, through the same function the route
 * calls; against the engine's own query for the same words over the same rows, without ranking, rights or other kinds.
 */
import { join } from 'node:path'
import { permissions } from '@kept/domain/permission.ts'
import { rankFound } from '@kept/domain/search.ts'
import { lookEverywhere } from '@kept/server/search/look.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { openEmbeddedDatabase } from '@kept/store/database/open-embedded.ts'
import { rollUpLoads } from '@kept/store/ledger/roll-up.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { syncResources } from '@kept/store/resources/sync.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { openEmbeddedWarehouse } from '@kept/store/warehouse/open-embedded.ts'
import { type Benchmark, percentile, timed } from './benchmark.ts'

const resources = Number(process.env.BENCH_RESOURCES ?? 100_000)
const load = 'bench'
type Scope = { organizationId: string }

export const searchBenchmark: Benchmark = {
  name: 'search',
  title: `Search: ${resources.toLocaleString('en-US')} resources`,
  async run({ scratch, print }) {
    const logFolder = join(scratch, 'logs')
    const { database, engine: postgres } = await openEmbeddedDatabase({ folder: join(scratch, 'postgres'), logFolder })
    const memoryBytes = 3 * 1024 ** 3
    const { warehouse, engine } = await openEmbeddedWarehouse({
      ...{ folder: join(scratch, 'warehouse'), logFolder, memoryBytes },
    })
    try {
      const { id } = await ensureOrganization(database, { slug: 'bench', name: 'Bench', demo: false })
      const scope = { organizationId: id }
      print('making the bill ...')
      await makeBill(warehouse, scope)
      await rollUpLoads(warehouse, scope, [load])
      await publish(database, scope)
      print('resources and their words ...')
      const synced = await timed(() => syncResources(database, warehouse, scope))
      const resyncMs = await timed(() => syncResources(database, warehouse, scope))
      await makeRecommendations(database, scope)
      const services = { state: { database, warehouse }, now: () => new Date('2026-07-01T00:00:00Z') }
      const search = async (text: string) => {
        // The search takes no more of the state than the two engines.
        const results = await lookEverywhere(services as Parameters<typeof lookEverywhere>[0], scope, permissions, {
          ...{ text, limit: 30 },
        })
        return rankFound(results, 30)
      }
      const questions = makeQuestions()
      print('asking ...')
      for (const text of questions.slice(0, 20)) await search(text)
      const keptTimes: number[] = []
      const bareTimes: number[] = []
      let answered = 0
      for (const text of questions) {
        let hits = 0
        keptTimes.push(
          await timed(async () => {
            hits = (await search(text)).length
          }),
        )
        if (hits > 0) answered += 1
        bareTimes.push(await timed(() => bareQuery(database, scope, text)))
      }
      const row = (name: string, times: number[]) => [
        name,
        ...[percentile(times, 0.5), percentile(times, 0.95), Math.max(...times)].map((ms) => ms.toFixed(1)),
      ]
      return {
        description: `${questions.length} questions, ${answered} of them with an answer: beginnings of names, ids and parts of them, tags, types, services, accounts, several words, words that nearly everything has, and words that nothing has. Ours searches resources, the parts of the bill, recommendations and all named things, and ranks them; the bare query only looks for the first 20 rows of \`resource\` whose text holds the words.`,
        head: ['', 'p50, ms', 'p95, ms', 'slowest, ms'],
        rows: [row('everything, ranked', keptTimes), row('bare query', bareTimes)],
        notes: [
          'To reach: p95 under 100 ms.',
          `Resources synchronized, with their search terms: ${(synced / 1000).toFixed(1)} s; again, with no change: ${(resyncMs / 1000).toFixed(1)} s.`,
        ],
      }
    } finally {
      await warehouse.close()
      await engine.stop()
      await database.close()
      await postgres.stop()
    }
  },
}

/** Machines and disks in sixty accounts, with the tags people give. */
function makeBill(warehouse: Warehouse, scope: Scope): Promise<void> {
  return warehouse.execute(
    scope,
    `INSERT INTO cost_line (organization_id, load_id, billing_period, charge_date, BillingCurrency, BillingPeriodStart,
       BillingPeriodEnd, BillingAccountId, SubAccountId, SubAccountName, ServiceProviderName, ServiceName, RegionId,
       ResourceId, ResourceName, ResourceType, ChargeCategory, ChargePeriodStart, ChargePeriodEnd, BilledCost,
       EffectiveCost, ContractedCost, ListCost, Tags)
     WITH number AS n, toDecimal64(1 + n % 977, 3) AS cost, n % 3 = 0 AS disk
     SELECT {organization_id:UUID}, '${load}', toDate('2026-06-01'), toDate('2026-06-30'), 'USD',
       toDateTime('2026-06-01', 'UTC'), toDateTime('2026-07-01', 'UTC'), '100', toString(100000000000 + n % 60),
       concat('account ', toString(n % 60)), 'AWS', if(disk, 'Amazon Elastic Block Store', 'Amazon Elastic Compute Cloud'),
       ['us-east-1', 'eu-west-1', 'ap-south-1'][n % 3 + 1],
       concat('arn:aws:ec2:us-east-1:', toString(100000000000 + n % 60), if(disk, ':volume/vol-', ':instance/i-'),
         leftPad(lower(hex(cityHash64(n))), 17, '0')),
       concat(if(disk, 'data-', 'web-'), toString(n)), if(disk, 'EBS volume', 'EC2 instance'), 'Usage',
       toDateTime('2026-06-30', 'UTC'), toDateTime('2026-07-01', 'UTC'), cost, cost, cost, cost,
       map('team', concat('team ', toString(n % 40)), 'env', ['prod', 'staging', 'dev'][n % 3 + 1],
         'cost-center', concat('cc-', toString(n % 700)))
     FROM numbers({resources:UInt64})`,
    { resources },
  )
}

async function publish(database: Database, scope: Scope): Promise<void> {
  const parameters = [scope.organizationId]
  await executeSql(
    database,
    scope,
    `INSERT INTO connection (organization_id, kind, key, name) VALUES ($1, 'upload', 'b', 'b')`,
    parameters,
  )
  await executeSql(
    database,
    scope,
    `INSERT INTO import (organization_id, status, sources, progress, inputs) VALUES ($1, 'done', '[]', '{}', '[]')`,
    parameters,
  )
  await executeSql(
    database,
    scope,
    `INSERT INTO cost_load (id, organization_id, import_id, connection_id, format, provider, billing_account_id,
       billing_period, status, rows, billed, first_charged_on, last_charge_on)
     SELECT $2, $1::uuid, i.id, c.id, 'bench', 'AWS', '100', '2026-06-01', 'current', $3, '[]', '2026-06-30', '2026-06-30'
     FROM import i, connection c`,
    [...parameters, load, resources],
  )
}

/** One on every tenth resource. */
function makeRecommendations(database: Database, scope: Scope): Promise<void> {
  return executeSql(
    database,
    scope,
    `INSERT INTO recommendation (organization_id, rule, fingerprint, title, summary, provider, billing_account_id, sub_account_id,
       sub_account_name, region, service, resource_id, resource_name, resource_type, currency, monthly_savings,
       monthly_cost, confidence, effort, risk, evidence, steps, status, first_seen_at, last_seen_at)
     SELECT organization_id, 'idle-instance', resource_id, 'Idle instance', 'It rests.', provider, '100',
       sub_account_id, sub_account_name, region, service, resource_id, name, type, 'USD', effective, effective, 1, 'low',
       'low', '[]', '[]', 'open', now(), now()
     FROM resource WHERE hashtext(resource_id) % 10 = 0`,
  )
}

/** As the application's own role, within the organization's wall. */
async function executeSql(database: Database, scope: Scope, statement: string, values: unknown[] = []): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(`SELECT set_config('app.organization_id', $1, true)`, [scope.organizationId])
    await client.query(statement, values)
    await client.query('COMMIT')
  } finally {
    client.release()
  }
}

/** Two hundred, the same every time. */
function makeQuestions(): string[] {
  const makeTwenty = (create: (n: number) => string) => Array.from({ length: 20 }, (_, n) => create(n))
  return [
    ...makeTwenty((n) => `web-${n * 4871}`),
    ...makeTwenty((n) => `data-${n}`),
    ...makeTwenty((n) => (n * 7 + 0xa1).toString(16).padStart(3, '0')),
    ...makeTwenty((n) => `team ${n}`),
    ...makeTwenty((n) => `cc-${n * 31} prod`),
    ...makeTwenty(
      (n) => ['web', 'data', 'i-', 'vol-', 'team', 'prod', 'ec2 instance', 'aws', 'account', 'a'][n % 10] ?? '',
    ),
    ...makeTwenty((n) => `nothing-${n}`),
    ...makeTwenty((n) => `account ${n} ebs`),
    ...makeTwenty((n) => ['machine that does', 'elastic block', 'us-east', 'idle'][n % 4] ?? ''),
    ...makeTwenty((n) => `${['arn:aws:ec2', 'load', 'quarterly', 'zz', '0f0f'][n % 5]}${n}`),
  ]
}

function bareQuery(database: Database, scope: Scope, text: string): Promise<void> {
  const terms = text.toLowerCase().split(/\s+/)
  const conditions = terms.map((_, index) => `position($${index + 1} in search) > 0`).join(' AND ')
  return executeSql(
    database,
    scope,
    `SELECT provider, resource_id, name FROM resource WHERE ${conditions} LIMIT 20`,
    terms,
  )
}
