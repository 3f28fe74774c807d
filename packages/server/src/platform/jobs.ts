/**
 * Background jobs: queued in the database, validated on both ends, retried as each job defines.
 *
 * A job of a killed process must not wait for its timeout. When this process has the database to itself
 * (the embedded one), jobs still marked active at start are queued again; with a shared database
 * the queue's supervisor requeues jobs without a heartbeat. A clean stop requeues running jobs.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { fieldOf } from '@kept/foundation/narrow.ts'
import type { Database, ScopedTransaction } from '@kept/store/database/connect.ts'
import { traced } from '@kept/store/tracing.ts'
import { SpanKind } from '@opentelemetry/api'
import { fromKysely, type Job, type JobWithMetadata, PgBoss } from 'pg-boss'
import type * as z from 'zod'
import { watchDueJobs } from './due-jobs.ts'
import { countWaiting, describeQueues, findFailed, type JobQueue, listActive } from './job-queues.ts'
import type { Log } from './log.ts'
import { jobSeconds } from './metrics.ts'

interface JobDefinition<Input extends z.ZodType, Needs> {
  name: string
  input: Input
  /** Number of retries after a failure. */
  retries: number
  /** Cron expression in UTC for recurring jobs; their input is `{}`. */
  cron?: string
  /** A finished job is deleted from the database after this long; default one week. */
  deleteAfterSeconds?: number
  /** The input has names or addresses: the job is deleted as soon as it has succeeded. */
  isForgottenWhenDone?: boolean
  /** Maximum number of parallel runs per process; default 1. */
  concurrency?: number
  run(input: z.infer<Input>, needs: Needs, signal: AbortSignal, attempt: JobAttempt): Promise<void>
}

interface JobAttempt {
  /** True when a failure of this run is final. */
  last: boolean
}

export function defineJob<Input extends z.ZodType, Needs>(
  job: JobDefinition<Input, Needs>,
): JobDefinition<Input, Needs> {
  return job
}

export interface Jobs {
  /** Queues a job, in the transaction `within` if given, to run after `afterSeconds`. */
  send<Input extends z.ZodType, Needs>(
    job: JobDefinition<Input, Needs>,
    input: z.input<Input>,
    options?: { within?: ScopedTransaction; afterSeconds?: number },
  ): Promise<void>
  /** Polls for jobs of this kind now; call it after the transaction of a `send`. */
  wake<Input extends z.ZodType, Needs>(job: JobDefinition<Input, Needs>): void
  work<Input extends z.ZodType, Needs>(job: JobDefinition<Input, Needs>, needs: Needs): Promise<void>
  /** Inputs of all queued and running jobs of this kind, in any process. */
  pending<Input extends z.ZodType, Needs>(job: JobDefinition<Input, Needs>): Promise<z.infer<Input>[]>
  /** Jobs that are due and not started, by name, in any process; every known job is listed, with 0 as well. */
  waiting(): Promise<Map<string, number>>
  /** How each job of this process stands, in all processes. */
  describe(): Promise<JobQueue[]>
  /** The jobs that this process works on. */
  names(): string[]
  /** Queues those of these jobs that failed again, with the input they had; returns how many there were. */
  retry(ids: readonly string[]): Promise<number>
  ping(): Promise<boolean>
  /** Interrupts running jobs and queues them again for the next start. */
  stop(): Promise<void>
}

/** A job with its dependencies, ready to be worked on. */
export interface FeatureJob {
  name: string
  start(jobs: Jobs): Promise<void>
}

export function work<Input extends z.ZodType, Needs>(job: JobDefinition<Input, Needs>, needs: Needs): FeatureJob {
  return { name: job.name, start: (jobs) => jobs.work(job, needs) }
}

const heartbeat = { seconds: 20, everySeconds: 5 }

/** A job that has not ended by then is left behind when the process stops. */
const stopTimeoutMs = 10_000

/** `watchDueJobs` wakes the workers of due jobs; this is how often each asks by itself as well. */
const workerPollSeconds = 60

