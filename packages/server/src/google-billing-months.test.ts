/** Months of Google's billing export that are too large, killed, or read twice: against a Google Cloud of our own. */
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { monthPath } from '@kept/connectors/gcp/live/billing/month-path.ts'
import { billingAccount, smallBill, standardTable } from '@kept/connectors/gcp/live/testing/small-bills.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { arrivingSuffix } from './platform/upload-path.ts'
import { exportName, type GoogleWithKept, openGoogleWithKept } from './testing/google-bills.ts'

let own: GoogleWithKept
beforeAll(async () => {
  own = await openGoogleWithKept({ KEPT_UPLOAD_LIMIT_MB: '1' })
}, 60_000)
afterAll(() => own.close())
beforeEach(() => own.reset())

const key = (month: string) => `${billingAccount} ${month} USD`
const jobs = (text: string) =>
  own.requests.filter(
    ({ method, url, body }) => method === 'POST' && url.pathname.endsWith('/jobs') && body.includes(text),
  )
const dayMicros = (day: string) => String(Date.parse(`${day}T00:00:00Z`) * 1000)

/** Rows of three days, which Google exports on the day after. */
function threeDaysOf(month: string): { month: string; path: string } {
  for (const day of [1, 2, 3]) own.bills.push(smallBill({ month, cost: '1.5', day }))
  const [loadedFrom, loadedTo] = [dayMicros(`${month}-02`), dayMicros(`${month}-04`)]
  return { month, path: monthPath({ dataset: 'billing', table: standardTable, month, loadedFrom, loadedTo, rows: 3 }) }
}

describe('a month of the billing export', () => {
  it('goes on with its query when the process is killed between two pages', async () => {
    const file = threeDaysOf('2026-07')
    own.bigQuery.pageRows = 1
    const id = await own.connect()
    const importId = await own.createMonth(id, exportName, file)
    const killed = new AbortController()
    own.google.fault = ({ url: { searchParams } }) => {
      if (searchParams.get('startIndex') === '2') killed.abort()
      return undefined
    }
    await expect(own.runMonth(importId, killed.signal)).rejects.toThrow()
    expect(await own.totals()).toEqual({})
    const { uploads } = own.kept.server.services.folder
    expect((await readdir(uploads)).filter((name) => name.endsWith(arrivingSuffix))).toEqual([])
    delete own.google.fault
    await own.runMonth(importId)
    expect(await own.totals()).toEqual({ [key('2026-07')]: '3 lines, 4.5' })
    expect(jobs('TO_JSON_STRING')).toHaveLength(1)
  }, 120_000)

  it('is read when its later rows are larger than an answer of as many rows may be', async () => {
    for (let index = 0; index < 6000; index += 1)
      own.bills.push(
        smallBill({ month: '2026-06', cost: '0.01', resource: `"web-${index}" `.repeat(index < 2500 ? 1 : 170) }),
      )
    own.bigQuery.pageRows = 100_000
    const connection = await own.synced(await own.connect())
    expect(connection).toMatchObject({ state: 'connected', error: '' })
    expect(await own.totals()).toEqual({ [key('2026-06')]: '6000 lines, 60' })
    expect(jobs('TO_JSON_STRING')).toHaveLength(1)
  }, 180_000)

  it('that is too large is read again when a person asks for it, and by no schedule', async () => {
    // What cannot be compressed: 2 MB.
    for (let index = 0; index < 40; index += 1)
      own.bills.push(smallBill({ month: '2026-03', cost: '1', resource: randomBytes(50_000).toString('hex') }))
    const id = await own.connect()
    const imports = async () => (await own.admin.client.imports.list({})).meta.total
    const before = await imports()
    expect((await own.synced(id)).error).toBe(
      `2026-03 was not imported: This month of bigquery://${exportName} has more than 1 MB. Raise KEPT_UPLOAD_LIMIT_MB, then choose "Sync now".`,
    )
    expect(await imports()).toBe(before + 1)
    // On a later day.
    const { scope, database } = own.kept.world
    await database.scoped(scope, (tx) =>
      tx
        .updateTable('import')
        .set({ finished_at: new Date('2026-05-01') })
        .where('status', '=', 'failed')
        .execute(),
    )
    own.requests = []
    await own.run(id, 'schedule')
    expect(await imports()).toBe(before + 1)
    expect(jobs('TO_JSON_STRING')).toEqual([])
    // And the list does not begin there.
    for (const { body } of jobs('COUNT(*)')) expect(body).not.toContain('"202603"')
    expect(jobs('COUNT(*)')).toHaveLength(1)
    await own.synced(id)
    expect(await imports()).toBe(before + 2)
  }, 120_000)

  it('counts once when two connections list it before either has loaded it', async () => {
    const file = threeDaysOf('2026-09')
    const inProject = await own.connect('shop-billing')
    const inDataset = await own.connect(exportName)
    const first = await own.createMonth(inProject, 'shop-billing', file)
    const second = await own.createMonth(inDataset, exportName, file)
    await Promise.all([own.runMonth(first), own.runMonth(second)])
    expect(await own.totals()).toEqual({ [key('2026-09')]: '3 lines, 4.5' })
    const { data } = await own.admin.client.imports.list({ page_size: 200 })
    const both = data.filter(({ id }) => id === first || id === second)
    expect(both.map(({ status }) => status).sort()).toEqual(['done', 'failed'])
    expect(both.find(({ status }) => status === 'failed')?.error).toMatch(
      /^2026-09 of the billing account 012345-6789AB-CDEF01 is already loaded through "bigquery:\/\/shop-billing(?:\.billing)?", and its costs would count twice\. Undo that import, then choose "Sync now"\.$/,
    )
  }, 120_000)
})
