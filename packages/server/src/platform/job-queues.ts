/** How the queues stand, in all processes, from the tables of the job queue. */
import type { Database, ScopedTransaction } from '@kept/store/database/connect.ts'
import { fromKysely } from 'pg-boss'

export interface JobQueue {
  name: string
  /** Due and not started. */
  waiting: number
  running: number
  /** Given up after all retries; the queue forgets them after a week. */
  failed: number
  lastFailedAt: Date | null
}

/** Jobs that are due and not started, by name. */
export async function countWaiting(database: Database): Promise<{ name: string; waiting: number }[]> {
  const { rows } = await database.pool.query<{ name: string; waiting: number }>(
    `SELECT queue.name, count(job.id)::int AS waiting
       FROM jobs.queue
       LEFT JOIN jobs.job ON job.name = queue.name AND job.state < 'active' AND job.start_after <= now()
      GROUP BY queue.name`,
  )
  return rows
}

export async function describeQueues(database: Database): Promise<JobQueue[]> {
  const { rows } = await database.pool.query<JobQueue>(
    `SELECT queue.name,
            count(*) FILTER (WHERE job.state < 'active' AND job.start_after <= now())::int AS waiting,
            count(*) FILTER (WHERE job.state = 'active')::int AS running,
            count(*) FILTER (WHERE job.state = 'failed')::int AS failed,
            max(job.completed_on) FILTER (WHERE job.state = 'failed') AS "lastFailedAt"
       FROM jobs.queue
       LEFT JOIN jobs.job ON job.name = queue.name
      GROUP BY queue.name ORDER BY queue.name`,
  )
  return rows
}

/** Jobs that are being worked on, in any process. */
export async function listActive(database: Database): Promise<{ id: string; name: string; data: object }[]> {
  const { rows } = await database.pool.query<{ id: string; name: string; data: object }>(
    `SELECT id::text AS id, name, data FROM jobs.job WHERE state = 'active'`,
  )
  return rows
}

/** Those of these jobs that failed, by the name of their queue. */
export async function findFailed(
  database: Database,
  ids: readonly string[],
  names: readonly string[],
): Promise<{ name: string; ids: string[] }[]> {
  const { rows } = await database.pool.query<{ name: string; ids: string[] }>(
    `SELECT name, array_agg(id::text) AS ids FROM jobs.job
      WHERE id = ANY($1::uuid[]) AND state = 'failed' AND name = ANY($2) GROUP BY name`,
    [ids, names],
  )
  return rows
}

/** Deletes the jobs of deleted organizations, and ended ones whose error names one; what runs is deleted next time. */
export async function deleteJobsOfDeletedOrganizations(database: Database): Promise<void> {
  await database.pool.query(
    `DELETE FROM jobs.job USING organization
      WHERE organization.deleted_at IS NOT NULL AND job.state <> 'active'
        AND (job.data->>'organization_id' = organization.id::text
          OR job.state > 'active' AND position(organization.id::text IN job.output::text) > 0)`,
  )
}

/** Deletes ended emails to the address; those still to be sent are deleted when they are. */
export async function deleteEndedMail(database: Database, address: string): Promise<void> {
  await database.pool.query(
    `DELETE FROM jobs.job WHERE state > 'active' AND lower(coalesce(data->>'to', data->>'email')) = lower($1)`,
    [address],
  )
}

/** The same of emails to one of the addresses in which one of the names stands. */
export async function deleteEndedMailAbout(
  tx: ScopedTransaction,
  { addresses, names }: { addresses: readonly string[]; names: readonly string[] },
): Promise<void> {
  await fromKysely(tx).executeSql(
    `DELETE FROM jobs.job WHERE state > 'active' AND data->>'to' = ANY($1::text[])
      AND EXISTS (SELECT FROM jsonb_each_text(data) AS field, unnest($2::text[]) AS name
        WHERE position(name IN field.value) > 0)`,
    [addresses, names],
  )
}
