/** A query of BigQuery, from its job to all of its rows, which are of one moment. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { GcpSession } from '../session.ts'
import { type BigQuery, jobAction, openJob, takeBack } from './job.ts'
import { type Row, readPage, readPages } from './pages.ts'
import { nanosOfQuery } from './query-cost.ts'

interface QueryResult {
  /** Of all pages. */
  totalRows: number
  pages: AsyncGenerator<Row[]>
}

/** A query of a month takes seconds. */
const maxPolls = 240

/** `key` names what is asked for, so that a query of the same key goes on with the job of an earlier one. */
export async function runQuery(session: GcpSession, query: BigQuery, key?: string): Promise<QueryResult> {
  const { job, spent } = await openJob(session, query, key)
  try {
    for (let polls = 0; polls < maxPolls; polls += 1) {
      const answer = await readPage(session, job, { start: 0, maxResults: 0 })
      if (!answer.jobComplete) continue
      // What a cached result costs is nothing.
      const cost = answer.cacheHit === true ? 0 : nanosOfQuery(BigInt(answer.totalBytesProcessed ?? '0'))
      if (spent > 0) await query.spend(cost - spent)
      const totalRows = Number(answer.totalRows ?? 0)
      return { totalRows, pages: readPages(session, job, totalRows) }
    }
  } catch (error) {
    await takeBack(query, spent, error)
    throw error
  }
  throw new SyncFailure('unavailable', 'A query of the billing export did not end. Kept tries again later.', {
    action: jobAction,
  })
}

/** All rows at once, for results that are small. */
export async function queryRows(session: GcpSession, query: BigQuery): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of (await runQuery(session, query)).pages) rows.push(...page)
  return rows
}
