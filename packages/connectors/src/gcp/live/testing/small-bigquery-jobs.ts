/** For tests: queries of a small BigQuery, as dry runs, as jobs, and as pages of their results. */
import type { SmallAnswer } from '@kept/domain/sync/testing/small-cloud.ts'
import { absolute, decimal, sum, toPlaces } from '@kept/foundation/decimal.ts'
import {
  failed,
  notFound,
  refused,
  type SmallBigQuery,
  type SmallBill,
  type SmallTable,
} from './small-bigquery-shape.ts'

interface QuerySettings {
  query: string
  useLegacySql: boolean
  queryParameters: { name: string; parameterValue: { value: string } }[]
}

interface DryRun extends QuerySettings {
  location: string
  dryRun?: boolean
}

interface JobToStart {
  jobReference: { jobId: string; location: string }
  configuration: { query: QuerySettings & { maximumBytesBilled: string } }
}

const mebibyte = 1024 ** 2

/** Kept asks `jobs.query` for dry runs only. */
export function answerDryRun(bigQuery: SmallBigQuery, project: string, body: DryRun): SmallAnswer {
  if (body.dryRun !== true) return failed(400, 'invalid', 'Kept begins queries as jobs with an ID of their own')
  const result = prepare(bigQuery, project, body)
  if ('refusal' in result) return result.refusal
  return { body: { jobComplete: true, totalBytesProcessed: String(result.bytes), schema: {} } }
}

export function startJob(bigQuery: SmallBigQuery, project: string, body: JobToStart): SmallAnswer {
  const { jobReference, configuration } = body
  const { jobId, location } = jobReference
  const result = prepare(bigQuery, project, { ...configuration.query, location })
  if ('refusal' in result) return result.refusal
  // An ID is used once, whatever became of its job.
  if (bigQuery.jobs.has(jobId)) return failed(409, 'duplicate', `Already Exists: Job ${project}:${location}.${jobId}`)
  const { rows, bytes } = result
  const billed = Math.max(10, Math.ceil(bytes / mebibyte)) * mebibyte
  const { maximumBytesBilled } = configuration.query
  if (BigInt(maximumBytesBilled) < BigInt(billed))
    return failed(
      400,
      'bytesBilledLimitExceeded',
      `Query exceeded limit for bytes billed: ${maximumBytesBilled}. ${billed} or higher required.`,
    )
  bigQuery.jobs.set(jobId, { rows, bytes, polls: bigQuery.polls })
  return answerJob(bigQuery, project, jobId, new URLSearchParams({ location }))
}

export function answerJob(bigQuery: SmallBigQuery, project: string, id: string, query: URLSearchParams): SmallAnswer {
  const job = bigQuery.jobs.get(id)
  if (job === undefined || query.get('location') !== bigQuery.location) return notFound(`Job ${project}:${id}`)
  const jobReference = { projectId: project, jobId: id, location: bigQuery.location }
  const errorResult = { reason: 'backendError', message: 'Error encountered during execution. Retrying may solve it.' }
  return {
    body: {
      kind: 'bigquery#job',
      jobReference,
      status: { state: job.polls > 0 ? 'RUNNING' : 'DONE', ...(job.hasFailed && { errorResult }) },
    },
  }
}

export function answerPage(bigQuery: SmallBigQuery, project: string, id: string, query: URLSearchParams): SmallAnswer {
  const job = bigQuery.jobs.get(id)
  if (job === undefined || query.get('location') !== bigQuery.location) return notFound(`Job ${project}:${id}`)
  if (job.hasFailed) return failed(400, 'backendError', 'Error encountered during execution. Retrying may solve it.')
  const jobReference = { projectId: project, jobId: id, location: bigQuery.location }
  if (job.polls > 0) {
    job.polls -= 1
    return { body: { kind: 'bigquery#getQueryResultsResponse', jobReference, jobComplete: false } }
  }
  const start = Number(query.get('startIndex') ?? 0)
  const end = start + Math.min(Number(query.get('maxResults') ?? 1000), bigQuery.pageRows)
  return {
    body: {
      ...{ kind: 'bigquery#getQueryResultsResponse', jobReference, jobComplete: true, cacheHit: false },
      ...{ totalRows: String(job.rows.length), totalBytesProcessed: String(job.bytes) },
      rows: job.rows.slice(start, end).map((cells) => ({ f: cells.map((v) => ({ v })) })),
      ...(end < job.rows.length && { pageToken: String(end) }),
    },
  }
}

