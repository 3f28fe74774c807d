/** Google's billing export in BigQuery, from the form to the spend of a month: against a Google Cloud of our own. */
import { detailedFields } from '@kept/connectors/gcp/live/testing/small-bigquery.ts'
import { failed } from '@kept/connectors/gcp/live/testing/small-bigquery-shape.ts'
import { billingAccount, detailedTable, smallBill } from '@kept/connectors/gcp/live/testing/small-bills.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliver } from './imports/testing/deliver.ts'
import { exportName, type GoogleWithKept, openGoogleWithKept } from './testing/google-bills.ts'

let own: GoogleWithKept
beforeAll(async () => {
  own = await openGoogleWithKept()
}, 60_000)
afterAll(() => own.close())
beforeEach(() => own.reset())

const key = (month: string) => `${billingAccount} ${month} USD`
const countImports = async () => (await own.admin.client.imports.list({})).meta.total
const queries = () => own.requests.filter(({ method, url }) => method === 'POST' && url.pathname.endsWith('/jobs'))
const reads = () => queries().filter(({ body }) => body.includes('TO_JSON_STRING'))

async function spendOf(month: string): Promise<string> {
  const { data } = await own.admin.client.costs.query({
    start_date: `${month}-01`,
    end_date: `${month}-28`,
    measures: ['billed', 'list'],
    group_by: ['service', 'region'],
  })
  return JSON.stringify([data.rows, data.totals])
}

