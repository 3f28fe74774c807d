/** The rows of a job that is complete: several pages at once, in their order, each as large as an answer may be. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import * as z from 'zod'
import { AnswerTooLarge } from '../../../answer-too-large.ts'
import type { GcpSession } from '../session.ts'
import { jobAction, type QueryJob, sendAgain } from './job.ts'

/** The cells of a row, as BigQuery writes them; numbers are texts. */
export type Row = (string | null)[]

const integer = z.string().regex(/^\d+$/)
const pageSchema = z.object({
  jobComplete: z.boolean(),
  totalRows: integer.nullish(),
  rows: z.array(z.object({ f: z.array(z.object({ v: z.string().nullable() })) })).nullish(),
  totalBytesProcessed: integer.nullish(),
  cacheHit: z.boolean().nullish(),
})

/** BigQuery holds a request for so long until the job is complete: less than the timeout of a request. */
const heldMs = 5_000
/** An answer stays well below the 4 MB that Kept accepts. */
const pageBytes = 1_500_000
const firstPageRows = 200
const maxPageRows = 4_000
/** So many pages are in memory: some 60 MB of the largest ones. */
const parallelPages = 6

/** `start` counts from 0. */
export async function readPage(
  session: GcpSession,
  { project, location, jobId }: QueryJob,
  { start, maxResults }: { start: number; maxResults: number },
): Promise<z.output<typeof pageSchema>> {
  const parameters = new URLSearchParams({
    location,
    timeoutMs: String(heldMs),
    startIndex: String(start),
    maxResults: String(maxResults),
  })
  const path = `/bigquery/v2/projects/${encodeURIComponent(project)}/queries/${encodeURIComponent(jobId)}?${parameters}`
  return parseAnswer(jobAction, pageSchema, await sendAgain(session, path))
}

/** All rows. Throws a `SyncFailure`, also when a row is missing: never a part of them in silence. */
export async function* readPages(session: GcpSession, job: QueryJob, totalRows: number): AsyncGenerator<Row[]> {
  const size = { rows: firstPageRows }
  const reading: Promise<Row[]>[] = []
  let next = 0
  for (;;) {
    while (reading.length < parallelPages && next < totalRows) {
      const range = { start: next, end: Math.min(totalRows, next + size.rows) }
      next = range.end
      const rows = readRange(session, job, { ...range, totalRows, size })
      // It is awaited in its turn; a failure before that is no unhandled one.
      rows.catch(() => undefined)
      reading.push(rows)
    }
    const rows = await reading.shift()
    if (rows === undefined) return
    yield rows
  }
}

/** From `start` up to `end`, in several requests where an answer has fewer rows or would be too large. */
async function readRange(
  session: GcpSession,
  job: QueryJob,
  { start, end, totalRows, size }: { start: number; end: number; totalRows: number; size: { rows: number } },
): Promise<Row[]> {
  const rows: Row[] = []
  let most = end - start
  while (start + rows.length < end) {
    const from = start + rows.length
    const maxResults = Math.min(most, end - from)
    try {
      const answer = await readPage(session, job, { start: from, maxResults })
      const received = (answer.rows ?? []).slice(0, maxResults)
      if (received.length === 0 || answer.totalRows !== String(totalRows)) throw missingRows(from, totalRows)
      rows.push(...received.map(({ f }) => f.map(({ v }) => v)))
    } catch (error) {
      if (!(error instanceof AnswerTooLarge) || maxResults === 1) throw error
      // The rows of this page are larger than those of the one before: the same rows again, in smaller pages.
      most = Math.ceil(maxResults / 2)
      size.rows = Math.min(size.rows, most)
    }
  }
  size.rows = rowsPerPage(rows)
  return rows
}

function missingRows(received: number, totalRows: number): SyncFailure {
  return new SyncFailure(
    'unavailable',
    `BigQuery returned ${received} of ${totalRows} rows of the billing export. Kept tries again later.`,
    { action: jobAction },
  )
}

function rowsPerPage(rows: readonly Row[]): number {
  const length = rows.reduce((total, row) => total + row.reduce((sum, cell) => sum + (cell?.length ?? 0), 0), 0)
  return Math.min(maxPageRows, Math.max(1, Math.floor(pageBytes / Math.max(1, length / rows.length))))
}
