/** For tests: BigQuery with billing exports, by the documented shapes of its REST API v2. It runs the queries of Kept only. */
import { randomUUID } from 'node:crypto'
import type { SmallAnswer, SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'

/** A row of a billing export, as TO_JSON_STRING writes it: numbers stay the text that they are. */
export interface SmallBill {
  month: string
  account: string
  line: string
  usedMs: number
  exportedMs: number
}

interface SmallTable {
  fields: readonly string[]
  rows: SmallBill[]
  isView?: boolean
}

interface SmallJob {
  rows: (string | null)[][]
  bytes: number
  polls: number
}

export interface SmallBigQuery {
  location: string
  /** By project and dataset, "shop-billing.billing", and then by the name of the table. */
  datasets: Record<string, Record<string, SmallTable>>
  /** Which permissions are denied, on which dataset or project. */
  isDenied(permission: string, resource: string): boolean
  /** How many times a job that is asked for answers that it is not complete. */
  polls: number
  /** Rows to a page at most, whatever is asked for. */
  pageRows: number
  /** What a query reads, beside the size of its lines. */
  scannedBytes: number
  jobs: Map<string, SmallJob>
}

export const standardFields = [
  ...['billing_account_id', 'service', 'sku', 'usage_start_time', 'usage_end_time', 'project', 'labels', 'location'],
  ...['export_time', 'cost', 'currency', 'usage', 'credits', 'invoice', 'cost_type', 'adjustment_info'],
]
export const detailedFields = [...standardFields, 'resource', 'price']

export function createSmallBigQuery(options: Partial<SmallBigQuery> = {}): SmallBigQuery {
  return {
    location: 'EU',
    datasets: {},
    isDenied: () => false,
    polls: 0,
    pageRows: 1000,
    scannedBytes: 0,
    jobs: new Map(),
    ...options,
  }
}

/** `path` begins with "/bigquery/bigquery/v2/projects/": the name of the service, and then the path at its host. */
export function answerBigQuery(bigQuery: SmallBigQuery, path: string, request: SmallRequest): SmallAnswer {
  const [project = '', kind = '', name = '', , table] = path.split('/').slice(5).map(decodeURIComponent)
  if (kind === 'queries' && name === '') return runQuery(bigQuery, project, JSON.parse(request.body))
  if (kind === 'queries') return jobAnswer(bigQuery, project, name, request.url.searchParams)
  if (kind === 'datasets' && name === '') return listDatasets(bigQuery, project)
  const dataset = `${project}.${name}`
  const tables = bigQuery.datasets[dataset]
  const permission = table === undefined ? 'bigquery.tables.list' : 'bigquery.tables.get'
  if (bigQuery.isDenied(permission, dataset))
    return refused(
      'accessDenied',
      `Access Denied: Dataset ${project}:${name}: Permission ${permission} denied on dataset ${project}:${name} (or it may not exist).`,
    )
  if (tables === undefined) return notFound(`Dataset ${project}:${name}`)
  return table === undefined
    ? listTables(tables, { projectId: project, datasetId: name }, request.url.searchParams)
    : describeTable(bigQuery, tables[table], `${project}:${name}.${table}`)
}

function listDatasets({ datasets }: SmallBigQuery, project: string): SmallAnswer {
  const references = Object.keys(datasets)
    .filter((key) => key.startsWith(`${project}.`))
    .map((key) => ({ datasetReference: { projectId: project, datasetId: key.slice(project.length + 1) } }))
  return { body: { kind: 'bigquery#datasetList', ...(references.length > 0 && { datasets: references }) } }
}

/** Two to a page. */
function listTables(tables: Record<string, SmallTable>, reference: object, query: URLSearchParams): SmallAnswer {
  const names = Object.keys(tables)
  const start = Number(query.get('pageToken') ?? 0)
  const listed = names.slice(start, start + 2).map((tableId) => ({
    tableReference: { ...reference, tableId },
    type: tables[tableId]?.isView ? 'VIEW' : 'TABLE',
  }))
  return {
    body: {
      kind: 'bigquery#tableList',
      ...(listed.length > 0 && { tables: listed }),
      ...(start + 2 < names.length && { nextPageToken: String(start + 2) }),
      totalItems: names.length,
    },
  }
}

function describeTable({ location }: SmallBigQuery, table: SmallTable | undefined, name: string): SmallAnswer {
  if (table === undefined) return notFound(`Table ${name}`)
  return {
    body: {
      kind: 'bigquery#table',
      location,
      type: table.isView ? 'VIEW' : 'TABLE',
      schema: { fields: table.fields.map((field) => ({ name: field, type: 'STRING', mode: 'NULLABLE' })) },
      // A table that is partitioned by the time of its load names no field.
      ...(!table.isView && { timePartitioning: { type: 'DAY' } }),
    },
  }
}

interface QueryRequest {
  query: string
  location: string
  dryRun?: boolean
  maxResults?: number
  maximumBytesBilled?: string
  requestId?: string
  useLegacySql: boolean
  queryParameters: { name: string; parameterValue: { value: string } }[]
}

const mebibyte = 1024 ** 2

function runQuery(bigQuery: SmallBigQuery, project: string, body: QueryRequest): SmallAnswer {
  if (bigQuery.isDenied('bigquery.jobs.create', project))
    return refused(
      'accessDenied',
      `Access Denied: Project ${project}: User does not have bigquery.jobs.create permission in project ${project}.`,
    )
  // A request that is sent again is the same job.
  if (body.requestId !== undefined && bigQuery.jobs.has(body.requestId))
    return pageOf(bigQuery, project, body.requestId, { start: 0, size: body.maxResults })
  const [, name = ''] = /FROM `([^`]+)`/.exec(body.query) ?? []
  const [owner = '', datasetId = '', tableId = ''] = name.split('.')
  const dataset = `${owner}.${datasetId}`
  const table = bigQuery.datasets[dataset]?.[tableId]
  if (body.location !== bigQuery.location || bigQuery.datasets[dataset] === undefined)
    return notFound(`Dataset ${owner}:${datasetId} was not found in location ${body.location}`)
  if (table === undefined)
    return notFound(`Table ${owner}:${datasetId}.${tableId} was not found in location ${body.location}`)
  if (bigQuery.isDenied('bigquery.tables.getData', dataset))
    return refused(
      'accessDenied',
      `Access Denied: Table ${owner}:${datasetId}.${tableId}: User does not have permission to query table ${owner}:${datasetId}.${tableId}, or perhaps it does not exist.`,
    )
  if (body.useLegacySql !== false || (table.isView && body.query.includes('_PARTITIONTIME')))
    return failed(400, 'invalidQuery', 'Unrecognized name: _PARTITIONTIME')
  const { rows, bytes } = resultOf(table, body, bigQuery.scannedBytes)
  if (body.dryRun) return { body: { jobComplete: true, totalBytesProcessed: String(bytes), schema: {} } }
  const billed = Math.max(10, Math.ceil(bytes / mebibyte)) * mebibyte
  if (body.maximumBytesBilled !== undefined && BigInt(body.maximumBytesBilled) < BigInt(billed))
    return failed(
      400,
      'bytesBilledLimitExceeded',
      `Query exceeded limit for bytes billed: ${body.maximumBytesBilled}. ${billed} or higher required.`,
    )
  const id = body.requestId ?? randomUUID()
  bigQuery.jobs.set(id, { rows, bytes, polls: bigQuery.polls })
  return pageOf(bigQuery, project, id, { start: 0, size: body.maxResults })
}

function resultOf(
  { rows }: SmallTable,
  { query, queryParameters }: QueryRequest,
  scannedBytes: number,
): { rows: (string | null)[][]; bytes: number } {
  const parameter = (name: string) => queryParameters.find((entry) => entry.name === name)?.parameterValue.value ?? ''
  const isMonth = query.includes('TO_JSON_STRING')
  const from = isMonth ? Number(parameter('loaded_from')) / 1000 : Date.parse(parameter('loaded'))
  const to = isMonth ? Number(parameter('loaded_to')) / 1000 : Number.POSITIVE_INFINITY
  const scanned = rows.filter((row) => loadedMs(row) >= from && loadedMs(row) <= to)
  const bytes = scannedBytes + scanned.reduce((total, { line }) => total + line.length, 0)
  const month = parameter('month')
  if (isMonth) return { rows: scanned.filter((row) => row.month === month).map(({ line }) => [line]), bytes }
  const groups = Map.groupBy(
    scanned.filter((row) => row.month >= month),
    (row) => `${row.month} ${row.account}`,
  )
  return { rows: [...groups.values()].map(summaryOf), bytes }
}

/** Google loads rows some hours after it exports them; a table is partitioned by the day. */
function loadedMs({ exportedMs }: SmallBill): number {
  return Math.floor(exportedMs / 86_400_000) * 86_400_000
}

function summaryOf(rows: SmallBill[]): string[] {
  const micros = (ms: number) => `${ms}000`
  const [first] = rows
  const loaded = rows.map(loadedMs)
  return [
    ...[first?.month ?? '', first?.account ?? '', String(rows.length)],
    ...[Math.max(...rows.map(({ exportedMs }) => exportedMs)), Math.min(...rows.map(({ usedMs }) => usedMs))].map(
      micros,
    ),
    ...[Math.min(...loaded), Math.max(...loaded)].map(micros),
  ]
}

function jobAnswer(bigQuery: SmallBigQuery, project: string, id: string, query: URLSearchParams): SmallAnswer {
  if (query.get('location') !== bigQuery.location || !bigQuery.jobs.has(id)) return notFound(`Job ${project}:${id}`)
  const start = Number(query.get('pageToken') ?? 0)
  return pageOf(bigQuery, project, id, { start, size: Number(query.get('maxResults') ?? 1000) })
}

function pageOf(
  bigQuery: SmallBigQuery,
  project: string,
  id: string,
  { start, size = 1000 }: { start: number; size: number | undefined },
): SmallAnswer {
  const job = bigQuery.jobs.get(id)
  if (job === undefined) return notFound(`Job ${project}:${id}`)
  const jobReference = { projectId: project, jobId: id, location: bigQuery.location }
  if (job.polls > 0) {
    job.polls -= 1
    return { body: { kind: 'bigquery#queryResponse', jobReference, jobComplete: false } }
  }
  const end = start + Math.min(size, bigQuery.pageRows)
  return {
    body: {
      ...{ kind: 'bigquery#queryResponse', jobReference, jobComplete: true, cacheHit: false },
      ...{ totalRows: String(job.rows.length), totalBytesProcessed: String(job.bytes) },
      rows: job.rows.slice(start, end).map((cells) => ({ f: cells.map((v) => ({ v })) })),
      ...(end < job.rows.length && { pageToken: String(end) }),
    },
  }
}

function notFound(what: string): SmallAnswer {
  return failed(404, 'notFound', `Not found: ${what}`)
}

function refused(reason: string, message: string): SmallAnswer {
  return failed(403, reason, message)
}

/** cloud.google.com/bigquery/docs/error-messages */
export function failed(code: number, reason: string, message: string): SmallAnswer {
  return { status: code, body: { error: { code, message, errors: [{ message, domain: 'global', reason }] } } }
}
