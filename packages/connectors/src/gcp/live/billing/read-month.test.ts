/** A month of a billing export in BigQuery: all its rows to the digit, in pages of any size, and paid once. */
import { describe, expect, it } from 'vitest'
import { exportName, type OpenedExport, openExport, standard } from '../testing/open-billing-export.ts'
import { standardFields } from '../testing/small-bigquery.ts'
import { failed, type SmallBill } from '../testing/small-bigquery-shape.ts'
import { smallBill, standardTable } from '../testing/small-bills.ts'
import { nanosOfQuery } from './query-cost.ts'

const march = smallBill({ month: '2026-03', cost: '1.25' })
const april = smallBill({ month: '2026-04', cost: '0.1' })

const linesOf = (rows: readonly SmallBill[]) => rows.map(({ line }) => `${line}\n`).join('')
const manyOf = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    smallBill({ month: '2026-03', cost: String(index), day: 1 + (index % 28) }),
  )
const jobsOf = ({ requests }: Pick<OpenedExport, 'requests'>) =>
  requests.filter(({ method, url }) => method === 'POST' && url.pathname.endsWith('/jobs'))

describe('a month of a billing export', () => {
  it('has all rows over pages, each digit as BigQuery wrote it, and what it costs is counted', async () => {
    const costs = ['1e-07', '0.30000000000000004', '-12.345678901234567', '0', '123456789012345678.9']
    const rows = Array.from({ length: 523 }, (_, index) =>
      smallBill({ month: '2026-03', cost: costs[index % costs.length] ?? '', credit: '-0.1', day: 1 + (index % 28) }),
    )
    const opened = openExport({ [exportName]: standard(...rows, april) }, { polls: 2, pageRows: 100 })
    const pages = await opened.readMonth('2026-03')
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.join('')).toBe(linesOf(rows))
    // One to list the months, one to read this one.
    const jobs = jobsOf(opened)
    expect(jobs).toHaveLength(2)
    for (const { headers, body } of jobs) {
      expect(headers['x-goog-user-project']).toBe('shop-production')
      expect(JSON.parse(body)).toMatchObject({
        jobReference: { projectId: 'shop-billing', location: 'EU' },
        configuration: { query: { useLegacySql: false }, labels: { kept: 'billing-export' } },
      })
    }
    expect(opened.spentNanos()).toBe(nanosOfQuery(0n))
  })

  it('limits what a query reads to the days on which its rows were loaded', async () => {
    const opened = openExport({ [exportName]: standard(march, april) })
    await opened.readMonth('2026-03')
    const { query, queryParameters } = JSON.parse(jobsOf(opened).at(-1)?.body ?? '{}').configuration.query
    expect(query).toContain('WHERE _PARTITIONTIME BETWEEN TIMESTAMP_MICROS(CAST(@loaded_from AS INT64))')
    const day = String(Date.parse('2026-03-03T00:00:00Z') * 1000)
    expect(
      queryParameters.map(({ parameterValue }: { parameterValue: { value: string } }) => parameterValue.value),
    ).toEqual(['202603', day, day])
    // The listing has said which: nothing looks for them in the newer partitions.
    expect(opened.requests.filter(({ body }) => body.includes('COUNT(*)'))).toHaveLength(2)
    expect(opened.cloud.chargedNanos()).toBe(nanosOfQuery(0n))
    expect(nanosOfQuery(0n)).toBe(59_605)
    expect(nanosOfQuery(1n << 40n)).toBe(6_250_000_000)
  })

  it('of a view, or of a table of its own name, is limited by the time of the export', async () => {
    const view = { fields: standardFields, rows: [march], isView: true }
    const { read, list } = openExport({ [exportName]: { bills: view } }, { billingExport: `${exportName}.bills` })
    const [report] = await list()
    expect(report?.path).toMatch(/^billing\.bills\/2026-03\//)
    expect(await read(report?.path ?? '')).toEqual([`${march.line}\n`])
  })

  it('has the rows of one moment, however many are added while it is read', async () => {
    const rows = manyOf(30)
    const table = { fields: standardFields, rows: [...rows] }
    const { readMonth } = openExport(
      { [exportName]: { [standardTable]: table } },
      {
        pageRows: 10,
        fault({ url }) {
          if (Number(url.searchParams.get('startIndex')) > 0)
            table.rows.push(smallBill({ month: '2026-03', cost: '99' }))
          return undefined
        },
      },
    )
    expect((await readMonth('2026-03')).join('')).toBe(linesOf(rows))
    expect(table.rows.length).toBeGreaterThan(30)
  })

  it('is read in pages at once that stay in their order', async () => {
    const rows = manyOf(3000)
    const { readMonth } = openExport({ [exportName]: standard(...rows) }, { pageRows: 70 })
    expect((await readMonth('2026-03')).join('')).toBe(linesOf(rows))
  })

  it('is asked for again in halves when its later rows are larger than those before', async () => {
    // The first pages say that thousands of rows are one answer. Of the rows after them, they are more than it may have.
    const rows = Array.from({ length: 6000 }, (_, index) =>
      smallBill({ month: '2026-03', cost: String(index), resource: `"web-${index}" `.repeat(index < 2500 ? 1 : 170) }),
    )
    const opened = openExport({ [exportName]: standard(...rows) }, { pageRows: 100_000 })
    expect((await opened.readMonth('2026-03')).join('')).toBe(linesOf(rows))
    const starts = opened.requests.map(({ url: { searchParams } }) => Number(searchParams.get('startIndex')))
    const requested = starts.filter((start) => start > 0)
    expect(new Set(requested).size).toBeLessThan(requested.length)
    expect(jobsOf(opened)).toHaveLength(2)
  }, 30_000)

  it('is not read when one row is larger than an answer may be, and says so', async () => {
    const row = smallBill({ month: '2026-03', cost: '1', resource: 'x'.repeat(3 * 1024 * 1024) })
    const { readMonth } = openExport({ [exportName]: standard(row) })
    await expect(readMonth('2026-03')).rejects.toThrow('the answer of Google Cloud is larger than Kept accepts')
  })

  it('goes on with the same query after a page failed, which is not paid again', async () => {
    const rows = manyOf(500)
    let isBroken = true
    const opened = openExport(
      { [exportName]: standard(...rows) },
      {
        fault: ({ url }) =>
          isBroken && url.searchParams.get('startIndex') === '400'
            ? failed(404, 'notFound', 'Not found: Job shop-billing:x')
            : undefined,
      },
    )
    await expect(opened.readMonth('2026-03')).rejects.toThrow('BigQuery has no result of the query')
    const spent = opened.spentNanos()
    const jobs = () => jobsOf(opened).filter(({ body }) => body.includes('TO_JSON_STRING'))
    expect(jobs()).toHaveLength(1)
    isBroken = false
    expect((await opened.readMonth('2026-03')).join('')).toBe(linesOf(rows))
    expect(jobs()).toHaveLength(1)
    expect(opened.spentNanos()).toBe(spent)
    // One that failed in BigQuery is begun again.
    for (const job of opened.bigQuery.jobs.values()) job.hasFailed = true
    expect((await opened.readMonth('2026-03')).join('')).toBe(linesOf(rows))
    expect(jobs()).toHaveLength(2)
  })

  it('is one query when the answer that began it was lost', async () => {
    let losses = 1
    const opened: OpenedExport = openExport(
      { [exportName]: standard(march) },
      {
        fault({ body }) {
          if (!body.includes('jobReference') || !body.includes('TO_JSON_STRING') || losses-- <= 0) return undefined
          const { jobReference } = JSON.parse(body)
          opened.bigQuery.jobs.set(jobReference.jobId, { rows: [[march.line]], bytes: 1, polls: 0 })
          return { status: 200, body: 'cut off' }
        },
      },
    )
    expect(await opened.readMonth('2026-03')).toEqual([`${march.line}\n`])
    expect(opened.spentNanos()).toBe(nanosOfQuery(0n))
  })

  it('is not complete when a page is missing, or rows were removed', async () => {
    const rows = manyOf(30)
    const missing = openExport(
      { [exportName]: standard(...rows) },
      {
        pageRows: 10,
        fault: ({ url }) =>
          url.searchParams.get('startIndex') === '10' ? { body: { jobComplete: true, totalRows: '30' } } : undefined,
      },
    )
    await expect(missing.readMonth('2026-03')).rejects.toThrow('BigQuery returned 10 of 30 rows of the billing export.')
    const removed = openExport({ [exportName]: standard(...rows) })
    const [report] = await removed.list()
    removed.bigQuery.datasets[exportName]?.[standardTable]?.rows.pop()
    await expect(removed.read(report?.path ?? '')).rejects.toThrow('Rows of 2026-03 were removed')
  })

  it('is never of another project, dataset or table than the connection names', async () => {
    const { read, list } = openExport({ [exportName]: standard(march), 'shop-billing.other': standard(march) })
    const [report] = await list()
    const own = report?.path ?? ''
    expect(await read(own)).toHaveLength(1)
    for (const other of [own.replace('billing.', 'other.'), own.replace(standardTable, 'salaries'), '../x'])
      await expect(read(other)).rejects.toThrow('is not of the billing export of this connection.')
  })

  it('waits for a limit of BigQuery, and ends its turn when the limit stays', async () => {
    const limit = failed(403, 'rateLimitExceeded', 'Exceeded rate limits: too many api requests per user per method')
    let requests = 0
    const { readMonth } = openExport(
      { [exportName]: standard(march) },
      { fault: ({ url }) => (url.pathname.endsWith('/jobs') && requests++ === 0 ? limit : undefined) },
    )
    expect(await readMonth('2026-03')).toHaveLength(1)
    expect(requests).toBe(3)
    const always = openExport(
      { [exportName]: standard(march) },
      {
        fault: ({ url }) =>
          url.pathname.endsWith('/queries')
            ? failed(403, 'quotaExceeded', 'Quota exceeded: Your project exceeded quota')
            : undefined,
      },
    )
    await expect(always.list()).rejects.toMatchObject({ kind: 'throttled' })
  }, 30_000)

  it('costs at most what is left of the limit, and is refused before it begins', async () => {
    const opened = openExport({ [exportName]: standard(march) }, { scannedBytes: 2 ** 40 })
    const [report] = await opened.list()
    const path = report?.path ?? ''
    const refusal = /costs more than what is left of the monthly limit for API calls/
    await expect(opened.read(path, 1e9)).rejects.toThrow(refusal)
    expect(opened.spentNanos()).toBe(0)
    expect(jobsOf(opened)).toHaveLength(1)
    await expect(opened.list(undefined, 100)).rejects.toMatchObject({ kind: 'throttled' })
    // A tenth more is counted for rows that are added meanwhile, and taken back.
    expect(await opened.read(path)).toHaveLength(1)
    expect(opened.spentNanos()).toBe(nanosOfQuery((1n << 40n) + 1n))
  })
})
