/**
 * A sync of a large account: resources with tags in a hundred subscriptions of an Azure of our own, and the hourly
 * metrics of every tenth. Requests go through the connector as they do live; only the network is left out. The reference
 * reads the same answers as JSON and does nothing with them.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openAzureCloud } from '@kept/connectors/azure/live/cloud.ts'
import {
  answerAzure,
  clientId,
  clientSecret,
  createSmallAzure,
  subscriptionId,
  tenantId,
} from '@kept/connectors/azure/live/testing/small-azure.ts'
import { type AnswerTo, bytesOf, depsOf } from '@kept/domain/sync/testing/small-cloud.ts'
import { inParallel } from '@kept/server/sync/in-parallel.ts'
import { pointsWriter } from '@kept/server/sync/points-writer.ts'
import { runUnit } from '@kept/server/sync/run-unit.ts'
import { createConnection } from '@kept/store/connections/connections.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { openEmbeddedDatabase } from '@kept/store/database/open-embedded.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { planUnits, type UnitToRead, unitsToRead } from '@kept/store/sync/units.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { openEmbeddedWarehouse } from '@kept/store/warehouse/open-embedded.ts'
import { type Benchmark, timed } from './benchmark.ts'

const resources = Number(process.env.BENCH_SYNC_RESOURCES ?? 100_000)
const subscriptions = 100
const machineShare = 0.1
const historyHours = 14 * 24
const parallelUnits = 8
const now = new Date('2026-06-10T09:00:00Z')

export const syncBenchmark: Benchmark = {
  name: 'sync',
  title: `Sync: ${resources.toLocaleString('en-US')} resources with tags, and the metrics of every tenth`,
  async run({ scratch, print }) {
    const logFolder = join(scratch, 'logs')
    const { database, engine } = await openEmbeddedDatabase({ folder: join(scratch, 'postgres'), logFolder })
    const { warehouse, engine: warehouseEngine } = await openEmbeddedWarehouse({
      ...{ folder: join(scratch, 'warehouse'), logFolder, memoryBytes: 4 * 1024 ** 3 },
    })
    try {
      const { id } = await ensureOrganization(database, { slug: 'bench', name: 'Bench', demo: false })
      const scope = { organizationId: id }
      const run = openRun()
      const connectionId = await connect(database, scope)
      const rows: string[][] = []
      for (const pass of ['first', 'second']) {
        print(`${pass} pass ...`)
        const before = run.cloud.calls()
        const discovered = await run.cloud.discover()
        const startedAt = new Date(now.getTime() + (pass === 'first' ? 1 : 3_600_000))
        await planUnits(database, scope, connectionId, { units: discovered.units, now })
        const units = await unitsToRead(database, scope, connectionId, { runStartedAt: startedAt, now: startedAt })
        const work = { database, warehouse, scope, connectionId, run, now: startedAt }
        for (const [name, part] of [
          ['inventory', units.filter(({ dataset }) => dataset !== 'metrics')],
          ['metrics', units.filter(({ dataset }) => dataset === 'metrics')],
        ] as const) {
          const calls = run.cloud.calls()
          const { ms, peak, counted } = await readUnits(work, part)
          const sent = run.cloud.calls() - calls
          print(`${name}: ${(ms / 1000).toFixed(1)} s, ${counted.toLocaleString('en-US')} rows`)
          rows.push([
            `${pass} pass, ${name}`,
            counted.toLocaleString('en-US'),
            (ms / 1000).toFixed(1),
            (peak / 1024 ** 2).toFixed(0),
            sent.toLocaleString('en-US'),
            (sent / resources).toFixed(4),
          ])
        }
        print(`${run.cloud.calls() - before} requests`)
      }
      const referenceMs = await timed(async () => readAsJson(run.answers))
      return {
        description: `${subscriptions} subscriptions of an Azure of our own, ${resources * (1 - machineShare)} disks and ${resources * machineShare} machines with six tags each, ${historyHours} hours of three metrics of each machine. The second pass lists the same again, as every six hours.`,
        head: [
          '',
          'resources or points',
          'seconds',
          'peak memory of the process, MB',
          'requests',
          'requests a resource',
        ],
        rows,
        notes: [
          `The same answers, read as JSON and dropped: ${(referenceMs / 1000).toFixed(1)} s.`,
          'Kept reads two weeks of metrics from a cloud, as its rules look back no further.',
        ],
      }
    } finally {
      await warehouseEngine.stop()
      await database.close()
      await engine.stop()
    }
  },
}

interface Run {
  cloud: ReturnType<typeof openAzureCloud>
  /** One answer of each kind and how often it was sent. */
  answers: Map<string, { text: string; count: number }>
}

