/** Oracle's own cost reports, from the credentials to the spend of a month: against an Oracle Cloud of our own. */
import { readdir } from 'node:fs/promises'
import { reportTenancy } from '@kept/connectors/oci/live/cost-reports.ts'
import { failure, oracleAccess } from '@kept/connectors/oci/live/testing/small-oracle.ts'
import { createImport } from '@kept/store/imports/create.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importDeps } from './imports/create-deps.ts'
import { connectionFetcher } from './imports/fetch-from-connection.ts'
import { runImport } from './imports/run-import.ts'
import { arrivingSuffix } from './platform/upload-path.ts'
import { type OracleWithKept, openOracleWithKept } from './testing/oracle-reports.ts'

const { tenancy } = oracleAccess
const action = 'read objects in tenancy usage-report'

let own: OracleWithKept
beforeAll(async () => {
  own = await openOracleWithKept()
}, 60_000)
afterAll(() => own.close())
beforeEach(() => own.reset())

async function months(id: string): Promise<string[][]> {
  const { data } = await own.admin.client.sync.units({ id, dataset: 'exports' })
  return data.map(({ region: month, state, account_id }) => [month, state, account_id])
}

const countImports = async () => (await own.admin.client.imports.list({})).meta.total
const lists = () => own.requests.filter(({ url: { pathname } }) => pathname.endsWith('/o'))
const reads = () => own.requests.filter(({ url: { pathname } }) => pathname.includes('/o/'))

