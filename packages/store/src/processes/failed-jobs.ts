/** Background jobs that stopped after all retries, as the queue keeps them for a week. */
import type { Database } from '../database/connect.ts'

interface FailedJob {
  id: string
  name: string
  organization: { id: string; name: string } | null
  failedAt: Date
  runs: number
  /** The first line of the last error. */
  message: string
}

interface Row {
  id: string
  name: string
  organizationId: string | null
  organizationName: string | null
  failedAt: Date
  runs: number
  message: string | null
  total: number
}

/** The newest `limit` failed jobs of these queues, and how many there are. */
export async function listFailedJobs(
  database: Database,
  names: readonly string[],
  limit: number,
): Promise<{ total: number; jobs: FailedJob[] }> {
  // An expired job's output holds no message of its own but that of the queue.
  const { rows } = await database.pool.query<Row>(
    `SELECT job.id, job.name, organization.id AS "organizationId", organization.name AS "organizationName",
            job.completed_on AS "failedAt", job.retry_count + 1 AS runs,
            split_part(coalesce(job.output->>'message', job.output->'value'->>'message'), E'\\n', 1) AS message,
            count(*) OVER ()::int AS total
       FROM jobs.job
       LEFT JOIN organization ON organization.id::text = job.data->>'organization_id'
      WHERE job.state = 'failed' AND job.name = ANY($1)
      ORDER BY job.completed_on DESC, job.id
      LIMIT $2`,
    [names, limit],
  )
  return {
    total: rows[0]?.total ?? 0,
    jobs: rows.map(({ organizationId, organizationName, message, total: _total, ...job }) => ({
      ...job,
      organization:
        organizationId === null || organizationName === null ? null : { id: organizationId, name: organizationName },
      message: message || 'No message was recorded.',
    })),
  }
}
