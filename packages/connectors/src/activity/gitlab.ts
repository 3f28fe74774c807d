/** GitLab webhooks, stored as { headers, body }: pushes, pipelines and deployments. */
import { defineActivitySource, type SourceRecord } from './activity-source.ts'
import { instantFrom, listAt, needed, recordAt, secondsBetween, textAt, valueAt } from './reading.ts'
import { headerOf } from './webhook.ts'

const finishedStatuses = new Set(['success', 'failed', 'canceled'])

export const gitlab = defineActivitySource({
  id: 'gitlab-webhook',
  label: 'GitLab webhooks',
  recognizes: (record) => headerOf(record, 'x-gitlab-event') !== '',
  read(record, { environmentOf }) {
    const body = recordAt(record, 'body')
    const kind = textAt(body, 'object_kind')
    const project = needed(textAt(body, 'project.path_with_namespace'), 'project.path_with_namespace')
    const origin = { project, ref: textAt(body, 'ref') || textAt(body, 'object_attributes.ref'), environment: '' }
    if (kind === 'push') {
      const last = listAt(body, 'commits').at(-1)
      if (!last) return { ignored: 'a push without commits' }
      return {
        events: [
          {
            event_id: idOf(record, `push:${project}:${textAt(body, 'checkout_sha')}`),
            project,
            ...userOf(body),
            environment_id: environmentOf(origin),
            activity_type: 'commit',
            timestamp: instantFrom(valueAt(last, 'timestamp'), 'commits.timestamp'),
          },
        ],
      }
    }
    if (kind === 'pipeline') {
      const run = recordAt(body, 'object_attributes')
      if (!finishedStatuses.has(textAt(run, 'status'))) return { ignored: 'an unfinished pipeline' }
      const from = instantFrom(valueAt(run, 'created_at'), 'object_attributes.created_at')
      const to = instantFrom(valueAt(run, 'finished_at'), 'object_attributes.finished_at')
      return {
        events: [
          {
            // A pipeline is reported again when one of its jobs is repeated.
            event_id: `gitlab:pipeline:${project}:${textAt(run, 'id')}:${to}`,
            project,
            ...userOf(recordAt(body, 'user')),
            environment_id: environmentOf(origin),
            activity_type: textAt(run, 'source') === 'schedule' ? 'scheduled_job' : 'pipeline',
            timestamp: from,
            duration: secondsBetween(from, to),
          },
        ],
      }
    }
    if (kind === 'deployment') {
      if (textAt(body, 'status') !== 'success') return { ignored: 'an unfinished deployment' }
      return {
        events: [
          {
            event_id: `gitlab:deployment:${project}:${textAt(body, 'deployment_id')}`,
            project,
            ...userOf(recordAt(body, 'user')),
            environment_id: environmentOf({ ...origin, environment: textAt(body, 'environment') }),
            activity_type: 'deploy',
            timestamp: instantFrom(valueAt(body, 'status_changed_at'), 'status_changed_at'),
          },
        ],
      }
    }
    return { ignored: `GitLab event "${kind}" does not show usage` }
  },
})

function idOf(record: SourceRecord, fallback: string): string {
  return `gitlab:${headerOf(record, 'x-gitlab-event-uuid') || fallback}`
}

function userOf(user: SourceRecord) {
  const email = textAt(user, 'user_email') || textAt(user, 'email')
  return {
    user_id: textAt(user, 'user_username') || textAt(user, 'username') || null,
    user_name: textAt(user, 'user_name') || textAt(user, 'name') || null,
    user_email: email === '[REDACTED]' ? null : email || null,
  }
}