describe('the cost reports of Oracle Cloud', () => {
  it('come by themselves, add up to the digit, and what is added later counts once', async () => {
    own.putFocus('2026-01-31', 'a', [{ month: '2026-01', billed: '10.01' }])
    own.putFocus('2026-01-31', 'b', [{ month: '2026-01', billed: '0.005', day: 2 }])
    // Written in February, of the last hours of January.
    own.putFocus('2026-02-01', 'a', [
      { month: '2026-01', billed: '1.1', day: 31 },
      { month: '2026-02', billed: '2.20' },
    ])
    for (const day of ['2026-01-31', '2026-02-01']) own.putCsv(day, 'a', [{ month: '2026-01', billed: '99' }])
    const id = await own.connect()
    const connection = await own.synced(id)
    expect(connection).toMatchObject({ state: 'connected', error: '', last_run: { error: '' } })
    expect(connection.capabilities.at(-1)).toMatchObject({ dataset: 'exports', state: 'complete', actions: [action] })
    expect(connection.last_run?.units).toBe(connection.last_run?.complete_units)
    expect(await months(id)).toEqual([
      ['2026-01', 'complete', tenancy],
      ['2026-02', 'complete', tenancy],
    ])
    const january = `${tenancy} 2026-01 USD`
    const february = `${tenancy} 2026-02 USD`
    expect(await own.totals()).toEqual({ [january]: '3 lines, 11.115', [february]: '1 lines, 2.2' })
    const { data: spend } = await own.admin.client.costs.query({
      start_date: '2026-01-01',
      end_date: '2026-02-01',
      measures: ['billed'],
    })
    expect(JSON.stringify(spend)).toContain('"11.115"')
    const { data: providers } = await own.admin.client.costs.query({
      start_date: '2026-01-01',
      end_date: '2026-02-01',
      measures: ['billed'],
      group_by: ['provider', 'region', 'service'],
    })
    expect(JSON.stringify(providers)).toContain('Oracle')
    expect(JSON.stringify(providers)).toContain('eu-frankfurt-1')
    const { data: imports } = await own.admin.client.imports.list({})
    expect(imports.flatMap(({ notes }) => notes).filter((note) => note.includes('count twice'))).toEqual([])

    const before = await countImports()
    await own.synced(id)
    expect(await countImports()).toBe(before)
    // A correction is a line of its own in a later report.
    own.putFocus('2026-02-02', 'a', [{ month: '2026-02', billed: '-0.2' }])
    await own.synced(id)
    expect(await own.totals()).toEqual({ [january]: '3 lines, 11.115', [february]: '2 lines, 2' })
    expect(await countImports()).toBe(before + 1)
    // A report that is written again replaces itself.
    own.putFocus('2026-02-02', 'a', [{ month: '2026-02', billed: '-0.7' }])
    await own.synced(id)
    expect(await own.totals()).toEqual({ [january]: '3 lines, 11.115', [february]: '2 lines, 1.5' })
    // Oracle deletes reports after a year, and that is not a month without costs.
    own.oracle.reports.delete('FOCUS Reports/2026/01/31/00010000a-00001.csv.gz')
    expect((await own.synced(id)).error).toBe('')
    expect(await own.totals()).toEqual({ [january]: '3 lines, 11.115', [february]: '2 lines, 1.5' })
    expect(await months(id)).toEqual([
      ['2026-01', 'complete', tenancy],
      ['2026-02', 'complete', tenancy],
    ])
    expect(own.requests.every(({ headers }) => headers.authorization?.startsWith('Signature '))).toBe(true)
  }, 120_000)

  it('are read in the format of Oracle where there are no FOCUS reports, over pages', async () => {
    for (const part of ['a', 'b', 'c', 'd', 'e']) own.putCsv('2026-03-05', part, [{ month: '2026-03', billed: '0.1' }])
    await own.synced(await own.connect())
    expect(await own.totals()).toEqual({ [`${tenancy} 2026-03 USD`]: '5 lines, 0.5' })
    expect(lists().some(({ url: { searchParams } }) => searchParams.has('start'))).toBe(true)
  }, 120_000)

  it('are read once a day on the schedule, and at once when a person asks', async () => {
    own.putFocus('2026-04-02', 'a', [{ month: '2026-04', billed: '1' }])
    const id = await own.connect()
    await own.run(id, 'schedule')
    expect(await own.totals()).toEqual({ [`${tenancy} 2026-04 USD`]: '1 lines, 1' })
    own.requests = []
    await own.run(id, 'schedule')
    expect(lists()).toEqual([])
    await own.run(id, 'Ana')
    expect(lists()).toHaveLength(2)
    await own.kept.world.database.scoped(own.kept.world.scope, (tx) =>
      tx
        .updateTable('sync_unit')
        .set({ completed_at: new Date(Date.now() - 21 * 3_600_000) })
        .where('connection_id', '=', id)
        .execute(),
    )
    own.requests = []
    await own.run(id, 'schedule')
    expect(lists()).toHaveLength(2)
    expect(reads()).toEqual([])
  }, 120_000)

  it('name the missing statements, stop nothing else, and are read after they are added', async () => {
    own.putFocus('2026-05-02', 'a', [{ month: '2026-05', billed: '1' }])
    own.oracle.isDenied = (list) => list === 'objects'
    const id = await own.connect()
    const denied = await own.synced(id)
    expect(denied).toMatchObject({ state: 'action_needed', error: '', units: { complete: 8, denied: 1 } })
    expect(denied.capabilities.at(-1)).toMatchObject({
      dataset: 'exports',
      state: 'missing',
      missing: [action],
      statement: `Define tenancy usage-report as ${reportTenancy}\nEndorse group KeptReaders to ${action}`,
    })
    const { data: units } = await own.admin.client.sync.units({ id, state: 'denied' })
    expect(units).toMatchObject([{ dataset: 'exports', missing_action: action }])
    expect(await own.totals()).toEqual({})
    const { data: setup } = await own.admin.client.sync.setup({ id })
    for (const { text } of setup.documents) expect(text).toContain(`Endorse group KeptReaders to ${action}`)
    expect(setup.permissions).toContainEqual(expect.objectContaining({ dataset: 'exports', action }))

    own.oracle.isDenied = () => false
    const allowed = await own.synced(id)
    expect(allowed).toMatchObject({ state: 'connected', error: '' })
    expect(allowed.units).toEqual({ complete: 10 })
    expect(await own.totals()).toEqual({ [`${tenancy} 2026-05 USD`]: '1 lines, 1' })
    // Taken away later: what was read stays.
    own.oracle.isDenied = (list) => list === 'objects'
    expect((await own.synced(id)).state).toBe('action_needed')
    expect(await own.totals()).toEqual({ [`${tenancy} 2026-05 USD`]: '1 lines, 1' })
  }, 120_000)

  it('leave a month as it was when a page of the list or one report cannot be read', async () => {
    own.putFocus('2026-06-02', 'a', [{ month: '2026-06', billed: '1' }])
    const id = await own.connect()
    await own.synced(id)
    const total = { [`${tenancy} 2026-06 USD`]: '1 lines, 1' }
    for (const part of ['b', 'c', 'd']) own.putFocus('2026-06-02', part, [{ month: '2026-06', billed: '5' }])
    own.oracle.fault = ({ url: { searchParams } }) =>
      searchParams.has('start') ? failure(500, 'InternalError', 'later') : undefined
    expect((await own.synced(id)).units.partial).toBe(1)
    expect(await own.totals()).toEqual(total)
    own.oracle.fault = ({ url: { pathname } }) =>
      pathname.includes('00010000c') ? failure(404, 'ObjectNotFound', 'gone') : undefined
    expect((await own.synced(id)).error).toMatch(/^2026-06 was not imported: /)
    expect(await own.totals()).toEqual(total)
    delete own.oracle.fault
    expect((await own.synced(id)).error).toBe('')
    expect(await own.totals()).toEqual({ [`${tenancy} 2026-06 USD`]: '4 lines, 16' })
  }, 120_000)

  it('leave nothing half-done when a run is killed between reports', async () => {
    for (const month of ['2026-07', '2026-08'])
      for (const part of ['a', 'b', 'c']) own.putFocus(`${month}-02`, part, [{ month, billed: '1.5' }])
    const id = await own.connect()
    const complete = '3 lines, 4.5'
    for (const afterMs of [20, 60, 120, 250, 400]) {
      await own.run(id, 'schedule', AbortSignal.timeout(afterMs))
      // Never a part of a month.
      for (const total of Object.values(await own.totals())) expect(total).toBe(complete)
    }
    await own.run(id, 'schedule')
    expect(await own.totals()).toEqual({ [`${tenancy} 2026-07 USD`]: complete, [`${tenancy} 2026-08 USD`]: complete })
    expect(await months(id)).toEqual([
      ['2026-07', 'complete', tenancy],
      ['2026-08', 'complete', tenancy],
    ])
  }, 120_000)

  it('leave nothing half-done when the process is killed between two reports of a month', async () => {
    for (const part of ['a', 'b', 'c']) own.putFocus('2026-07-02', part, [{ month: '2026-07', billed: '1.5' }])
    const id = await own.connect()
    const { scope, database } = own.kept.world
    const files = [...own.oracle.reports].map(([path, { bytes }]) => ({ path, bytes: bytes.length }))
    const address = `oci://${tenancy}@bling/`
    const input = { kind: 'connection_export' as const, url: address, connection_id: id, month: '2026-07', files }
    // Created without a job, so that only the test runs it.
    const { id: importId } = await database.scoped(scope, (tx) =>
      createImport(tx, scope, { inputs: [input], sources: [{ name: address, bytes: null }], accept_smaller: true }),
    )
    const { services } = own.kept.server
    const deps = importDeps(services, async () => undefined, connectionFetcher(services))
    const killed = new AbortController()
    own.oracle.fault = ({ url: { pathname } }) => {
      if (pathname.includes('00010000b')) killed.abort()
      return undefined
    }
    await expect(runImport(deps, scope, importId, { signal: killed.signal, last: true })).rejects.toThrow()
    expect(reads().length).toBe(2)
    expect(await own.totals()).toEqual({})
    expect((await readdir(services.folder.uploads)).filter((name) => name.endsWith(arrivingSuffix))).toEqual([])
    delete own.oracle.fault
    await runImport(deps, scope, importId, { signal: new AbortController().signal, last: true })
    expect(await own.totals()).toEqual({ [`${tenancy} 2026-07 USD`]: '3 lines, 4.5' })
  }, 120_000)

  it('of one tenancy are read by one connection, and stay when another one goes on', async () => {
    own.putFocus('2026-09-02', 'a', [{ month: '2026-09', billed: '3' }])
    const first = await own.connect()
    await own.synced(first)
    const second = await own.connect()
    expect((await own.synced(second)).units).toMatchObject({ not_enabled: 1 })
    const { data: units } = await own.admin.client.sync.units({ id: second, state: 'not_enabled' })
    expect(units[0]?.reason).toMatch(/^The connection "oracle .*" already reads the cost reports of this tenancy/)
    await own.admin.client.connections.delete({ id: first, inventory: 'keep' })
    own.putFocus('2026-09-03', 'a', [{ month: '2026-09', billed: '4' }])
    expect((await own.synced(second)).units).not.toHaveProperty('not_enabled')
    expect(await own.totals()).toEqual({ [`${tenancy} 2026-09 USD`]: '2 lines, 7' })
  }, 120_000)

  it('belong to one organization, and are read with the key of the connection only', async () => {
    own.putFocus('2026-10-02', 'a', [{ month: '2026-10', billed: '1' }])
    const id = await own.connect()
    await own.synced(id)
    for (const call of ['get', 'setup', 'check', 'run', 'units', 'runs'] as const)
      await expect(own.otherAdmin.client.sync[call]({ id })).rejects.toThrow('Connection not found.')
    expect((await own.otherAdmin.client.imports.list({})).meta.total).toBe(0)
    const answer = await fetch(`${own.kept.url}/v1/cloud-connections/${id}`, { headers: own.kept.headers('other') })
    expect(answer.status).toBe(404)
    // No address can be named: neither of the reports, nor of the bucket of another tenancy.
    for (const address of [`oci://${tenancy}@bling/`, `s3://${tenancy}/reports/`])
      await expect(own.admin.client.imports.create({ urls: [address], connection_id: id })).rejects.toThrow(
        /not a supported address|not for object storage/,
      )
    const buckets = new Set(lists().map(({ url: { pathname } }) => pathname.split('/').slice(2).join('/')))
    expect([...buckets]).toEqual([`n/bling/b/${tenancy}/o`])
  }, 120_000)
})

