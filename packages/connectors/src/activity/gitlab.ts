/** GitLab webhooks, stored as { headers, body }: pushes, pipelines and deployments. */
import { defineActivitySource, type SourceRecord } from './activity-source.ts'
import { instantFrom, listAt, needed, recordAt, secondsBetween, textAt, valueAt } from './reading.ts'
import { headerOf } from './webhook.ts'

const ended = new Set(['success', 'failed', 'canceled'])

export const gitlab = defineActivitySource({
  id: 'gitlab-webhook',
  label: 'GitLab webhooks',
  recognises: (record) => headerOf(record, 'x-gitlab-event') !== '',
  read(record, { environmentOf }) {
    const body = recordAt(record, 'body')
    const kind = textAt(body, 'object_kind')
    const project = needed(textAt(body, 'project.path_with_namespace'), 'project.path_with_namespace')
    const at = { project, ref: textAt(body, 'ref') || textAt(body, 'object_attributes.ref'), environment: '' }
    if (kind === 'push') {
      const last = listAt(body, 'commits').at(-1)
      if (!last) return { ignored: 'a push without commits' }
      return {
        events: [
          {
            event_id: idOf(record, `push:${project}:${textAt(body, 'checkout_sha')}`),
            project,
            ...who(body),
            environment_id: environmentOf(at),
            activity_type: 'commit',
            timestamp: instantFrom(valueAt(last, 'timestamp'), 'commits.timestamp'),
          },
        ],
      }
    }
    if (kind === 'pipeline') {
      const run = recordAt(body, 'object_attributes')
      if (!ended.has(textAt(run, 'status'))) return { ignored: 'a pipeline that is not over' }
      const from = instantFrom(valueAt(run, 'created_at'), 'object_attributes.created_at')
      const to = instantFrom(valueAt(run, 'finished_at'), 'object_attributes.finished_at')
      return {
        events: [
          {
            // A pipeline is announced again when a job of it is run once more.
            event_id: `gitlab:pipeline:${project}:${textAt(run, 'id')}:${to}`,
            project,
            ...who(recordAt(body, 'user')),
            environment_id: environmentOf(at),
            activity_type: textAt(run, 'source') === 'schedule' ? 'scheduled_job' : 'pipeline',
            timestamp: from,
            duration: secondsBetween(from, to),
          },
        ],
      }
    }
    if (kind === 'deployment') {
      if (textAt(body, 'status') !== 'success') return { ignored: 'a deployment that is not over' }
      return {
        events: [
          {
            event_id: `gitlab:deployment:${project}:${textAt(body, 'deployment_id')}`,
            project,
            ...who(recordAt(body, 'user')),
            environment_id: environmentOf({ ...at, environment: textAt(body, 'environment') }),
            activity_type: 'deploy',
            timestamp: instantFrom(valueAt(body, 'status_changed_at'), 'status_changed_at'),
          },
        ],
      }
    }
    return { ignored: `GitLab event "${kind}" is no sign of use` }
  },
})

function idOf(record: SourceRecord, otherwise: string): string {
  return `gitlab:${headerOf(record, 'x-gitlab-event-uuid') || otherwise}`
}

function who(user: SourceRecord) {
  const email = textAt(user, 'user_email') || textAt(user, 'email')
  return {
    user_id: textAt(user, 'user_username') || textAt(user, 'username') || null,
    user_name: textAt(user, 'user_name') || textAt(user, 'name') || null,
    user_email: email === '[REDACTED]' ? null : email || null,
  }
}
