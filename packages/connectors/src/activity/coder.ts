/**
 * Coder: the audit log (workspaces started, stopped, opened), the connection log (sessions with their length), and its
 * webhook notifications (workspaces created, changed, deleted).
 */
import type { ActivityType } from '@kept/domain/usage-event.ts'
import { defineActivitySource, type SourceRecord } from './activity-source.ts'
import { instantFrom, isRecord, needed, secondsBetween, textAt, valueAt } from './reading.ts'

const buildActions: Record<string, ActivityType> = {
  start: 'environment_started',
  stop: 'environment_stopped',
  delete: 'environment_deleted',
  create: 'environment_created',
}
const openActions: Record<string, ActivityType> = { connect: 'ssh_session', open: 'ide_session' }

export const coderAudit = defineActivitySource({
  id: 'coder-audit',
  label: 'Coder audit log',
  recognizes: (record) => typeof record.resource_type === 'string' && 'resource_target' in record && 'action' in record,
  read(record) {
    const [action, resource] = [textAt(record, 'action'), textAt(record, 'resource_type')]
    const workspace =
      textAt(record, 'additional_fields.workspace_id') ||
      (resource === 'workspace' ? textAt(record, 'resource_id') : '')
    const isBuild = resource === 'workspace_build' || resource === 'workspace'
    const actions = isBuild
      ? buildActions
      : resource === 'workspace_agent' || resource === 'workspace_app'
        ? openActions
        : {}
    const type = Object.hasOwn(actions, action) ? actions[action] : undefined
    if (!type || workspace === '')
      return { ignored: `Coder action "${action}" on ${resource || 'nothing'} does not show usage` }
    return {
      events: [
        {
          event_id: `coder:${needed(textAt(record, 'id'), 'id')}`,
          user_id: textAt(record, 'user.username') || null,
          user_name: textAt(record, 'user.name') || null,
          user_email: textAt(record, 'user.email') || null,
          environment_id: workspace,
          environment_name: textAt(record, 'additional_fields.workspace_name') || textAt(record, 'resource_target'),
          activity_type: type,
          timestamp: instantFrom(valueAt(record, 'time'), 'time'),
        },
      ],
    }
  },
})

const connections: Record<string, ActivityType> = {
  ssh: 'ssh_session',
  vscode: 'ide_session',
  jetbrains: 'ide_session',
  reconnecting_pty: 'terminal_session',
  workspace_app: 'http_request',
  port_forwarding: 'http_request',
}

export const coderConnections = defineActivitySource({
  id: 'coder-connections',
  label: 'Coder connection log',
  recognizes: (record) => 'connect_time' in record && 'workspace_id' in record,
  read(record) {
    const kind = textAt(record, 'type')
    const type = Object.hasOwn(connections, kind) ? connections[kind] : undefined
    if (!type) return { ignored: `Coder connection "${kind}" does not show usage` }
    const from = instantFrom(valueAt(record, 'connect_time'), 'connect_time')
    return {
      events: [
        {
          event_id: `coder:${needed(textAt(record, 'id'), 'id')}`,
          // Agent-reported sessions name no user; it is usually the owner, but not certainly, so none is set.
          user_id: textAt(record, 'web_info.user.username') || null,
          environment_id: needed(textAt(record, 'workspace_id'), 'workspace_id'),
          environment_name: textAt(record, 'workspace_name'),
          activity_type: type,
          timestamp: from,
          duration: lengthOf(record, from),
        },
      ],
    }
  },
})

/** A session that is still open, or whose end was lost, counts as its first moment only. */
function lengthOf(record: SourceRecord, from: string): number {
  const end = valueAt(record, 'ssh_info.disconnect_time')
  return end === undefined || end === null ? 0 : secondsBetween(from, instantFrom(end, 'ssh_info.disconnect_time'))
}

/** By the name of the notification template; templates that are not listed do not show use of a workspace. */
const notifications: Record<string, ActivityType> = {
  'Workspace Created': 'environment_created',
  'Workspace Manually Updated': 'api_call',
  'Workspace Updated Automatically': 'environment_started',
  'Workspace Marked as Dormant': 'environment_stopped',
  'Workspace Deleted': 'environment_deleted',
}

export const coderNotifications = defineActivitySource({
  id: 'coder-notifications',
  label: 'Coder notifications',
  recognizes: (record) => isRecord(record.body) && 'msg_id' in record.body && isRecord(record.body.payload),
  read(record) {
    const name = textAt(record, 'body.payload.notification_name')
    const type = Object.hasOwn(notifications, name) ? notifications[name] : undefined
    if (!type) return { ignored: `Coder notification "${name}" does not show usage` }
    const targets = valueAt(record, 'body.payload.targets')
    const workspace: unknown = Array.isArray(targets) ? targets[0] : undefined
    const label = textAt(record, 'body.payload.labels.workspace') || textAt(record, 'body.payload.labels.name')
    const isPerson = type === 'api_call' || type === 'environment_created'
    return {
      events: [
        {
          event_id: `coder:${needed(textAt(record, 'body.msg_id'), 'msg_id')}`,
          // The recipient is not the actor; only actions by a person name that person.
          user_id: isPerson ? textAt(record, 'body.payload.user_username') || null : null,
          user_name: isPerson ? textAt(record, 'body.payload.user_name') || null : null,
          user_email: isPerson ? textAt(record, 'body.payload.user_email') || null : null,
          // The first target of a notification is its workspace.
          environment_id: needed(typeof workspace === 'string' ? workspace : label, 'payload.targets'),
          environment_name: label,
          activity_type: type,
          // A notification has no time: it is sent at once.
          timestamp: instantFrom(valueAt(record, 'received_at'), 'received_at'),
        },
      ],
    }
  },
})
