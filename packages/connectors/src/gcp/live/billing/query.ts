/**
 * Queries of BigQuery over its REST API: `jobs.query`, then pages of the same job. The pages of one job are of one
 * moment, so rows that are added while they are read are in none of them.
 */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import * as z from 'zod'
import { pause } from '../../../pause.ts'
import type { GcpSession } from '../session.ts'
import { bytesForNanos, leastBilledBytes, limitReached, nanosOfQuery } from './query-cost.ts'

const action = 'bigquery.jobs.create'

export interface BigQuery {
  /** The project that the job belongs to. */
  project: string
  /** Where the tables are: a job runs in one location only. */
  location: string
  sql: string
  /** Of the type STRING, by name. */
  parameters: Readonly<Record<string, string>>
  /** What it may cost, in nano-dollars: BigQuery refuses it before it begins when it would cost more. */
  maxNanos: number
}

interface QueryPage {
  /** The cells of each row, as BigQuery writes them; numbers are texts. */
  rows: (string | null)[][]
  /** Of all pages. */
  totalRows: number
}

const integer = z.string().regex(/^\d+$/)
const pageSchema = z.object({
  jobComplete: z.boolean(),
  jobReference: z.object({ jobId: z.string().min(1), location: z.string().nullish() }).nullish(),
  totalRows: integer.nullish(),
  pageToken: z.string().nullish(),
  rows: z.array(z.object({ f: z.array(z.object({ v: z.string().nullable() })) })).nullish(),
  totalBytesProcessed: integer.nullish(),
  cacheHit: z.boolean().nullish(),
})
type Answer = z.output<typeof pageSchema>

/** BigQuery holds a request for so long until the job is complete: less than the timeout of a request. */
const heldMs = 5_000
/** A query of a month takes seconds. */
const maxPolls = 240
/** An answer stays well below the 4 MB that Kept accepts. */
const pageBytes = 1_500_000
const firstPageRows = 200
const maxPageRows = 2_000

/** All rows, page by page. Throws a `SyncFailure`, also when a row is missing: never a part of them in silence. */
export async function* queryPages(session: GcpSession, query: BigQuery): AsyncGenerator<QueryPage> {
  let answer = await begin(session, query)
  const jobId = answer.jobReference?.jobId
  const location = answer.jobReference?.location ?? query.location
  let pageRows = firstPageRows
  const next = (token: string | undefined) => {
    if (jobId === undefined)
      throw new SyncFailure('unexpected', 'BigQuery named no job for a query that is not complete.', { action })
    return readPage(session, { project: query.project, jobId, location, token, maxResults: pageRows })
  }
  for (let polls = 0; !answer.jobComplete; polls += 1) {
    if (polls >= maxPolls)
      throw new SyncFailure('unavailable', 'A query of the billing export did not end. Kept tries again later.', {
        action,
      })
    answer = await next(undefined)
  }
  // What a cached result costs is nothing.
  if (answer.cacheHit !== true) session.charge(nanosOfQuery(BigInt(answer.totalBytesProcessed ?? '0')))
  const totalRows = Number(answer.totalRows ?? 0)
  let received = 0
  const tokens = new Set<string>()
  for (;;) {
    const rows = (answer.rows ?? []).map(({ f }) => f.map(({ v }) => v))
    received += rows.length
    yield { rows, totalRows }
    const token = answer.pageToken || undefined
    if (token === undefined) break
    if (tokens.has(token))
      throw new SyncFailure('unexpected', 'BigQuery returned the same page of rows twice.', { action })
    tokens.add(token)
    pageRows = rowsPerPage(rows, pageRows)
    answer = await next(token)
  }
  if (received !== totalRows)
    throw new SyncFailure(
      'unavailable',
      `BigQuery returned ${received} of ${totalRows} rows of the billing export. Kept tries again later.`,
      { action },
    )
}

/** All rows at once, for results that are small. */
export async function queryRows(session: GcpSession, query: BigQuery): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = []
  for await (const page of queryPages(session, query)) rows.push(...page.rows)
  return rows
}

/** Asks whether the query is allowed, without running it: free. */
export async function dryRun(session: GcpSession, query: BigQuery): Promise<void> {
  await post(session, query, { dryRun: true })
}

async function begin(session: GcpSession, query: BigQuery): Promise<Answer> {
  const bytes = bytesForNanos(query.maxNanos)
  if (bytes < leastBilledBytes) throw limitReached(action)
  return post(session, query, {
    timeoutMs: heldMs,
    maxResults: firstPageRows,
    maximumBytesBilled: String(bytes),
    // A request that is sent again, because its answer was lost, begins no second job.
    requestId: crypto.randomUUID(),
  })
}

async function post(
  session: GcpSession,
  { project, location, sql, parameters }: BigQuery,
  settings: object,
): Promise<Answer> {
  const queryParameters = Object.entries(parameters).map(([name, value]) => ({
    name,
    parameterType: { type: 'STRING' },
    parameterValue: { value },
  }))
  const body = {
    ...{ query: sql, useLegacySql: false, location, parameterMode: 'NAMED', queryParameters },
    labels: { kept: 'billing-export' },
    ...settings,
  }
  const path = `/bigquery/v2/projects/${encodeURIComponent(project)}/queries`
  return parseAnswer(action, pageSchema, await sendAgain(session, path, body))
}

async function readPage(
  session: GcpSession,
  {
    project,
    jobId,
    location,
    token,
    maxResults,
  }: { project: string; jobId: string; location: string; token: string | undefined; maxResults: number },
): Promise<Answer> {
  const parameters = new URLSearchParams({ location, timeoutMs: String(heldMs), maxResults: String(maxResults) })
  if (token !== undefined) parameters.set('pageToken', token)
  const path = `/bigquery/v2/projects/${encodeURIComponent(project)}/queries/${encodeURIComponent(jobId)}?${parameters}`
  return parseAnswer(action, pageSchema, await sendAgain(session, path))
}

const attempts = 4
const firstWaitMs = 500

/** BigQuery names no time after which a limit ends, and asks to wait longer each time. */
async function sendAgain(session: GcpSession, path: string, body?: unknown): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await session.send(action, 'bigquery', path, body)
    } catch (error) {
      const isBusy = error instanceof SyncFailure && error.kind === 'throttled' && error.retryAfterMs === undefined
      if (!isBusy || attempt >= attempts) throw error
      await pause(firstWaitMs * 2 ** (attempt - 1), session.signal)
    }
  }
}

function rowsPerPage(rows: readonly (readonly (string | null)[])[], current: number): number {
  const length = rows.reduce((total, row) => total + row.reduce((sum, cell) => sum + (cell?.length ?? 0), 0), 0)
  if (length === 0) return current
  return Math.min(maxPageRows, Math.max(1, Math.floor(pageBytes / (length / rows.length))))
}
