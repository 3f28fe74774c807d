/** For tests: a Kept beside an Oracle Cloud of our own, in which reports are written, and what then counts. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import {
  answerOracle,
  createSmallOracle,
  oracleAccess,
  type SmallOracle,
} from '@kept/connectors/oci/live/testing/small-oracle.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { bytesOf, type SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'
import { addMonths } from '@kept/foundation/calendar/month.ts'
import { csvDataLine } from '@kept/foundation/csv/write.ts'
import { visibleTotals } from '../imports/testing/totals.ts'
import { type RunServices, runConnection } from '../sync/run-connection.ts'
import { openKept, type TestKept } from '../testing.ts'
import { listen } from './listen.ts'
import { createTestUser, type TestUser } from './sign-in.ts'

const { tenancy, user, fingerprint, private_key, region } = oracleAccess

interface ReportLine {
  month: string
  billed: string
  day?: number
}

export interface OracleWithKept {
  kept: TestKept
  admin: TestUser
  otherAdmin: TestUser
  /** What Oracle Cloud answers; `reset` begins with another one. */
  oracle: SmallOracle
  requests: SmallRequest[]
  /** Without reports, connections and costs. */
  reset(): Promise<void>
  /** A report of FOCUS is identified by its day and a part, and written in the morning of that day. */
  putFocus(day: string, part: string, lines: readonly ReportLine[]): void
  putCsv(day: string, part: string, lines: readonly ReportLine[]): void
  /** A new connection that is not due: only the test runs it. */
  connect(): Promise<string>
  /** After a run that began now, as a person starts it. */
  synced(id: string): Promise<SyncConnection>
  run(id: string, startedBy: string, signal?: AbortSignal): Promise<void>
  totals(): Promise<Record<string, string>>
  close(): Promise<void>
}

export async function openOracleWithKept(): Promise<OracleWithKept> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const received = {
      method: request.method ?? 'GET',
      url: new URL(request.url ?? '/', `http://${headers.host}`),
      headers,
      body: Buffer.concat(chunks).toString(),
    }
    opened.requests.push(received)
    const answer = answerOracle(opened.oracle)(received)
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
    response.end(bytesOf(answer))
  })
  const endpoint = await listen(server)
  const kept = await openKept({ KEPT_STORAGE_ENDPOINTS: endpoint })
  const admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  const otherAdmin = await createTestUser(kept, { name: 'other-admin', in: 'other', role: 'admin' })
  const put = (path: string, day: string, text: string) =>
    opened.oracle.reports.set(path, {
      bytes: gzipSync(text),
      timeCreated: `${day}T05:00:00.123Z`,
      etag: randomUUID(),
    })
  const opened: OracleWithKept = {
    kept,
    admin,
    otherAdmin,
    oracle: emptyOracle(),
    requests: [],
    async reset() {
      opened.requests = []
      opened.oracle = emptyOracle()
      const { data: connections } = await admin.client.connections.list({})
      for (const { id } of connections) await admin.client.connections.delete({ id })
      const { data: imports } = await admin.client.imports.list({ page_size: 200 })
      for (const { id, status } of imports) if (status === 'done') await admin.client.imports.undo({ id })
    },
    putFocus: (day, part, lines) =>
      put(`FOCUS Reports/${day.replaceAll('-', '/')}/00010000${part}-00001.csv.gz`, day, focusText(part, lines)),
    putCsv: (day, part, lines) => put(`reports/cost-csv/0001${day}${part}-00001.csv.gz`, day, csvText(part, lines)),
    async connect() {
      const { data } = await admin.client.connections.create({ kind: 'oci', name: `oracle ${randomUUID()}`, endpoint })
      const { id } = data
      await admin.client.sync.setAccess({ id, tenancy, user, fingerprint, private_key, region })
      await kept.world.database.scoped(kept.world.scope, (tx) =>
        tx.updateTable('sync_connection').set({ next_run_at: '2100-01-01T00:00:00Z' }).where('id', '=', id).execute(),
      )
      return id
    },
    synced: (id) => syncedByPerson(admin, id),
    run: (id, startedBy, signal = new AbortController().signal) => runHere(kept, id, { startedBy, signal }),
    totals: () => visibleTotals(kept.world, kept.world.scope),
    async close() {
      await kept.close()
      server.closeAllConnections()
      server.close()
    },
  }
  return opened
}

