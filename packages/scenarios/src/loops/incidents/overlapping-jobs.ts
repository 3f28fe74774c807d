/** A CronJob that may overlap itself, as it may by default, by the state and the events that Kubernetes keeps. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'
import { about, Drift, playNeighbors, tideAt } from './neighbors.ts'

const [cronJob, database, length, every] = ['ledger-export', 'export-db', 360, 2]

interface Run {
  job: string
  ends: number
  isDone: boolean
}

class Jobs {
  readonly #writer: TelemetryWriter
  readonly #drift: Drift
  #active: Run[] = []
  #read = 6e8
  #lastSuccess: number
  #lastSchedule: number

  constructor(writer: TelemetryWriter) {
    this.#writer = writer
    this.#drift = new Drift(writer, 0.05)
    this.#lastSuccess = writer.beginMs / 1000 - 40
    this.#lastSchedule = writer.beginMs / 1000 - every * 60
  }

  get activeCount(): number {
    return this.#active.length
  }

  start(minute: number, takes: number, isDone: boolean): void {
    // Kubernetes names a job by the minute since 1970 that it is due in.
    const job = `${cronJob}-${Math.floor(this.#writer.beginMs / 60_000) + minute}`
    this.#lastSchedule = this.#writer.beginMs / 1000 + minute * 60
    this.#active.push({ job, ends: minute + takes, isDone })
    this.#event('CronJob', cronJob, 'SuccessfulCreate', `Created job ${job}`, minute)
  }

  report(minute: number, rowsOfEach: number): void {
    for (const { job, ends, isDone } of this.#active.filter((run) => run.ends <= minute)) {
      const condition = isDone ? 'Complete' : 'Failed'
      if (isDone) this.#event('Job', job, 'Completed', 'Job completed', ends)
      else this.#event('Job', job, 'DeadlineExceeded', 'Job was active longer than specified deadline', ends)
      this.#event(
        'CronJob',
        cronJob,
        'SawCompletedJob',
        `Saw completed job: ${job}, condition: ${condition}`,
        ends + 0.02,
      )
      if (isDone) this.#lastSuccess = this.#writer.beginMs / 1000 + ends * 60
    }
    this.#active = this.#active.filter((run) => run.ends > minute)
    // They read side by side until the disk is the limit.
    this.#read += about(this.#writer, Math.min(2_400_000, this.#active.length * rowsOfEach) * this.#drift.next())
    const point = (resource: string, metric: string, value: number) =>
      this.#writer.point(resource, metric, minute, Math.round(value))
    point(cronJob, 'kube_cronjob_status_active', this.#active.length)
    point(cronJob, 'kube_cronjob_status_last_successful_time', this.#lastSuccess)
    point(cronJob, 'kube_cronjob_status_last_schedule_time', this.#lastSchedule)
    point(database, 'pg_stat_database_tup_returned', this.#read)
    point(database, 'pg_stat_database_numbackends', 6 + this.#active.length)
  }

  #event(kind: 'CronJob' | 'Job', name: string, reason: string, message: string, at: number): void {
    const component = kind === 'Job' ? 'job-controller' : 'cronjob-controller'
    const type = reason === 'DeadlineExceeded' ? ('Warning' as const) : ('Normal' as const)
    this.#writer.event({ kind, name, reason, message, at, component, type })
  }
}

/** Each run begins with all that was not exported; with another beside it none ends before its deadline. */
function noneEnds(writer: TelemetryWriter): null {
  playNeighbors(writer, length)
  const [jobs, from, deadline] = [new Jobs(writer), writer.rng.integer(60, 100), writer.rng.integer(30, 50)]
  const rows = writer.between(130_000, 170_000)
  for (let minute = 0; minute < length; minute += 1) {
    // An index is dropped: from then on a run reads the table from its start.
    const isSlow = minute >= from
    const takes = isSlow ? deadline : Math.min(1.8, writer.between(0.6, 1.2) * tideAt(writer, minute))
    if (minute % every === 0) jobs.start(minute, takes, !isSlow)
    jobs.report(minute, isSlow ? rows : 9000)
  }
  return null
}

/** At the end of a quarter each run has many more rows of its own to export, takes longer than two minutes, and ends. */
function quarterEnds(writer: TelemetryWriter): void {
  playNeighbors(writer, length)
  const [jobs, from] = [new Jobs(writer), writer.rng.integer(60, 100)]
  const [to, rows] = [from + writer.rng.integer(100, 150), writer.between(130_000, 170_000)]
  for (let minute = 0; minute < length; minute += 1) {
    const isFull = minute >= from && minute < to
    const takes = isFull ? writer.between(26, 40) : Math.min(1.8, writer.between(0.6, 1.2) * tideAt(writer, minute))
    if (minute % every === 0) jobs.start(minute, takes, true)
    jobs.report(minute, isFull || jobs.activeCount > 3 ? rows : 9000)
  }
}

export const overlappingJobs: Twins = twins(
  'seventh-held',
  {
    ...{ name: 'Job that begins beside itself, and none of its runs ends', type: 'batch_processing_loop' },
    own: [cronJob, database],
    why: 'Twenty runs at once read the same rows until their deadline, and for hours none has succeeded.',
    play: noneEnds,
  },
  {
    name: 'Job that runs beside itself at the end of a quarter',
    why: 'As many runs at once read as much, but each has rows of its own, succeeds, and the next one goes on.',
    play: quarterEnds,
  },
)