function openRun(): Run {
  const lists = new Map<string, object[]>()
  const answers: Run['answers'] = new Map()
  const series = hourlySeries()
  const azure = answerAzure(
    createSmallAzure({
      subscriptions: Array.from({ length: subscriptions }, (_, index) => subscriptionId(index)),
      resources(subscription, type) {
        const key = `${subscription} ${type}`
        const list = lists.get(key) ?? listOf(subscription, type)
        lists.set(key, list)
        return list
      },
    }),
  )
  const answerTo: AnswerTo = (request) => {
    const isMetrics = request.url.pathname.endsWith('/providers/microsoft.insights/metrics')
    const answer = isMetrics ? { body: series } : azure(request)
    const kind = isMetrics ? 'metrics' : request.url.pathname
    const counter = answers.get(kind)
    if (counter) counter.count += 1
    else answers.set(kind, { text: new TextDecoder().decode(bytesOf(answer)), count: 1 })
    return answer
  }
  const access = { tenant_id: tenantId, client_id: clientId, client_secret: clientSecret }
  const cloud = openAzureCloud({ ...access, cloud: 'public', subscriptions: [] }, depsOf(answerTo, now.getTime()))
  return { cloud, answers }
}

function listOf(subscription: string, type: string): object[] {
  const isMachine = type === 'microsoft.compute/virtualmachines'
  if (!isMachine && type !== 'microsoft.compute/disks') return []
  const share = isMachine ? machineShare : 1 - machineShare
  const path = isMachine ? 'virtualMachines' : 'disks'
  return Array.from({ length: Math.round((resources * share) / subscriptions) }, (_, index) => ({
    id: `/subscriptions/${subscription}/resourceGroups/shop-${index % 20}/providers/Microsoft.Compute/${path}/r-${index}`,
    name: `r-${index}`,
    type,
    location: 'westeurope',
    sku: { name: 'Premium_LRS' },
    tags: Object.fromEntries(
      ['owner', 'team', 'env', 'app', 'cost-center', 'project'].map((tag) => [tag, `${tag}-${index % 50}`]),
    ),
    properties: isMachine
      ? { hardwareProfile: { vmSize: 'Standard_D4s_v5' }, timeCreated: '2026-01-01T00:00:00Z' }
      : { diskState: 'Unattached', diskSizeGB: 128, timeCreated: '2026-01-01T00:00:00Z' },
  }))
}

/** The text of an answer of Azure Monitor: the same for each machine. */
function hourlySeries(): string {
  const startMs = now.getTime() - historyHours * 3_600_000
  const data = Array.from({ length: historyHours }, (_, hour) => ({
    timeStamp: new Date(startMs + hour * 3_600_000).toISOString(),
    ...{ average: (hour % 24) * 2, maximum: (hour % 24) * 3, total: (hour % 24) * 1000 },
  }))
  const names = ['Percentage CPU', 'Network In Total', 'Network Out Total']
  return JSON.stringify({ value: names.map((value) => ({ name: { value }, timeseries: [{ data }] })) })
}

type Scope = { organizationId: string }

async function connect(database: Database, scope: Scope): Promise<string> {
  const id = randomUUID()
  const actor = { kind: 'system' as const, id: null, name: 'Kept' }
  await createConnection(
    database,
    scope,
    { id, kind: 'azure', name: 'Bench', location: '', credentials: 'sealed' },
    {
      actorName: 'Kept',
      auditContext: { actor, at: now, ip: null, requestId: randomUUID() },
      sync: { externalId: 'kept-1', roleArn: '', regions: [], exportAddress: '', nextRunAt: now },
    },
  )
  return id
}

async function readUnits(
  work: { database: Database; warehouse: Warehouse; scope: Scope; connectionId: string; run: Run; now: Date },
  units: readonly UnitToRead[],
): Promise<{ ms: number; peak: number; counted: number }> {
  const { database, warehouse, scope, connectionId, run } = work
  let counted = 0
  let peak = process.memoryUsage().rss
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 100)
  // The unit reads these two of the state, and nothing else.
  const state = { database, warehouse } as Parameters<typeof runUnit>[0]['state']
  const now = () => work.now
  const importActivity = async () => undefined
  const services = { state, now, importActivity, writePoints: pointsWriter({ state, now }, scope) }
  const ms = await timed(() =>
    inParallel(units, parallelUnits, async (unit) => {
      const result = await runUnit(services, scope, { connectionId, unit, cloud: run.cloud }, async () => true)
      if (result.failure) throw result.failure
      counted += result.resources + result.points
    }),
  )
  clearInterval(watch)
  return { ms, peak, counted }
}

function readAsJson(answers: Run['answers']): void {
  for (const { text, count } of answers.values()) for (let time = 0; time < count; time += 1) JSON.parse(text)
}
