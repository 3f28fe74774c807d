/** GitHub webhooks, stored as { headers, body }: pushes, workflow runs and deployments. */
import { type Adapted, defineActivitySource, type SourceRecord } from './activity-source.ts'
import { instantFrom, needed, recordAt, secondsBetween, textAt, valueAt } from './reading.ts'
import { headerOf } from './webhook.ts'

export const github = defineActivitySource({
  id: 'github-webhook',
  label: 'GitHub webhooks',
  recognizes: (record) => headerOf(record, 'x-github-event') !== '',
  read(record, { environmentOf }) {
    const body = recordAt(record, 'body')
    const kind = headerOf(record, 'x-github-event')
    const project = textAt(body, 'repository.full_name')
    const origin = { project, ref: textAt(body, 'ref') || textAt(body, 'workflow_run.head_branch'), environment: '' }
    const common = { project, event_id: `github:${needed(headerOf(record, 'x-github-delivery'), 'X-GitHub-Delivery')}` }
    const userOf = (path: string) => ({
      user_id: textAt(body, `${path}.login`) || null,
      user_email: textAt(body, `${path}.email`) || null,
    })
    if (kind === 'push') {
      if (valueAt(body, 'deleted') === true) return { ignored: 'a branch was deleted' }
      return {
        events: [
          {
            ...common,
            ...userOf('sender'),
            environment_id: environmentOf(origin),
            activity_type: 'commit',
            timestamp: instantFrom(
              valueAt(body, 'repository.pushed_at') ?? valueAt(body, 'head_commit.timestamp'),
              'repository.pushed_at',
            ),
          },
        ],
      }
    }
    if (kind === 'workflow_run')
      return workflowRun(body, { ...common, ...userOf('workflow_run.actor'), environment_id: environmentOf(origin) })
    if (kind === 'deployment') {
      const environment = textAt(body, 'deployment.environment')
      return {
        events: [
          {
            ...common,
            ...userOf('deployment.creator'),
            environment_id: environmentOf({ ...origin, environment }),
            activity_type: 'deploy',
            timestamp: instantFrom(valueAt(body, 'deployment.created_at'), 'deployment.created_at'),
          },
        ],
      }
    }
    return { ignored: `GitHub event "${kind}" does not show usage` }
  },
})

function workflowRun(
  body: SourceRecord,
  common: { event_id: string; project: string; environment_id: string },
): Adapted {
  if (textAt(body, 'action') !== 'completed') return { ignored: 'an unfinished workflow run' }
  const run = recordAt(body, 'workflow_run')
  const started = instantFrom(
    valueAt(run, 'run_started_at') ?? valueAt(run, 'created_at'),
    'workflow_run.run_started_at',
  )
  const endedAt = instantFrom(valueAt(run, 'updated_at'), 'workflow_run.updated_at')
  const trigger = textAt(run, 'event')
  return {
    events: [
      {
        ...common,
        activity_type: trigger === 'schedule' ? 'scheduled_job' : 'pipeline',
        timestamp: started,
        duration: secondsBetween(started, endedAt),
      },
    ],
  }
}
