/** Oracle's own cost reports, from the credentials to the spend of a month: against an Oracle Cloud of our own. */
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { reportTenancy } from '@kept/connectors/oci/live/cost-reports.ts'
import {
  answerOracle,
  createSmallOracle,
  failure,
  oracleAccess,
  type SmallOracle,
} from '@kept/connectors/oci/live/testing/small-oracle.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { bytesOf, type SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'
import { addMonths } from '@kept/foundation/calendar/month.ts'
import { csvDataLine } from '@kept/foundation/csv/write.ts'
import { createImport } from '@kept/store/imports/create.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importDeps } from './imports/create-deps.ts'
import { connectionFetcher } from './imports/fetch-from-connection.ts'
import { runImport } from './imports/run-import.ts'
import { visibleTotals } from './imports/testing/totals.ts'
import { arrivingSuffix } from './platform/upload-path.ts'
import { type RunServices, runConnection } from './sync/run-connection.ts'
import { listen } from './testing/listen.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const { tenancy, user, fingerprint, private_key, region } = oracleAccess
const action = 'read objects in tenancy usage-report'

let kept: TestKept
let admin: TestUser
let otherAdmin: TestUser
let server: Server
let url: string
let oracle: SmallOracle
let requests: SmallRequest[] = []

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const received = {
      method: request.method ?? 'GET',
      url: new URL(request.url ?? '/', `http://${headers.host}`),
      headers,
      body: Buffer.concat(chunks).toString(),
    }
    requests.push(received)
    const answer = answerOracle(oracle)(received)
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
    response.end(bytesOf(answer))
  })
  url = await listen(server)
  kept = await openKept({ KEPT_STORAGE_ENDPOINTS: url })
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  otherAdmin = await createTestUser(kept, { name: 'other-admin', in: 'other', role: 'admin' })
}, 60_000)
afterAll(async () => {
  await kept.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  requests = []
  oracle = createSmallOracle({ entries: () => [] })
  // Its clock goes on.
  Object.defineProperty(oracle, 'nowMs', { get: () => Date.now() })
  for (const { id } of (await admin.client.connections.list({})).data) await admin.client.connections.delete({ id })
  const { data } = await admin.client.imports.list({ page_size: 200 })
  for (const { id, status } of data) if (status === 'done') await admin.client.imports.undo({ id })
})

/** A report is identified by its day and a part, and written in the morning of that day. */
function put(path: string, day: string, text: string): void {
  const bytes = gzipSync(text)
  oracle.reports.set(path, { bytes, timeCreated: `${day}T05:00:00.123Z`, etag: randomUUID() })
}

interface FocusLine {
  month: string
  billed: string
  day?: number
}

/** As Oracle writes them: names of the FOCUS 1.0 preview, times without seconds, and columns of its own. */
const focusColumns = [
  ...['BilledCost', 'EffectiveCost', 'ListCost', 'BillingCurrency', 'BillingAccountId', 'BillingPeriodStart'],
  ...['BillingPeriodEnd', 'ChargePeriodStart', 'ChargePeriodEnd', 'ChargeCategory', 'ChargeSubcategory'],
  ...['InvoiceIssuer', 'Provider', 'Publisher', 'Region', 'ServiceName', 'ResourceId', 'Tags', 'UsageQuantity'],
  ...['UsageUnit', 'oci_ReferenceNumber', 'oci_CompartmentName', 'oci_CostOverage', 'oci_BackReferenceNumber'],
]

function focusText(part: string, lines: readonly FocusLine[]): string {
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

function putFocus(day: string, part: string, lines: readonly FocusLine[]): void {
  const path = `FOCUS Reports/${day.replaceAll('-', '/')}/00010000${part}-00001.csv.gz`
  put(path, day, focusText(part, lines))
}

function putCsv(day: string, part: string, lines: { month: string; cost: string }[]): void {
  const columns = 'lineItem/intervalUsageStart,lineItem/intervalUsageEnd,lineItem/tenantId,product/service'
  const header = `${columns},product/resourceId,usage/billedQuantity,cost/myCost,cost/currencyCode\n`
  const rows = lines.map(({ month, cost }) => {
    const resource = `ocid1.instance.oc1..${part}`
    const period = [`${month}-01T00:00Z`, `${month}-01T01:00Z`]
    return csvDataLine([...period, tenancy, 'COMPUTE', resource, '1', cost, 'USD'], '\n')
  })
  put(`reports/cost-csv/0001${day}${part}-00001.csv.gz`, day, header + rows.join(''))
}

/** Not due: only the test runs it. */
async function connect(): Promise<string> {
  const { data } = await admin.client.connections.create({ kind: 'oci', name: `oracle ${randomUUID()}`, endpoint: url })
  await admin.client.sync.setAccess({ id: data.id, tenancy, user, fingerprint, private_key, region })
  await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.updateTable('sync_connection').set({ next_run_at: '2100-01-01T00:00:00Z' }).where('id', '=', data.id).execute(),
  )
  return data.id
}

