/** Gitpod: the audit log of its API, and the usage list of its workspaces. */
import type { UsageEventInput } from '@kept/domain/usage-event.ts'
import { defineActivitySource } from './activity-source.ts'
import { instantFrom, needed, textAt, valueAt } from './reading.ts'

export const gitpodAudit = defineActivitySource({
  id: 'gitpod-audit',
  label: 'Gitpod audit log',
  recognizes: (record) => 'actorPrincipal' in record && 'subjectType' in record,
  read(record) {
    if (!/ENVIRONMENT$/.test(textAt(record, 'subjectType'))) return { ignored: 'it has no environment' }
    const action = textAt(record, 'action').toLowerCase()
    const type = /start/.test(action)
      ? 'environment_started'
      : /stop/.test(action)
        ? 'environment_stopped'
        : /delete/.test(action)
          ? 'environment_deleted'
          : /create(?!.*token)/.test(action)
            ? 'environment_created'
            : /token|session|open/.test(action)
              ? 'ide_session'
              : undefined
    const isPerson = /USER$/.test(textAt(record, 'actorPrincipal'))
    if (!type || (type === 'ide_session' && !isPerson))
      return { ignored: `Gitpod action "${action}" does not show usage` }
    return {
      events: [
        {
          event_id: `gitpod:${needed(textAt(record, 'id'), 'id')}`,
          user_id: isPerson ? textAt(record, 'actorId') || null : null,
          environment_id: needed(textAt(record, 'subjectId'), 'subjectId'),
          activity_type: type,
          timestamp: instantFrom(valueAt(record, 'createdAt'), 'createdAt'),
        },
      ],
    }
  },
})

/** A running workspace is not necessarily a used one: its start and stop are events, its hours are not. */
export const gitpodUsage = defineActivitySource({
  id: 'gitpod-usage',
  label: 'Gitpod usage list',
  recognizes: (record) => 'workspaceId' in record && ('startedTime' in record || 'startTime' in record),
  read(record) {
    const workspace = needed(textAt(record, 'workspaceId'), 'workspaceId')
    const instance = textAt(record, 'workspaceInstanceId') || textAt(record, 'id')
    const common = {
      user_id: textAt(record, 'userName') || textAt(record, 'userId') || null,
      environment_id: workspace,
      project: textAt(record, 'contextURL') || textAt(record, 'contextUrl'),
    }
    const event = (
      activity_type: 'environment_started' | 'environment_stopped',
      time: unknown,
      field: string,
    ): UsageEventInput => ({
      ...common,
      event_id: `gitpod:${workspace}:${instance}:${activity_type}`,
      activity_type,
      timestamp: instantFrom(time, field),
    })
    const started = valueAt(record, 'startedTime') ?? valueAt(record, 'startTime')
    const stopped = valueAt(record, 'stoppedTime') || valueAt(record, 'endTime')
    return {
      events: [
        event('environment_started', started, 'startedTime'),
        ...(stopped ? [event('environment_stopped', stopped, 'stoppedTime')] : []),
      ],
    }
  },
})
