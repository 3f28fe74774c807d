/** The billing export in BigQuery: which tables, which months, all their rows to the digit, and what refusals say. */
import type { CostReport } from '@kept/domain/sync/port.ts'
import { depsOf, type SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import type { GcpAccess } from '../access.ts'
import { openGcpCloud } from '../cloud.ts'
import { openSession } from '../session.ts'
import {
  createSmallBigQuery,
  detailedFields,
  failed,
  type SmallBigQuery,
  type SmallBill,
  standardFields,
} from '../testing/small-bigquery.ts'
import { billingAccount, detailedTable, smallBill, standardTable } from '../testing/small-bills.ts'
import {
  answerGoogle,
  createSmallGoogle,
  refusal,
  type SmallGoogle,
  serviceAccountKey,
} from '../testing/small-google.ts'
import { nanosOfQuery } from './query-cost.ts'
import { readBillingExport } from './source.ts'

const exportName = 'shop-billing.billing'
const plenty = 25e9

const standard = (...rows: SmallBill[]) => ({ [standardTable]: { fields: standardFields, rows } })
const detailed = (...rows: SmallBill[]) => ({ [detailedTable]: { fields: detailedFields, rows } })

function open(
  datasets: SmallBigQuery['datasets'],
  options: Partial<SmallBigQuery> & Pick<SmallGoogle, 'fault'> & { billingExport?: string } = {},
) {
  const requests: SmallRequest[] = []
  const bigQuery = createSmallBigQuery({ datasets, ...options })
  const google = createSmallGoogle({ bigQuery, ...(options.fault && { fault: options.fault }) })
  const { billingExport = exportName } = options
  const access: GcpAccess = { key: serviceAccountKey, projects: [], billing_export: billingExport }
  const answer = answerGoogle(google)
  const deps = depsOf((request) => {
    requests.push(request)
    return answer(request)
  })
  const cloud = openGcpCloud(access, deps)
  const read = async (path: string, leftNanos = plenty) => {
    const pages: string[] = []
    for await (const page of readBillingExport(openSession(access, deps), billingExport, { path, leftNanos }))
      pages.push(page)
    return pages
  }
  const list = async (since?: string, leftNanos = plenty): Promise<CostReport[]> =>
    (await cloud.costReports?.list({ since, leftNanos })) ?? []
  return { cloud, bigQuery, requests, list, read }
}

const march = smallBill({ month: '2026-03', cost: '1.25' })
const april = smallBill({ month: '2026-04', cost: '0.1' })

describe('the months of a billing export', () => {
  it('are those of the invoice, with a version that changes with each row', async () => {
    const late = smallBill({ month: '2026-03', cost: '2', exported: '2026-04-03T00:00:00Z' })
    const { list, bigQuery } = open({ [exportName]: standard(march, late, april) })
    const before = await list()
    expect(before.map(({ path, month, kind, accounts }) => [path, month, kind, accounts])).toEqual([
      [`billing.${standardTable}/2026-03.jsonl.gz`, '2026-03', 'month', [billingAccount]],
      [`billing.${standardTable}/2026-04.jsonl.gz`, '2026-04', 'month', [billingAccount]],
    ])
    bigQuery.datasets[exportName]?.[standardTable]?.rows.push(smallBill({ month: '2026-04', cost: '0.1', day: 3 }))
    const after = await list('2026-04')
    expect(after.map(({ month }) => month)).toEqual(['2026-04'])
    expect(after[0]?.version).not.toBe(before[1]?.version)
  })

  it('are read from the detailed export where it goes back as far and is still written', async () => {
    const rows = (month: string, days: number[]) =>
      days.map((day) => smallBill({ month, cost: '1', day, resource: 'web' }))
    const datasets = {
      [exportName]: {
        // In April the detailed export began late; in June it had ended.
        ...standard(...['2026-04', '2026-05', '2026-06'].flatMap((month) => rows(month, [1, 20]))),
        ...detailed(...rows('2026-04', [10, 20]), ...rows('2026-05', [1, 20]), ...rows('2026-06', [1])),
      },
    }
    const { list } = open(datasets)
    expect((await list()).map(({ path }) => path).sort()).toEqual([
      `billing.${detailedTable}/2026-05.jsonl.gz`,
      `billing.${standardTable}/2026-04.jsonl.gz`,
      `billing.${standardTable}/2026-06.jsonl.gz`,
    ])
  })

  it('are found over pages of tables and datasets when only the project is named', async () => {
    const other = { fields: ['id'], rows: [] }
    const datasets = { 'shop-billing.logs': { a: other, b: other, c: other }, [exportName]: standard(march) }
    const { list, requests } = open(datasets, { billingExport: 'shop-billing' })
    expect(await list()).toHaveLength(1)
    expect(requests.some(({ url: { searchParams } }) => searchParams.get('pageToken') === '2')).toBe(true)
    // Tables with other names are not looked at.
    expect(requests.filter(({ url: { pathname } }) => pathname.includes('/tables/'))).toHaveLength(1)
  })

  it('of one account in two tables are refused, and both are named', async () => {
    const reseller = { fields: standardFields, rows: [smallBill({ month: '2026-03', cost: '9' })] }
    const { list } = open({
      [exportName]: { ...standard(march), gcp_billing_export_v1_ABCDEF_ABCDEF_ABCDEF: reseller },
    })
    await expect(list()).rejects.toThrow(
      `shop-billing.billing.${standardTable} and shop-billing.billing.gcp_billing_export_v1_ABCDEF_ABCDEF_ABCDEF both have 2026-03 of the billing account ${billingAccount}, whose costs would count twice. Enter the name of one of these tables as the billing export.`,
    )
  })
})

describe('a month of a billing export', () => {
  const path = `billing.${standardTable}/2026-03.jsonl.gz`

  it('has all rows over pages, each digit as BigQuery wrote it, and what it costs is counted', async () => {
    const costs = ['1e-07', '0.30000000000000004', '-12.345678901234567', '0', '123456789012345678.9']
    const rows = Array.from({ length: 523 }, (_, index) =>
      smallBill({ month: '2026-03', cost: costs[index % costs.length] ?? '', credit: '-0.1', day: 1 + (index % 28) }),
    )
    const { read, requests } = open({ [exportName]: standard(...rows, april) }, { polls: 2, pageRows: 100 })
    const pages = await read(path)
    expect(pages).toHaveLength(6)
    expect(pages.join('')).toBe(rows.map(({ line }) => `${line}\n`).join(''))
    const queries = requests.filter(({ method, url }) => method === 'POST' && url.pathname.endsWith('/queries'))
    expect(queries).toHaveLength(2)
    for (const { headers, body } of queries) {
      expect(headers['x-goog-user-project']).toBe('shop-production')
      expect(JSON.parse(body)).toMatchObject({
        useLegacySql: false,
        location: 'EU',
        labels: { kept: 'billing-export' },
      })
    }
  })

  it('limits what a query reads to the days on which its rows were loaded', async () => {
    const { read, requests, list, cloud } = open({ [exportName]: standard(march, april) })
    await read(path)
    const last = requests.findLast(({ body }) => body.includes('TO_JSON_STRING'))
    const { query, queryParameters } = JSON.parse(last?.body ?? '{}')
    expect(query).toContain('WHERE _PARTITIONTIME BETWEEN TIMESTAMP_MICROS(CAST(@loaded_from AS INT64))')
    const day = String(Date.parse('2026-03-03T00:00:00Z') * 1000)
    expect(
      queryParameters.map(({ parameterValue }: { parameterValue: { value: string } }) => parameterValue.value),
    ).toEqual(['202603', day, day])
    await list()
    expect(cloud.chargedNanos()).toBe(nanosOfQuery(0n))
    expect(nanosOfQuery(0n)).toBe(59_605)
    expect(nanosOfQuery(1n << 40n)).toBe(6_250_000_000)
  })

  it('of a view, or of a table of its own name, is limited by the time of the export', async () => {
    const view = { fields: standardFields, rows: [march], isView: true }
    const { read, list } = open({ [exportName]: { bills: view } }, { billingExport: `${exportName}.bills` })
    const [report] = await list()
    expect(report?.path).toBe('billing.bills/2026-03.jsonl.gz')
    expect(await read(report?.path ?? '')).toEqual([`${march.line}\n`])
  })

  it('has the rows of one moment, however many are added while it is read', async () => {
    const rows = Array.from({ length: 30 }, (_, index) =>
      smallBill({ month: '2026-03', cost: '1', day: 1 + (index % 28) }),
    )
    const table = { fields: standardFields, rows: [...rows] }
    const { read } = open(
      { [exportName]: { [standardTable]: table } },
      {
        pageRows: 10,
        fault({ url }) {
          if (url.searchParams.has('pageToken')) table.rows.push(smallBill({ month: '2026-03', cost: '99' }))
          return undefined
        },
      },
    )
    expect((await read(path)).join('')).toBe(rows.map(({ line }) => `${line}\n`).join(''))
    expect(table.rows.length).toBeGreaterThan(30)
  })

  it('is not complete when a page is missing or the same again, or rows were removed', async () => {
    const rows = Array.from({ length: 30 }, () => march)
    const page = (body: object) => (request: SmallRequest) =>
      request.url.searchParams.get('pageToken') === '10' ? { body } : undefined
    const answer = { jobComplete: true, jobReference: { jobId: 'a', location: 'EU' }, totalRows: '30' }
    const missing = open({ [exportName]: standard(...rows) }, { pageRows: 10, fault: page(answer) })
    await expect(missing.read(path)).rejects.toThrow('BigQuery returned 10 of 30 rows of the billing export.')
    const again = open(
      { [exportName]: standard(...rows) },
      { pageRows: 10, fault: page({ ...answer, pageToken: '10' }) },
    )
    await expect(again.read(path)).rejects.toThrow('BigQuery returned the same page of rows twice.')
    const table = { fields: standardFields, rows: [...rows] }
    const removed = open(
      { [exportName]: { [standardTable]: table } },
      {
        fault({ body }) {
          if (body.includes('TO_JSON_STRING')) table.rows.pop()
          return undefined
        },
      },
    )
    await expect(removed.read(path)).rejects.toThrow('Rows of 2026-03 were removed')
  })

  it('is never of another project, dataset or table than the connection names', async () => {
    const { read } = open({ [exportName]: standard(march), 'shop-billing.other': standard(march) })
    for (const other of [`other.${standardTable}/2026-03.jsonl.gz`, 'billing.salaries/2026-03.jsonl.gz', '../x'])
      await expect(read(other)).rejects.toThrow('is not of the billing export of this connection.')
  })

  it('waits for a limit of BigQuery, and ends its turn when the limit stays', async () => {
    const limit = failed(403, 'rateLimitExceeded', 'Exceeded rate limits: too many api requests per user per method')
    let refusals = 1
    const { read } = open(
      { [exportName]: standard(march) },
      { fault: ({ method }) => (method === 'POST' && refusals-- === 0 ? limit : undefined) },
    )
    expect(await read(path)).toHaveLength(1)
    const always = open(
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

  it('costs at most what is left of the limit, and BigQuery refuses before it begins', async () => {
    const { read, list } = open({ [exportName]: standard(march) }, { scannedBytes: 2 ** 40 })
    await expect(read(path, 1e9)).rejects.toThrow(/costs more than what is left of the monthly limit for API calls/)
    await expect(list(undefined, 100)).rejects.toMatchObject({ kind: 'throttled' })
    expect(await list()).toHaveLength(1)
  })
})

describe('a check of the billing export', () => {
  const check = async (opened: ReturnType<typeof open>) => {
    const { capabilities, error } = await opened.cloud.check(async () => undefined)
    return { capability: capabilities.find(({ dataset }) => dataset === 'exports'), error }
  }

  it('ticks without a query that costs anything', async () => {
    const opened = open({ [exportName]: standard(march) })
    expect(await check(opened)).toMatchObject({ capability: { state: 'complete', missing: [] }, error: '' })
    expect(opened.cloud.chargedNanos()).toBe(0)
    expect(opened.bigQuery.jobs.size).toBe(0)
  })

  it.each(['bigquery.jobs.create', 'bigquery.tables.list', 'bigquery.tables.get', 'bigquery.tables.getData'])(
    'names %s when it is missing',
    async (missing) => {
      const opened = open({ [exportName]: standard(march) }, { isDenied: (permission) => permission === missing })
      const { capability } = await check(opened)
      expect(capability).toMatchObject({ state: 'missing', missing: [missing] })
      expect(capability?.statement).toContain(`- ${missing}`)
      expect(capability?.reason).toMatch(/^The service account may not/)
    },
  )

  it.each<[string, Parameters<typeof open>[1] & { datasets?: SmallBigQuery['datasets'] }, RegExp]>([
    [
      'the dataset does not exist',
      { billingExport: 'shop-billing.nothing' },
      /^BigQuery has no dataset shop-billing:nothing\. Enter the dataset that the page "Billing export" of Google Cloud names\.$/,
    ],
    [
      'the table does not exist',
      { billingExport: `${exportName}.nothing` },
      /^BigQuery has no table shop-billing:billing\.nothing\./,
    ],
    [
      'there is no export yet',
      { datasets: { [exportName]: {} } },
      /^The dataset shop-billing\.billing has no billing export yet\./,
    ],
    [
      'the table is another one',
      { billingExport: `${exportName}.prices`, datasets: { [exportName]: { prices: { fields: ['sku'], rows: [] } } } },
      /^shop-billing\.billing\.prices is not a standard or detailed billing export: it has no column billing_account_id\./,
    ],
    [
      'the dataset moved to another location',
      {
        fault: ({ body }) =>
          body.includes('COUNT(*)')
            ? failed(404, 'notFound', 'Not found: Dataset shop-billing:billing was not found in location EU')
            : undefined,
      },
      /^BigQuery has no dataset shop-billing:billing in the location EU\./,
    ],
    [
      'BigQuery is not enabled',
      {
        fault: ({ url }) =>
          url.pathname.includes('bigquery') || url.host.startsWith('bigquery')
            ? refusal('SERVICE_DISABLED', 'BigQuery API has not been used in project shop before or it is disabled.', {
                service: 'bigquery.googleapis.com',
                consumer: 'projects/shop-production',
              })
            : undefined,
      },
      /^bigquery\.googleapis\.com is not enabled in the project shop-production\. Run: gcloud services enable/,
    ],
  ])('says what to do when %s', async (_, { datasets = { [exportName]: standard(march) }, ...options }, sentence) => {
    const { capability, error } = await check(open(datasets, options))
    expect(error).toMatch(sentence)
    expect(capability).toMatchObject({ state: 'missing', missing: [] })
  })

  it('names the dataset behind a view that may not be read', async () => {
    const denied =
      'Access Denied: View shop-billing:billing.bills: User does not have permission to query table or view shop-raw:raw.bills, or perhaps it does not exist.'
    const view = { fields: standardFields, rows: [march], isView: true }
    const opened = open(
      { [exportName]: { bills: view } },
      {
        billingExport: `${exportName}.bills`,
        fault: ({ body }) => (body.includes('COUNT(*)') ? failed(403, 'accessDenied', denied) : undefined),
      },
    )
    const { capability } = await check(opened)
    expect(capability).toMatchObject({ missing: ['bigquery.tables.getData'] })
    expect(capability?.reason).toContain('authorize the view there')
  })

  it('is not made without a billing export', async () => {
    const cloud = openGcpCloud({ key: serviceAccountKey, projects: [] }, depsOf(answerGoogle(createSmallGoogle())))
    expect(cloud.costReports).toBeUndefined()
    const { capabilities } = await cloud.check(async () => undefined)
    expect(capabilities.some(({ dataset }) => dataset === 'exports')).toBe(false)
  })
})