/** After a run that began now, as a person starts it. */
async function synced(id: string): Promise<SyncConnection> {
  const since = await admin.client.sync.get({ id }).then(({ data }) => data.last_run?.started_at ?? '')
  let isQueued = false
  for (let attempt = 0; attempt < 600; attempt += 1) {
    // Once: a second run would go on in the next test.
    isQueued ||= (await admin.client.sync.run({ id })).data.queued
    const { data } = await admin.client.sync.get({ id })
    if (isQueued && data.last_run?.finished_at && data.last_run.started_at > since) return data
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the connection was not synced')
}

async function run(id: string, startedBy: string, signal = new AbortController().signal): Promise<void> {
  const services: RunServices = {
    ...kept.server.services,
    pipeline: { run: async () => undefined },
    importActivity: async () => undefined,
    importExport: kept.server.features.imports.importExport,
  }
  await runConnection(services, kept.world.scope, id, { startedBy, signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

async function months(id: string): Promise<string[][]> {
  const { data } = await admin.client.sync.units({ id, dataset: 'exports' })
  return data.map(({ region: month, state, account_id }) => [month, state, account_id])
}

const totals = () => visibleTotals(kept.world, kept.world.scope)
const countImports = async () => (await admin.client.imports.list({})).meta.total
const lists = () => requests.filter(({ url: { pathname } }) => pathname.endsWith('/o'))
const reads = () => requests.filter(({ url: { pathname } }) => pathname.includes('/o/'))

describe('the cost reports of Oracle Cloud', () => {
  it('come by themselves, add up to the digit, and what is added later counts once', async () => {
    putFocus('2026-01-31', 'a', [{ month: '2026-01', billed: '10.01' }])
    putFocus('2026-01-31', 'b', [{ month: '2026-01', billed: '0.005', day: 2 }])
    // Written in February, of the last hours of January.
    putFocus('2026-02-01', 'a', [
      { month: '2026-01', billed: '1.1', day: 31 },
      { month: '2026-02', billed: '2.20' },
    ])
    for (const day of ['2026-01-31', '2026-02-01']) putCsv(day, 'a', [{ month: '2026-01', cost: '99' }])
    const id = await connect()
    const connection = await synced(id)
    expect(connection).toMatchObject({ state: 'connected', error: '', last_run: { error: '' } })
    expect(connection.capabilities.at(-1)).toMatchObject({ dataset: 'exports', state: 'complete', actions: [action] })
    expect(connection.last_run?.units).toBe(connection.last_run?.complete_units)
    expect(await months(id)).toEqual([
      ['2026-01', 'complete', tenancy],
      ['2026-02', 'complete', tenancy],
    ])
    const january = `${tenancy} 2026-01 USD`
    const february = `${tenancy} 2026-02 USD`
    expect(await totals()).toEqual({ [january]: '3 lines, 11.115', [february]: '1 lines, 2.2' })
    const { data: spend } = await admin.client.costs.query({
      start_date: '2026-01-01',
      end_date: '2026-02-01',
      measures: ['billed'],
    })
    expect(JSON.stringify(spend)).toContain('"11.115"')
    const { data: providers } = await admin.client.costs.query({
      start_date: '2026-01-01',
      end_date: '2026-02-01',
      measures: ['billed'],
      group_by: ['provider', 'region', 'service'],
    })
    expect(JSON.stringify(providers)).toContain('Oracle')
    expect(JSON.stringify(providers)).toContain('eu-frankfurt-1')
    const { data: imports } = await admin.client.imports.list({})
    expect(imports.flatMap(({ notes }) => notes).filter((note) => note.includes('count twice'))).toEqual([])

    const before = await countImports()
    await synced(id)
    expect(await countImports()).toBe(before)
    // A correction is a line of its own in a later report.
    putFocus('2026-02-02', 'a', [{ month: '2026-02', billed: '-0.2' }])
    await synced(id)
    expect(await totals()).toEqual({ [january]: '3 lines, 11.115', [february]: '2 lines, 2' })
    expect(await countImports()).toBe(before + 1)
    // A report that is written again replaces itself.
    putFocus('2026-02-02', 'a', [{ month: '2026-02', billed: '-0.7' }])
    await synced(id)
    expect(await totals()).toEqual({ [january]: '3 lines, 11.115', [february]: '2 lines, 1.5' })
    // Oracle deletes reports after a year, and that is not a month without costs.
    oracle.reports.delete('FOCUS Reports/2026/01/31/00010000a-00001.csv.gz')
    expect((await synced(id)).error).toBe('')
    expect(await totals()).toEqual({ [january]: '3 lines, 11.115', [february]: '2 lines, 1.5' })
    expect(await months(id)).toEqual([
      ['2026-01', 'complete', tenancy],
      ['2026-02', 'complete', tenancy],
    ])
    expect(requests.every(({ headers }) => headers.authorization?.startsWith('Signature '))).toBe(true)
  }, 120_000)

  it('are read in the format of Oracle where there are no FOCUS reports, over pages', async () => {
    for (const part of ['a', 'b', 'c', 'd', 'e']) putCsv('2026-03-05', part, [{ month: '2026-03', cost: '0.1' }])
    await synced(await connect())
    expect(await totals()).toEqual({ [`${tenancy} 2026-03 USD`]: '5 lines, 0.5' })
    expect(lists().some(({ url: { searchParams } }) => searchParams.has('start'))).toBe(true)
  }, 120_000)

  it('are read once a day on the schedule, and at once when a person asks', async () => {
    putFocus('2026-04-02', 'a', [{ month: '2026-04', billed: '1' }])
    const id = await connect()
    await run(id, 'schedule')
    expect(await totals()).toEqual({ [`${tenancy} 2026-04 USD`]: '1 lines, 1' })
    requests = []
    await run(id, 'schedule')
    expect(lists()).toEqual([])
    await run(id, 'Ana')
    expect(lists()).toHaveLength(2)
    await kept.world.database.scoped(kept.world.scope, (tx) =>
      tx
        .updateTable('sync_unit')
        .set({ completed_at: new Date(Date.now() - 21 * 3_600_000) })
        .where('connection_id', '=', id)
        .execute(),
    )
    requests = []
    await run(id, 'schedule')
    expect(lists()).toHaveLength(2)
    expect(reads()).toEqual([])
  }, 120_000)

  it('name the missing statements, stop nothing else, and are read after they are added', async () => {
    putFocus('2026-05-02', 'a', [{ month: '2026-05', billed: '1' }])
    oracle.isDenied = (list) => list === 'objects'
    const id = await connect()
    const denied = await synced(id)
    expect(denied).toMatchObject({ state: 'action_needed', error: '', units: { complete: 8, denied: 1 } })
    expect(denied.capabilities.at(-1)).toMatchObject({
      dataset: 'exports',
      state: 'missing',
      missing: [action],
      statement: `Define tenancy usage-report as ${reportTenancy}\nEndorse group KeptReaders to ${action}`,
    })
    const { data: units } = await admin.client.sync.units({ id, state: 'denied' })
    expect(units).toMatchObject([{ dataset: 'exports', missing_action: action }])
    expect(await totals()).toEqual({})
    const { data: setup } = await admin.client.sync.setup({ id })
    for (const { text } of setup.documents) expect(text).toContain(`Endorse group KeptReaders to ${action}`)
    expect(setup.permissions).toContainEqual(expect.objectContaining({ dataset: 'exports', action }))

    oracle.isDenied = () => false
    const allowed = await synced(id)
    expect(allowed).toMatchObject({ state: 'connected', error: '' })
    expect(allowed.units).toEqual({ complete: 10 })
    expect(await totals()).toEqual({ [`${tenancy} 2026-05 USD`]: '1 lines, 1' })
    // Taken away later: what was read stays.
    oracle.isDenied = (list) => list === 'objects'
    expect((await synced(id)).state).toBe('action_needed')
    expect(await totals()).toEqual({ [`${tenancy} 2026-05 USD`]: '1 lines, 1' })
  }, 120_000)

  it('leave a month as it was when a page of the list or one report cannot be read', async () => {
    putFocus('2026-06-02', 'a', [{ month: '2026-06', billed: '1' }])
    const id = await connect()
    await synced(id)
    const total = { [`${tenancy} 2026-06 USD`]: '1 lines, 1' }
    for (const part of ['b', 'c', 'd']) putFocus('2026-06-02', part, [{ month: '2026-06', billed: '5' }])
    oracle.fault = ({ url: { searchParams } }) =>
      searchParams.has('start') ? failure(500, 'InternalError', 'later') : undefined
    expect((await synced(id)).units.partial).toBe(1)
    expect(await totals()).toEqual(total)
    oracle.fault = ({ url: { pathname } }) =>
      pathname.includes('00010000c') ? failure(404, 'ObjectNotFound', 'gone') : undefined
    expect((await synced(id)).error).toMatch(/^2026-06 was not imported: /)
    expect(await totals()).toEqual(total)
    delete oracle.fault
    expect((await synced(id)).error).toBe('')
    expect(await totals()).toEqual({ [`${tenancy} 2026-06 USD`]: '4 lines, 16' })
  }, 120_000)

  it('leave nothing half-done when a run is killed between reports', async () => {
    for (const month of ['2026-07', '2026-08'])
      for (const part of ['a', 'b', 'c']) putFocus(`${month}-02`, part, [{ month, billed: '1.5' }])
    const id = await connect()
    const complete = '3 lines, 4.5'
    for (const afterMs of [20, 60, 120, 250, 400]) {
      await run(id, 'schedule', AbortSignal.timeout(afterMs))
      // Never a part of a month.
      for (const total of Object.values(await totals())) expect(total).toBe(complete)
    }
    await run(id, 'schedule')
    expect(await totals()).toEqual({ [`${tenancy} 2026-07 USD`]: complete, [`${tenancy} 2026-08 USD`]: complete })
    expect(await months(id)).toEqual([
      ['2026-07', 'complete', tenancy],
      ['2026-08', 'complete', tenancy],
    ])
  }, 120_000)

  it('leave nothing half-done when the process is killed between two reports of a month', async () => {
    for (const part of ['a', 'b', 'c']) putFocus('2026-07-02', part, [{ month: '2026-07', billed: '1.5' }])
    const id = await connect()
    const { scope, database } = kept.world
    const files = [...oracle.reports].map(([path, { bytes }]) => ({ path, bytes: bytes.length }))
    const address = `oci://${tenancy}@bling/`
    const input = { kind: 'connection_export' as const, url: address, connection_id: id, month: '2026-07', files }
    // Created without a job, so that only the test runs it.
    const { id: importId } = await database.scoped(scope, (tx) =>
      createImport(tx, scope, { inputs: [input], sources: [{ name: address, bytes: null }], accept_smaller: true }),
    )
    const { services } = kept.server
    const deps = importDeps(services, async () => undefined, connectionFetcher(services))
    const killed = new AbortController()
    oracle.fault = ({ url: { pathname } }) => {
      if (pathname.includes('00010000b')) killed.abort()
      return undefined
    }
    await expect(runImport(deps, scope, importId, { signal: killed.signal, last: true })).rejects.toThrow()
    expect(reads().length).toBe(2)
    expect(await totals()).toEqual({})
    expect((await readdir(services.folder.uploads)).filter((name) => name.endsWith(arrivingSuffix))).toEqual([])
    delete oracle.fault
    await runImport(deps, scope, importId, { signal: new AbortController().signal, last: true })
    expect(await totals()).toEqual({ [`${tenancy} 2026-07 USD`]: '3 lines, 4.5' })
  }, 120_000)

  it('of one tenancy are read by one connection, and stay when another one goes on', async () => {
    putFocus('2026-09-02', 'a', [{ month: '2026-09', billed: '3' }])
    const first = await connect()
    await synced(first)
    const second = await connect()
    expect((await synced(second)).units).toMatchObject({ not_enabled: 1 })
    const { data: units } = await admin.client.sync.units({ id: second, state: 'not_enabled' })
    expect(units[0]?.reason).toMatch(/^The connection "oracle .*" already reads the cost reports of this tenancy/)
    await admin.client.connections.delete({ id: first, inventory: 'keep' })
    putFocus('2026-09-03', 'a', [{ month: '2026-09', billed: '4' }])
    expect((await synced(second)).units).not.toHaveProperty('not_enabled')
    expect(await totals()).toEqual({ [`${tenancy} 2026-09 USD`]: '2 lines, 7' })
  }, 120_000)

  it('belong to one organization, and are read with the key of the connection only', async () => {
    putFocus('2026-10-02', 'a', [{ month: '2026-10', billed: '1' }])
    const id = await connect()
    await synced(id)
    for (const call of ['get', 'setup', 'check', 'run', 'units', 'runs'] as const)
      await expect(otherAdmin.client.sync[call]({ id })).rejects.toThrow('Connection not found.')
    expect((await otherAdmin.client.imports.list({})).meta.total).toBe(0)
    const answer = await fetch(`${kept.url}/v1/cloud-connections/${id}`, { headers: kept.headers('other') })
    expect(answer.status).toBe(404)
    // No address can be named: neither of the reports, nor of the bucket of another tenancy.
    for (const address of [`oci://${tenancy}@bling/`, `s3://${tenancy}/reports/`])
      await expect(admin.client.imports.create({ urls: [address], connection_id: id })).rejects.toThrow(
        /not a supported address|not for object storage/,
      )
    const buckets = new Set(lists().map(({ url: { pathname } }) => pathname.split('/').slice(2).join('/')))
    expect([...buckets]).toEqual([`n/bling/b/${tenancy}/o`])
  }, 120_000)
})
