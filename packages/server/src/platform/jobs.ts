/**
 * Work that outlives a request: queued in the database, parsed on both ends, retried as each job says.
 *
 * A job whose Kept was killed must not wait for its time to run out. When this Kept has the database to itself
 * (the embedded one), jobs still marked active at start are nobody's and are queued afresh; with a shared database
 * a heartbeat tells, and the queue's own supervisor takes the job back. A clean stop queues what it interrupts.
 */
import type { Database, ScopedTransaction } from '@kept/store/database/connect.ts'
import { fromKysely, type Job, type JobWithMetadata, PgBoss } from 'pg-boss'
import type * as z from 'zod'
import type { Log } from './log.ts'

export interface JobDefinition<Input extends z.ZodType, Needs> {
  name: string
  input: Input
  /** How often a failed run is tried again. */
  retries: number
  /** A cron expression, UTC, for work that comes round by itself; its input is `{}`. */
  every?: string
  /** How many run side by side in one process; one when left out. */
  concurrency?: number
  run(input: z.infer<Input>, needs: Needs, signal: AbortSignal, attempt: JobAttempt): Promise<void>
}

export interface JobAttempt {
  /** True when a failure of this run is final. */
  last: boolean
}

export function defineJob<Input extends z.ZodType, Needs>(
  job: JobDefinition<Input, Needs>,
): JobDefinition<Input, Needs> {
  return job
}

export interface Jobs {
  /** Queues a job; `within` a transaction it is queued exactly when that commits; nobody takes it before `afterSeconds`. */
  send<Input extends z.ZodType, Needs>(
    job: JobDefinition<Input, Needs>,
    input: z.input<Input>,
    options?: { within?: ScopedTransaction; afterSeconds?: number },
  ): Promise<void>
  /** Has this process look for such jobs now instead of at its next look; for after the transaction of a `send`. */
  wake<Input extends z.ZodType, Needs>(job: JobDefinition<Input, Needs>): void
  work<Input extends z.ZodType, Needs>(job: JobDefinition<Input, Needs>, needs: Needs): Promise<void>
  /** Inputs of the jobs of this kind that wait or run, in whatever process. */
  pending<Input extends z.ZodType, Needs>(job: JobDefinition<Input, Needs>): Promise<z.infer<Input>[]>
  ping(): Promise<boolean>
  /** Interrupts what runs; it is queued again for the next start. */
  stop(): Promise<void>
}

const heartbeat = { seconds: 20, everySeconds: 5 }

export async function startJobs(database: Database, log: Log, { alone }: { alone: boolean }): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    schema: 'jobs',
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  await boss.start()
  const stopping = new AbortController()
  const made = new Map<string, Promise<void>>()
  const workers = new Map<string, string[]>()
  const wake = ({ name }: { name: string }) => {
    for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
  }

  function ensureQueue<Input extends z.ZodType, Needs>(job: JobDefinition<Input, Needs>): Promise<void> {
    const options = {
      retryLimit: job.retries,
      retryBackoff: true,
      expireInSeconds: 6 * 3600,
      heartbeatSeconds: heartbeat.seconds,
    }
    const making =
      made.get(job.name) ?? boss.createQueue(job.name, options).then(() => boss.updateQueue(job.name, options))
    made.set(job.name, making)
    // A failure (the database was restarting) must not be remembered.
    making.catch(() => made.delete(job.name))
    return making
  }

  /** The same job as new: being interrupted is not a failure and uses up no retry. */
  function queueAfresh({ id, name, data }: Pick<Job<object>, 'id' | 'name' | 'data'>): Promise<void> {
    return database.shared.transaction().execute(async (tx) => {
      const db = fromKysely(tx)
      const found = await boss.getJobById(name, id, { db })
      if (found?.state !== 'active') return
      await boss.deleteJob(name, id, { db })
      await boss.send(name, data, { db })
    })
  }

  return {
    async send(job, input, { within, afterSeconds } = {}) {
      await ensureQueue(job)
      await boss.send(job.name, job.input.parse(input) as object, {
        ...(within && { db: fromKysely(within) }),
        ...(afterSeconds !== undefined && { startAfter: Math.ceil(afterSeconds) }),
      })
      if (!within) wake(job)
    },
    wake,
    async work(job, needs) {
      await ensureQueue(job)
      if (alone) {
        const left = await boss.findJobs<object>(job.name)
        for (const item of left.filter(({ state }) => state === 'active')) {
          log.info({ job: job.name, id: item.id }, 'job was interrupted, queued again')
          await queueAfresh({ id: item.id, name: job.name, data: item.data })
        }
      }
      const options = {
        pollingIntervalSeconds: 0.5,
        includeMetadata: true,
        heartbeatRefreshSeconds: heartbeat.everySeconds,
      } as const
      const handle = async (batch: JobWithMetadata<object>[]) => {
        for (const item of batch) {
          const signal = AbortSignal.any([item.signal, stopping.signal])
          log.info({ job: job.name, id: item.id }, 'job started')
          try {
            await job.run(job.input.parse(item.data), needs, signal, { last: item.retryCount >= item.retryLimit })
            log.info({ job: job.name, id: item.id }, 'job finished')
          } catch (error) {
            if (!stopping.signal.aborted) {
              log.warn({ job: job.name, id: item.id, err: error }, 'job failed')
              throw error
            }
            await queueAfresh({ id: item.id, name: job.name, data: item.data })
            log.info({ job: job.name, id: item.id }, 'job interrupted, queued again')
          }
        }
      }
      const ids: string[] = []
      for (let n = 0; n < (job.concurrency ?? 1); n += 1) ids.push(await boss.work(job.name, options, handle))
      workers.set(job.name, ids)
      if (job.every) await boss.schedule(job.name, job.every, {}, { tz: 'UTC' })
    },
    async pending(job) {
      await ensureQueue(job)
      const found = await boss.findJobs<object>(job.name)
      const alive = found.filter(({ state }) => state === 'created' || state === 'retry' || state === 'active')
      return alive.map(({ data }) => job.input.parse(data))
    },
    async ping() {
      try {
        await database.pool.query('SELECT 1 FROM jobs.version')
        return true
      } catch {
        return false
      }
    },
    stop() {
      stopping.abort(new Error('Kept is stopping'))
      return boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}