function emptyOracle(): SmallOracle {
  const oracle = createSmallOracle({ entries: () => [] })
  // Its clock goes on.
  Object.defineProperty(oracle, 'nowMs', { get: () => Date.now() })
  return oracle
}

async function syncedByPerson({ client }: TestUser, id: string): Promise<SyncConnection> {
  const { last_run: last } = (await client.sync.get({ id })).data
  // A run that was killed goes on first, and keeps the time at which it began.
  if (last !== null && last.finished_at === null) await finishedAfter(client, id, '')
  return finishedAfter(client, id, (await client.sync.get({ id })).data.last_run?.started_at ?? '')
}

/** After one run that a person starts, and that began after this time. */
async function finishedAfter(client: TestUser['client'], id: string, since: string): Promise<SyncConnection> {
  let isQueued = false
  for (let attempt = 0; attempt < 600; attempt += 1) {
    // Once: a second run would go on in the next test.
    isQueued ||= (await client.sync.run({ id })).data.queued
    const { data } = await client.sync.get({ id })
    if (isQueued && data.last_run?.finished_at && data.last_run.started_at > since) return data
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the connection was not synced')
}

async function runHere(
  { server, world }: TestKept,
  id: string,
  options: { startedBy: string; signal: AbortSignal },
): Promise<void> {
  const services: RunServices = {
    ...server.services,
    pipeline: { run: async () => undefined },
    importActivity: async () => undefined,
    importExport: server.features.imports.importExport,
  }
  await runConnection(services, world.scope, id, options).catch((error: unknown) => {
    if (!options.signal.aborted) throw error
  })
}

/** As Oracle writes them: names of the FOCUS 1.0 preview, times without seconds, and columns of its own. */
const focusColumns = [
  ...['BilledCost', 'EffectiveCost', 'ListCost', 'BillingCurrency', 'BillingAccountId', 'BillingPeriodStart'],
  ...['BillingPeriodEnd', 'ChargePeriodStart', 'ChargePeriodEnd', 'ChargeCategory', 'ChargeSubcategory'],
  ...['InvoiceIssuer', 'Provider', 'Publisher', 'Region', 'ServiceName', 'ResourceId', 'Tags', 'UsageQuantity'],
  ...['UsageUnit', 'oci_ReferenceNumber', 'oci_CompartmentName', 'oci_CostOverage', 'oci_BackReferenceNumber'],
]

function focusText(part: string, lines: readonly ReportLine[]): string {
  const rows = lines.map(({ month, billed, day = 1 }) => {
    const hour = (time: string) => `${month}-${String(day).padStart(2, '0')}T${time}Z`
    const amounts = [billed, billed, billed, 'USD', tenancy]
    const times = [`${month}-01T00:00Z`, `${addMonths(month, 1)}-01T00:00Z`, hour('18:00'), hour('19:00')]
    const provider = ['Usage', '', 'Oracle', 'Oracle', 'Oracle', 'eu-frankfurt-1', 'COMPUTE']
    const resource = [`ocid1.instance.oc1..${part}`, '{"team":"shop"}', '1', 'HOURS', randomUUID(), 'shop', '', '']
    return csvDataLine([...amounts, ...times, ...provider, ...resource], '\n')
  })
  return `${focusColumns.join(',')}\n${rows.join('')}`
}

function csvText(part: string, lines: readonly ReportLine[]): string {
  const columns = 'lineItem/intervalUsageStart,lineItem/intervalUsageEnd,lineItem/tenantId,product/service'
  const rows = lines.map(({ month, billed }) => {
    const period = [`${month}-01T00:00Z`, `${month}-01T01:00Z`]
    return csvDataLine([...period, tenancy, 'COMPUTE', `ocid1.instance.oc1..${part}`, '1', billed, 'USD'], '\n')
  })
  return `${columns},product/resourceId,usage/billedQuantity,cost/myCost,cost/currencyCode\n${rows.join('')}`
}
