/**
 * Jobs of BigQuery over its REST API. Kept names a job by what it asks for, so that what is sent again, in this process
 * or after it was killed, is the same job: BigQuery charges once, and its result is of one moment.
 */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import * as z from 'zod'
import { AnswerTooLarge } from '../../../answer-too-large.ts'
import { pause } from '../../../pause.ts'
import type { GcpSession } from '../session.ts'
import { JobExists, JobMissing } from './failure.ts'
import { allowedBytes, nanosOfQuery } from './query-cost.ts'

export const jobAction = 'bigquery.jobs.create'

export interface BigQuery {
  /** The project that the job belongs to. */
  project: string
  /** Where the tables are: a job runs in one location only. */
  location: string
  sql: string
  /** Of the type STRING, by name. */
  parameters: Readonly<Record<string, string>>
  /**
   * Counts what the query may cost before it begins, in nano-dollars, and rejects with a `SyncFailure` when it is more
   * than what is left. What it did not cost is taken back with a negative number.
   */
  spend(nanos: number): Promise<void>
}

export interface QueryJob {
  project: string
  location: string
  jobId: string
}

interface OpenedJob {
  job: QueryJob
  /** Counted for it in nano-dollars; 0 when it was begun, and counted, before. */
  spent: number
}

const stateSchema = z.object({
  status: z.object({ state: z.string(), errorResult: z.looseObject({}).nullish() }).nullish(),
})
const dryRunSchema = z.object({ totalBytesProcessed: z.string().regex(/^\d+$/).nullish() })

/** Each job of a day that failed leaves its name. */
const maxFailedJobs = 20

/**
 * The job that has the rows of this query, begun now or before. `key` names what it is asked for; without one, it is
 * always a new job. BigQuery keeps a result for 24 hours, so a job is begun again on the next day (UTC).
 */
export async function openJob(session: GcpSession, query: BigQuery, key: string | undefined): Promise<OpenedJob> {
  const { project, location } = query
  const jobOf = (jobId: string): QueryJob => ({ project, location, jobId })
  if (key === undefined) {
    const job = jobOf(`kept_${crypto.randomUUID()}`)
    return { job, spent: await startJob(session, query, job) }
  }
  const prefix = await jobPrefix(query, key, session.nowMs())
  for (let failed = 0; failed < maxFailedJobs; failed += 1) {
    const job = jobOf(`${prefix}_${failed}`)
    const state = await findJob(session, job)
    if (state === 'failed') continue
    return { job, spent: state === undefined ? await startJob(session, query, job) : 0 }
  }
  throw new SyncFailure(
    'unexpected',
    `${maxFailedJobs} queries of the billing export failed today. See them in BigQuery under the job ID ${prefix}.`,
    { action: jobAction },
  )
}

async function jobPrefix(
  { project, location, sql, parameters }: BigQuery,
  key: string,
  nowMs: number,
): Promise<string> {
  const query = new TextEncoder().encode(JSON.stringify([key, project, location, sql, parameters]))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', query)).toHex()
  return `kept_${new Date(nowMs).toISOString().slice(0, 10)}_${hash.slice(0, 32)}`
}

async function findJob(
  session: GcpSession,
  { project, location, jobId }: QueryJob,
): Promise<'begun' | 'failed' | undefined> {
  const path = `${jobsPath(project)}/${encodeURIComponent(jobId)}?${new URLSearchParams({ location })}`
  try {
    const { status } = parseAnswer(jobAction, stateSchema, await sendAgain(session, path))
    return status?.errorResult ? 'failed' : 'begun'
  } catch (error) {
    // A connection without the permission to run jobs gets its error where one is started; its own jobs it may always read.
    if (error instanceof JobMissing || (error instanceof SyncFailure && error.kind === 'denied')) return undefined
    throw error
  }
}

/** Returns what was counted for it. */
async function startJob(session: GcpSession, query: BigQuery, job: QueryJob): Promise<number> {
  const bytes = allowedBytes(await dryRun(session, query))
  const nanos = nanosOfQuery(bytes)
  await query.spend(nanos)
  const body = {
    jobReference: { projectId: job.project, jobId: job.jobId, location: job.location },
    configuration: {
      query: { ...settingsOf(query), maximumBytesBilled: String(bytes) },
      labels: { kept: 'billing-export' },
    },
  }
  try {
    parseAnswer(jobAction, stateSchema, await sendAgain(session, jobsPath(job.project), body))
  } catch (error) {
    // Its answer was lost: it is the same job.
    if (error instanceof JobExists) return nanos
    await takeBack(query, nanos, error)
    throw error
  }
  return nanos
}

/** A refused query costs nothing; one that was not answered may run. */
export async function takeBack(query: BigQuery, nanos: number, error: unknown): Promise<void> {
  if (nanos > 0 && error instanceof SyncFailure && error.kind !== 'unavailable') await query.spend(-nanos)
}

/** Asks whether the query is allowed, and how many bytes it reads, without running it: free. */
export async function dryRun(session: GcpSession, query: BigQuery): Promise<bigint> {
  const { project, location } = query
  const path = `/bigquery/v2/projects/${encodeURIComponent(project)}/queries`
  const body = { ...settingsOf(query), location, dryRun: true }
  const answer = parseAnswer(jobAction, dryRunSchema, await sendAgain(session, path, body))
  return BigInt(answer.totalBytesProcessed ?? '0')
}

function settingsOf({ sql, parameters }: BigQuery): object {
  const queryParameters = Object.entries(parameters).map(([name, value]) => ({
    name,
    parameterType: { type: 'STRING' },
    parameterValue: { value },
  }))
  return { query: sql, useLegacySql: false, parameterMode: 'NAMED', queryParameters }
}

function jobsPath(project: string): string {
  return `/bigquery/v2/projects/${encodeURIComponent(project)}/jobs`
}

const attempts = 5
const firstWaitMs = 500

/**
 * BigQuery names no time after which a limit ends, and asks to wait longer each time. What was not answered is sent
 * again as well: a page may be read twice, and a job that exists is not begun again.
 */
export async function sendAgain(session: GcpSession, path: string, body?: unknown): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await session.send(jobAction, 'bigquery', path, body)
    } catch (error) {
      if (!isPassing(error) || attempt >= attempts) throw error
      await pause(firstWaitMs * 2 ** (attempt - 1), session.signal)
    }
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof SyncFailure) || error instanceof AnswerTooLarge) return false
  return error.kind === 'unavailable' || (error.kind === 'throttled' && error.retryAfterMs === undefined)
}
