/** Tables of sessions and jobs: SSH and IDE logs, CI job logs. Columns are found by the names that tools use. */

import { badInput } from '@kept/domain/errors.ts'
import { type ActivityType, activityOf } from '@kept/domain/usage-event.ts'
import { defineActivitySource, type SourceRecord } from './activity-source.ts'
import { isBuildServer } from './is-program.ts'
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
  timeZone: ['time_zone', 'timezone', 'zone'],
} as const

export const sessionTable = defineActivitySource({
  id: 'session-table',
  label: 'Table of sessions or jobs',
  recognizes: (record) =>
    findHead(record, 'environment') !== '' && findHead(record, 'start') !== '' && !('body' in record),
  read(record) {
    const start = instantFrom(record[findHead(record, 'start')], findHead(record, 'start'))
    const environment = value(record, 'environment')
    if (environment === '') throw badInput(`${findHead(record, 'environment')} is missing.`)
    const job = value(record, 'job')
    const type = typeOf(record, job)
    const id = value(record, 'id') || (job && `${job}:${start}`)
    return {
      events: [
        {
          ...(id && { event_id: `table:${environment}:${id}` }),
          user_id: userOf(record) || null,
          user_email: value(record, 'email') || null,
          environment_id: environment,
          project: value(record, 'project'),
          team: value(record, 'team'),
          activity_type: type,
          timestamp: start,
          duration: lengthOf(record, start),
          time_zone: value(record, 'timeZone'),
        },
      ],
    }
  },
})

/** A build server that was started by a person's push stands for that person, who is not named. */
function userOf(record: SourceRecord): string {
  const user = value(record, 'user')
  if (/^(?:-|null|none|n\/a|undefined|unknown|anonymous)$/i.test(user)) return ''
  return isBuildServer(user) && /push|commit|merge|pull|manual|web/i.test(value(record, 'trigger')) ? '' : user
}

/** Without a type, a session of a person on a machine is a shell session, and a job is a job. */
function typeOf(record: SourceRecord, job: string): ActivityType {
  if (job !== '') return /sched|cron|timer/i.test(value(record, 'trigger')) ? 'scheduled_job' : 'pipeline'
  const typeName = value(record, 'type')
  if (typeName === '') return 'ssh_session'
  const type = activityOf(typeName)
  if (type) return type
  if (/code|jetbrains|idea|pycharm|goland|webstorm|rider|cursor|zed|vim|emacs|eclipse|jupyter/i.test(typeName))
    return 'ide_session'
  throw badInput(`${findHead(record, 'type')} "${typeName.slice(0, 60)}" is not a known activity type.`)
}

function lengthOf(record: SourceRecord, start: string): number {
  const end = value(record, 'end')
  if (end !== '') {
    const endedAt = instantFrom(end, findHead(record, 'end'))
    if (Temporal.Instant.compare(endedAt, start) < 0)
      throw badInput(`${findHead(record, 'end')} ${endedAt} is before the start ${start}.`)
    return secondsBetween(start, endedAt)
  }
  const seconds = value(record, 'seconds')
  if (seconds === '') return 0
  const number = Number(seconds)
  if (!Number.isFinite(number))
    throw badInput(`${findHead(record, 'seconds')} must be a number of seconds; it is "${seconds.slice(0, 60)}".`)
  return number
}

function value(record: SourceRecord, field: keyof typeof heads): string {
  const head = findHead(record, field)
  return head === '' ? '' : textAt({ it: record[head] }, 'it').trim()
}

function findHead(record: SourceRecord, field: keyof typeof heads): string {
  return heads[field].find((head) => head in record) ?? ''
}