describe('the billing export of Google Cloud', () => {
  it('adds up like the same bill from a file, to the last digit', async () => {
    const costs = ['0.30000000000000004', '1e-07', '-12.345678901234567', '0.1', '1234567.1234567']
    for (const [index, cost] of Array.from({ length: 47 }, (_, row) => [row, costs[row % costs.length] ?? ''] as const))
      own.bills.push(smallBill({ month: '2026-01', cost, credit: '-0.070000000000000007', day: 1 + (index % 28) }))
    own.bills.push(smallBill({ month: '2026-01', cost: '0.25', costType: 'tax', exported: '2026-02-04T00:00:00Z' }))
    own.bigQuery.pageRows = 10
    own.bigQuery.polls = 1
    const file = own.bills.map(({ line }) => `${line}\n`).join('')
    const imported = await deliver(own.kept, file, 'january.jsonl')
    expect(imported).toMatchObject({ status: 'done', reconciliation: { ok: true } })
    const [fromFile, spendFromFile] = [await own.totals(), await spendOf('2026-01')]
    expect(fromFile[key('2026-01')]).toMatch(/^48 lines, /)

    const id = await own.connect()
    // What is loaded once is refused, until the file is undone.
    const refused = await own.synced(id)
    expect(refused.error).toMatch(
      /^2026-01 of the billing account 012345-6789AB-CDEF01 is already loaded through ".+", and its costs would count twice\. Undo that import, then choose "Sync now"\.$/,
    )
    expect(await own.totals()).toEqual(fromFile)
    await own.admin.client.imports.undo({ id: imported.id })
    expect(await own.totals()).toEqual({})

    const connection = await own.synced(id)
    expect(connection).toMatchObject({ state: 'connected', error: '', last_run: { error: '' } })
    expect(connection.capabilities.at(-1)).toMatchObject({ dataset: 'exports', state: 'complete' })
    expect(await own.totals()).toEqual(fromFile)
    expect(await spendOf('2026-01')).toBe(spendFromFile)
    const months = await own.months(id)
    expect(months).toContainEqual(['2026-01', 'complete', ''])
    expect(months.filter(([, state]) => state !== 'complete')).toEqual([])
    // One query to list in each run, and one to read the month: each of 10 MiB, the least that BigQuery charges.
    expect(connection.api_cost_this_month).toBe('0.000179')
  }, 120_000)

  it('is read again where rows were added, and closed months only once', async () => {
    const [open, now] = ['2026-06', new Date().toISOString()]
    const current = now.slice(0, 7)
    own.bills.push(
      smallBill({ month: open, cost: '1' }),
      smallBill({ month: current, cost: '2', day: 1, exported: now }),
    )
    const id = await own.connect()
    await own.synced(id)
    expect(await own.totals()).toEqual({ [key(open)]: '1 lines, 1', [key(current)]: '1 lines, 2' })
    const before = await countImports()
    own.requests = []
    await own.synced(id)
    expect(await countImports()).toBe(before)
    expect(reads()).toEqual([])
    expect(queries()).toHaveLength(1)
    own.bills.push(
      // Too late: the month is closed for more than two weeks, and Google invoices it with a later one.
      smallBill({ month: open, cost: '100' }),
      smallBill({ month: current, cost: '-0.5', day: 1, exported: now }),
    )
    await own.synced(id)
    expect(await own.totals()).toEqual({ [key(open)]: '1 lines, 1', [key(current)]: '2 lines, 1.5' })
    expect(await countImports()).toBe(before + 1)
    own.requests = []
    await own.run(id, 'schedule')
    expect(queries()).toEqual([])
  }, 120_000)

  it('is read from the detailed table where there is one, and names resources', async () => {
    own.bills.push(smallBill({ month: '2026-02', cost: '3' }))
    const rows = [smallBill({ month: '2026-02', cost: '3', resource: 'web-1' })]
    Object.assign(own.bigQuery.datasets[exportName] ?? {}, { [detailedTable]: { fields: detailedFields, rows } })
    await own.synced(await own.connect())
    expect(await own.totals()).toEqual({ [key('2026-02')]: '1 lines, 3' })
    const { data } = await own.admin.client.costs.query({
      start_date: '2026-02-01',
      end_date: '2026-03-01',
      measures: ['billed'],
      group_by: ['resource'],
    })
    expect(JSON.stringify(data)).toContain('web-1')
  }, 120_000)

  it('is read from the standard table where the detailed one lacks costs, and says so', async () => {
    own.bills.push(smallBill({ month: '2026-02', cost: '3' }), smallBill({ month: '2026-02', cost: '4', day: 9 }))
    const rows = [smallBill({ month: '2026-02', cost: '4', day: 9, resource: 'web-1' })]
    Object.assign(own.bigQuery.datasets[exportName] ?? {}, { [detailedTable]: { fields: detailedFields, rows } })
    await own.synced(await own.connect())
    expect(await own.totals()).toEqual({ [key('2026-02')]: '2 lines, 7' })
    const { data } = await own.admin.client.imports.list({})
    expect(data[0]?.notes).toContain(
      'The detailed export lacks costs of 2026-02. This month is from the standard export, which names no resources.',
    )
  }, 120_000)

  it('names the missing permission, stops nothing else, and is read after it is added', async () => {
    own.bills.push(smallBill({ month: '2026-05', cost: '1' }))
    own.bigQuery.isDenied = (permission) => permission === 'bigquery.tables.getData'
    const id = await own.connect()
    const denied = await own.synced(id)
    expect(denied).toMatchObject({ state: 'action_needed', error: '', units: { denied: 1 } })
    expect(denied.capabilities.at(-1)).toMatchObject({
      dataset: 'exports',
      state: 'missing',
      missing: ['bigquery.tables.getData'],
      statement: 'includedPermissions:\n- bigquery.tables.getData',
    })
    const { data: setup } = await own.admin.client.sync.setup({ id })
    expect(setup.permissions).toContainEqual(expect.objectContaining({ action: 'bigquery.tables.getData' }))
    const [script, role] = setup.documents
    expect(script?.text).toContain('bigquery.tables.getData')
    // Not in the role of the organization: with it, all tables of all projects could be read.
    expect(role?.text).not.toContain('bigquery.')
    own.bigQuery.isDenied = () => false
    expect(await own.synced(id)).toMatchObject({ state: 'connected', error: '' })
    expect(await own.totals()).toEqual({ [key('2026-05')]: '1 lines, 1' })
  }, 120_000)

  it('rejects a name that is none, and says what to do when the dataset does not exist', async () => {
    for (const name of ['Billing', 'shop-billing.billing`; DROP TABLE x', 'shop-billing/billing', 'a.b.c.d'])
      await expect(own.connect(name)).rejects.toThrow(
        'The credentials are not valid: billing_export, must be the dataset of the billing export, such as shop-billing.billing.',
      )
    const id = await own.connect('shop-billing.nothing')
    const { data } = await own.admin.client.sync.get({ id })
    expect(data).toMatchObject({ state: 'action_needed' })
    expect(data.error).toMatch(/^BigQuery has no dataset shop-billing:nothing\./)
    await own.synced(id)
    const [[, state, reason] = []] = await own.months(id)
    expect([state, reason]).toEqual(['not_enabled', data.error])
  }, 120_000)

  it('stays as it was when a page cannot be read, and when the limit for API calls is reached', async () => {
    own.bills.push(smallBill({ month: '2026-05', cost: '1' }))
    const id = await own.connect()
    await own.synced(id)
    const total = { [key('2026-05')]: '1 lines, 1' }
    await own.kept.world.database.scoped(own.kept.world.scope, (tx) =>
      tx
        .updateTable('sync_unit')
        .set({ completed_at: '2026-05-20T00:00:00Z' })
        .where('connection_id', '=', id)
        .execute(),
    )
    for (let day = 3; day < 9; day += 1) own.bills.push(smallBill({ month: '2026-05', cost: '5', day }))
    own.bigQuery.pageRows = 2
    own.google.fault = ({ url: { searchParams } }) =>
      searchParams.get('startIndex') === '4' ? failed(404, 'notFound', 'Not found: Job shop-billing:x') : undefined
    expect((await own.synced(id)).error).toMatch(/^2026-05 was not imported: /)
    expect(await own.totals()).toEqual(total)
    delete own.google.fault
    await own.admin.client.sync.setApiCostLimit({ id, api_cost_limit: '0' })
    const limited = await own.synced(id)
    expect(limited.error).toBe('')
    expect((await own.months(id)).flat().join(' ')).toContain('The monthly limit of $0.00 for API calls is reached.')
    await own.admin.client.sync.setApiCostLimit({ id, api_cost_limit: '25' })
    expect((await own.synced(id)).error).toBe('')
    expect(await own.totals()).toEqual({ [key('2026-05')]: '7 lines, 31' })
  }, 120_000)

  it('leaves nothing half-done when a run is killed', async () => {
    for (const month of ['2026-07', '2026-08'])
      for (const day of [1, 2, 3]) own.bills.push(smallBill({ month, cost: '1.5', day }))
    own.bigQuery.pageRows = 1
    const id = await own.connect()
    const complete = '3 lines, 4.5'
    for (const afterMs of [20, 60, 120, 250, 400]) {
      await own.run(id, 'schedule', AbortSignal.timeout(afterMs))
      for (const total of Object.values(await own.totals())) expect(total).toBe(complete)
    }
    await own.run(id, 'schedule')
    expect(await own.totals()).toEqual({ [key('2026-07')]: complete, [key('2026-08')]: complete })
  }, 120_000)

  it('is read by one connection, belongs to one organization, and is no address that can be named', async () => {
    own.bills.push(smallBill({ month: '2026-09', cost: '3' }))
    const first = await own.connect()
    await own.synced(first)
    const second = await own.connect()
    await own.synced(second)
    expect((await own.months(second)).flat().join(' ')).toMatch(
      /not_enabled The connection "google .*" already reads the billing export shop-billing\.billing, and a bill must not be counted twice\.$/,
    )
    // Another dataset with the same account.
    own.bigQuery.datasets['shop-billing.copy'] = own.bigQuery.datasets[exportName] ?? {}
    const third = await own.connect('shop-billing.copy')
    expect((await own.synced(third)).error).toContain(`is already loaded through "bigquery://${exportName}"`)
    expect(await own.totals()).toEqual({ [key('2026-09')]: '1 lines, 3' })
    for (const call of ['get', 'setup', 'check', 'run', 'units', 'runs'] as const)
      await expect(own.otherAdmin.client.sync[call]({ id: first })).rejects.toThrow('Connection not found.')
    await expect(
      own.admin.client.imports.create({ urls: [`bigquery://${exportName}`], connection_id: first }),
    ).rejects.toThrow(/not a supported address/)
  }, 120_000)
})
