/** Tables of sessions and jobs: SSH and IDE logs, CI job logs. Heads are found by the words tools use for them. */

import { badInput } from '@kept/domain/errors.ts'
import { type ActivityType, activityOf } from '@kept/domain/usage-event.ts'
import { defineActivitySource, type SourceRecord } from './activity-source.ts'
import { instantFrom, secondsBetween, textAt } from './reading.ts'

const heads = {
  environment: [
    'environment_id',
    'environment',
    'host',
    'hostname',
    'instance',
    'instance_id',
    'workspace',
    'workspace_id',
    'machine',
    'server',
  ],
  start: ['start', 'started_at', 'start_time', 'login', 'login_time', 'connected_at', 'begin', 'timestamp', 'time'],
  end: ['end', 'ended_at', 'end_time', 'finished_at', 'logout', 'logout_time', 'disconnected_at'],
  seconds: ['duration', 'duration_seconds', 'seconds'],
  user: ['user', 'user_id', 'username', 'login_name', 'actor', 'triggered_by'],
  email: ['email', 'user_email'],
  type: ['activity_type', 'type', 'kind', 'ide', 'client', 'protocol'],
  job: ['job', 'job_id', 'job_name', 'pipeline', 'pipeline_id', 'build', 'build_id', 'run_id'],
  trigger: ['trigger', 'source', 'triggered_by_event', 'event'],
  id: ['id', 'event_id', 'session_id'],
  project: ['project', 'repository', 'repo'],
  team: ['team'],
  zone: ['timezone', 'zone'],
} as const

export const sessionTable = defineActivitySource({
  id: 'session-table',
  label: 'Table of sessions or jobs',
  recognises: (record) => found(record, 'environment') !== '' && found(record, 'start') !== '' && !('body' in record),
  read(record) {
    const start = instantFrom(record[found(record, 'start')], found(record, 'start'))
    const environment = value(record, 'environment')
    if (environment === '') throw badInput(`${found(record, 'environment')} is missing.`)
    const job = value(record, 'job')
    const type = typeOf(record, job)
    const id = value(record, 'id') || (job && `${job}:${start}`)
    return {
      events: [
        {
          ...(id && { event_id: `table:${environment}:${id}` }),
          user_id: value(record, 'user') || null,
          user_email: value(record, 'email') || null,
          environment_id: environment,
          project: value(record, 'project'),
          team: value(record, 'team'),
          activity_type: type,
          timestamp: start,
          duration: lengthOf(record, start),
          timezone: value(record, 'zone'),
        },
      ],
    }
  },
})

/** Without a word about what it was, a session of a person at a machine is a shell; a job is a job. */
function typeOf(record: SourceRecord, job: string): ActivityType {
  if (job !== '') return /sched|cron|timer/i.test(value(record, 'trigger')) ? 'scheduled_job' : 'pipeline'
  const word = value(record, 'type')
  if (word === '') return 'ssh_session'
  const type = activityOf(word)
  if (type) return type
  if (/code|jetbrains|idea|pycharm|goland|webstorm|rider|cursor|zed|vim|emacs|eclipse|jupyter/i.test(word))
    return 'ide_session'
  throw badInput(`${found(record, 'type')} "${word.slice(0, 60)}" is no activity Kept knows.`)
}

function lengthOf(record: SourceRecord, start: string): number {
  const end = value(record, 'end')
  if (end !== '') {
    const ended = instantFrom(end, found(record, 'end'))
    if (Temporal.Instant.compare(ended, start) < 0)
      throw badInput(`${found(record, 'end')} ${ended} is before the start ${start}.`)
    return secondsBetween(start, ended)
  }
  const seconds = value(record, 'seconds')
  if (seconds === '') return 0
  const number = Number(seconds)
  if (!Number.isFinite(number))
    throw badInput(`${found(record, 'seconds')} must be a number of seconds; it is "${seconds.slice(0, 60)}".`)
  return number
}

function value(record: SourceRecord, what: keyof typeof heads): string {
  const head = found(record, what)
  return head === '' ? '' : textAt({ it: record[head] }, 'it').trim()
}

function found(record: SourceRecord, what: keyof typeof heads): string {
  return heads[what].find((head) => head in record) ?? ''
}