export async function startJobs(
  database: Database,
  log: Log,
  { isOnlyProcess }: { isOnlyProcess: boolean },
): Promise<Jobs> {
  const warn = (error: unknown) => log.warn({ event: 'jobs.queue_error', err: error }, 'job queue error')
  const pgBoss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    schema: 'jobs',
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  })
  pgBoss.on('error', warn)
  await pgBoss.start()
  // Both are read once for all jobs, before any of them is worked on: a start asks nothing of each queue that it knows.
  const storedQueues = new Map((await pgBoss.getQueues()).map((queue) => [queue.name, queue]))
  /** What the process before this one, which is gone, was working on. */
  const leftover = isOnlyProcess ? await listActive(database) : []
  const stopping = new AbortController()
  const ensuredQueues = new Map<string, Promise<void>>()
  const workers = new Map<string, string[]>()
  const wake = ({ name }: { name: string }) => {
    for (const worker of workers.get(name) ?? []) pgBoss.notifyWorker(worker)
  }
  const dueJobs = watchDueJobs(database, {
    names: () => [...workers.keys()],
    onDue: (name) => wake({ name }),
    onError: warn,
  })

  function ensureQueue<Input extends z.ZodType, Needs>(job: JobDefinition<Input, Needs>): Promise<void> {
    const options = {
      retryLimit: job.retries,
      retryBackoff: true,
      expireInSeconds: 6 * 3600,
      heartbeatSeconds: heartbeat.seconds,
      ...(job.deleteAfterSeconds !== undefined && { deleteAfterSeconds: job.deleteAfterSeconds }),
    }
    const stored = storedQueues.get(job.name)
    const isStored = Object.entries(options).every(([name, value]) => fieldOf(stored, name) === value)
    const create = async () => {
      await pgBoss.createQueue(job.name, options)
      // One that was there before keeps its options: an earlier start made it, or another process in the meantime.
      if (stored || !isOnlyProcess) await pgBoss.updateQueue(job.name, options)
    }
    const making = ensuredQueues.get(job.name) ?? (isStored ? Promise.resolve() : create())
    ensuredQueues.set(job.name, making)
    // Do not cache a failure.
    making.catch(() => ensuredQueues.delete(job.name))
    return making
  }

  /** Queues the job as new, because an interruption must not use up a retry. */
  function requeue({ id, name, data }: Pick<Job<object>, 'id' | 'name' | 'data'>): Promise<void> {
    return database.shared.transaction().execute(async (tx) => {
      const db = fromKysely(tx)
      const storedJob = await pgBoss.getJobById(name, id, { db })
      if (storedJob?.state !== 'active') return
      await pgBoss.deleteJob(name, id, { db })
      await pgBoss.send(name, data, { db })
    })
  }

  /** An interruption queues it again; a failure is retried by the queue. */
  async function runOne<Input extends z.ZodType, Needs>(
    job: JobDefinition<Input, Needs>,
    needs: Needs,
    item: JobWithMetadata<object>,
  ): Promise<void> {
    const signal = AbortSignal.any([item.signal, stopping.signal])
    log.info({ event: 'jobs.started', job: job.name, job_id: item.id }, 'job started')
    const measure = jobSeconds.startTimer({ job: job.name })
    try {
      const attempt = { last: item.retryCount >= item.retryLimit }
      await traced(`job ${job.name}`, SpanKind.CONSUMER, { 'kept.job': job.name, 'kept.job_id': item.id }, () =>
        job.run(job.input.parse(item.data), needs, signal, attempt),
      )
      if (job.isForgottenWhenDone) await pgBoss.deleteJob(job.name, item.id)
      measure({ outcome: 'finished' })
      log.info({ event: 'jobs.finished', job: job.name, job_id: item.id }, 'job finished')
    } catch (error) {
      measure({ outcome: stopping.signal.aborted ? 'interrupted' : 'failed' })
      if (!stopping.signal.aborted) {
        log.warn({ event: 'jobs.failed', job: job.name, job_id: item.id, err: error }, 'job failed')
        throw error
      }
      await requeue({ id: item.id, name: job.name, data: item.data })
      log.info({ event: 'jobs.interrupted', job: job.name, job_id: item.id }, 'job interrupted, queued again')
    }
  }

  async function requeueLeftover({ name }: { name: string }): Promise<void> {
    for (const item of leftover.filter((active) => active.name === name)) {
      log.info({ event: 'jobs.requeued', job: name, job_id: item.id }, 'job of the previous process queued again')
      await requeue(item)
    }
  }

  return {
    async send(job, input, { within, afterSeconds } = {}) {
      await ensureQueue(job)
      await pgBoss.send(job.name, job.input.parse(input) as object, {
        ...(within && { db: fromKysely(within) }),
        ...(afterSeconds !== undefined && { startAfter: Math.ceil(afterSeconds) }),
      })
      if (!within) wake(job)
    },
    wake,
    async work(job, needs) {
      await ensureQueue(job)
      await requeueLeftover(job)
      const options = {
        pollingIntervalSeconds: workerPollSeconds,
        includeMetadata: true,
        heartbeatRefreshSeconds: heartbeat.everySeconds,
      } as const
      const handle = async (batch: JobWithMetadata<object>[]) => {
        for (const item of batch) await runOne(job, needs, item)
      }
      const ids: string[] = []
      for (let n = 0; n < (job.concurrency ?? 1); n += 1) ids.push(await pgBoss.work(job.name, options, handle))
      workers.set(job.name, ids)
      if (job.cron) await pgBoss.schedule(job.name, job.cron, {}, { tz: 'UTC' })
    },
    async pending(job) {
      await ensureQueue(job)
      const queuedJobs = await pgBoss.findJobs<object>(job.name)
      const alive = queuedJobs.filter(({ state }) => state === 'created' || state === 'retry' || state === 'active')
      return alive.map(({ data }) => job.input.parse(data))
    },
    async waiting() {
      const rows = await countWaiting(database)
      return new Map(rows.filter(({ name }) => workers.has(name)).map(({ name, waiting }) => [name, waiting]))
    },
    async describe() {
      const rows = await describeQueues(database)
      return rows.filter(({ name }) => workers.has(name))
    },
    names: () => [...workers.keys()],
    async retry(ids) {
      const rows = await findFailed(database, ids, [...workers.keys()])
      for (const failed of rows) {
        await pgBoss.retry(failed.name, failed.ids)
        wake(failed)
      }
      return rows.reduce((count, failed) => count + failed.ids.length, 0)
    },
    async ping() {
      try {
        await database.pool.query('SELECT 1 FROM jobs.version')
        return true
      } catch {
        return false
      }
    },
    async stop() {
      stopping.abort(new Error('Kept is stopping'))
      await dueJobs.stop()
      await endWorkers(pgBoss, [...workers.keys()])
      await pgBoss.stop({ graceful: false })
    },
  }
}

/**
 * Waits for running jobs, but not forever. A graceful stop of the queue itself looks only every half a second whether they
 * have ended.
 */
async function endWorkers(pgBoss: PgBoss, names: readonly string[]): Promise<void> {
  const ended = new AbortController()
  const timeout = wait(stopTimeoutMs, undefined, { signal: ended.signal }).catch(() => undefined)
  await Promise.race([Promise.all(names.map((name) => pgBoss.offWork(name))), timeout])
  ended.abort()
}