/** KEPT_REPORT_RUNS=100 takes half an hour. */
const reportRuns = Number(process.env.KEPT_REPORT_RUNS ?? 2)

describe('any history of reports', () => {
  it(
    'ends at the sum of all reports, each as it was last written',
    async () => {
      const step = fc.record({
        // The day a report is written, around the end of a month, and whether its costs are of the month before.
        day: fc.constantFrom('2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02', '2026-03-01'),
        part: fc.constantFrom('a', 'b'),
        cents: fc.integer({ min: -500, max: 9999 }),
        isLate: fc.boolean(),
        event: fc.constantFrom('none', 'sync', 'scheduled', 'killed', 'denied', 'list fails', 'report fails'),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), async (steps) => {
          await own.reset()
          const id = await own.connect()
          const written = new Map<string, { month: string; cents: number }>()
          for (const { day, part, cents, isLate, event } of steps) {
            const month = isLate && day.endsWith('01') ? previousMonth(day) : day.slice(0, 7)
            written.set(`${day} ${part}`, { month, cents })
            own.putFocus(day, part, [{ month, billed: (cents / 100).toFixed(2) }])
            own.putCsv(day, part, [{ month, billed: '1000' }])
            await happen(id, event)
          }
          await own.synced(id)
          const expected = new Map<string, { lines: number; cents: number }>()
          for (const { month, cents } of written.values()) {
            const { lines, cents: others } = expected.get(month) ?? { lines: 0, cents: 0 }
            expected.set(month, { lines: lines + 1, cents: others + cents })
          }
          expect(await own.totals()).toEqual(
            Object.fromEntries(
              [...expected].map(([month, { lines, cents }]) => [
                `${tenancy} ${month} USD`,
                `${lines} lines, ${cents / 100}`,
              ]),
            ),
          )
        }),
        // A history takes seconds: the first that fails is reported as it is.
        { numRuns: reportRuns, endOnFailure: true },
      )
      process.stderr.write(`${reportRuns} histories of cost reports, no line counted twice\n`)
    },
    120_000 + reportRuns * 30_000,
  )
})

function previousMonth(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 1).toISOString().slice(0, 7)
}

async function happen(id: string, event: string): Promise<void> {
  if (event === 'sync') await own.synced(id)
  if (event === 'scheduled') await own.run(id, 'schedule')
  if (event === 'killed') await own.run(id, 'schedule', AbortSignal.timeout(150))
  if (event === 'denied') own.oracle.isDenied = (list) => list === 'objects'
  if (event === 'list fails' || event === 'report fails')
    own.oracle.fault = ({ url: { pathname, searchParams } }) =>
      (event === 'list fails' ? searchParams.has('start') : pathname.includes('/o/'))
        ? failure(404, 'ObjectNotFound', 'gone')
        : undefined
  if (event === 'denied' || event === 'list fails' || event === 'report fails') await own.synced(id)
  own.oracle.isDenied = () => false
  delete own.oracle.fault
}