/** What a query would read and return, or why it is refused. */
function prepare(
  bigQuery: SmallBigQuery,
  project: string,
  body: Omit<DryRun, 'dryRun'>,
): { rows: (string | null)[][]; bytes: number } | { refusal: SmallAnswer } {
  if (bigQuery.isDenied('bigquery.jobs.create', project))
    return {
      refusal: refused(
        'accessDenied',
        `Access Denied: Project ${project}: User does not have bigquery.jobs.create permission in project ${project}.`,
      ),
    }
  const [, name = ''] = /FROM `([^`]+)`/.exec(body.query) ?? []
  const [owner = '', datasetId = '', tableId = ''] = name.split('.')
  const dataset = `${owner}.${datasetId}`
  const table = bigQuery.datasets[dataset]?.[tableId]
  if (body.location !== bigQuery.location || bigQuery.datasets[dataset] === undefined)
    return { refusal: notFound(`Dataset ${owner}:${datasetId} was not found in location ${body.location}`) }
  if (table === undefined)
    return { refusal: notFound(`Table ${owner}:${datasetId}.${tableId} was not found in location ${body.location}`) }
  if (bigQuery.isDenied('bigquery.tables.getData', dataset))
    return {
      refusal: refused(
        'accessDenied',
        `Access Denied: Table ${owner}:${datasetId}.${tableId}: User does not have permission to query table ${owner}:${datasetId}.${tableId}, or perhaps it does not exist.`,
      ),
    }
  if (body.useLegacySql !== false || (table.isView && body.query.includes('_PARTITIONTIME')))
    return { refusal: failed(400, 'invalidQuery', 'Unrecognized name: _PARTITIONTIME') }
  return resultOf(table, body, bigQuery.scannedBytes)
}

function resultOf(
  { rows }: SmallTable,
  { query, queryParameters }: QuerySettings,
  scannedBytes: number,
): { rows: (string | null)[][]; bytes: number } {
  const parameter = (name: string) => queryParameters.find((entry) => entry.name === name)?.parameterValue.value ?? ''
  const isMonth = query.includes('TO_JSON_STRING')
  const settledMs = Date.parse(parameter('settled'))
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
  return { rows: [...groups.values()].map((group) => summaryOf(group, settledMs)), bytes }
}

/** Google loads rows some hours after it exports them; a table is partitioned by the day. */
function loadedMs({ exportedMs }: SmallBill): number {
  return Math.floor(exportedMs / 86_400_000) * 86_400_000
}

function summaryOf(rows: SmallBill[], settledMs: number): string[] {
  const micros = (ms: number) => `${ms}000`
  const [first] = rows
  const loaded = rows.map(loadedMs)
  return [
    ...[first?.month ?? '', first?.account ?? '', String(rows.length)],
    micros(Math.max(...rows.map(({ exportedMs }) => exportedMs))),
    costOf(rows.filter(({ usedMs }) => usedMs < settledMs)),
    costOf(rows.filter(({ exportedMs }) => exportedMs < settledMs)),
    ...[Math.min(...loaded), Math.max(...loaded)].map(micros),
  ]
}

/** As NUMERIC: nine places, without signs. */
function costOf(rows: readonly SmallBill[]): string {
  return sum(rows.map(({ cost }) => toPlaces(absolute(decimal(cost)), 9)))
}
