/** Codespaces, from the audit log of a GitHub organization exported as JSON. */
import type { ActivityType } from '@kept/domain/usage-event.ts'
import { defineActivitySource } from './activity-source.ts'
import { instantFrom, needed, textAt, valueAt } from './reading.ts'

const actions: Record<string, ActivityType> = {
  'codespaces.connect': 'ide_session',
  'codespaces.create': 'environment_created',
  'codespaces.start_environment': 'environment_started',
  'codespaces.suspend_environment': 'environment_stopped',
  'codespaces.destroy': 'environment_deleted',
}

export const codespaces = defineActivitySource({
  id: 'codespaces',
  label: 'GitHub Codespaces (audit log)',
  recognizes: (record) => textAt(record, 'action').startsWith('codespaces.') && 'actor' in record,
  read(record) {
    const action = textAt(record, 'action')
    const type = Object.hasOwn(actions, action) ? actions[action] : undefined
    if (!type) return { ignored: `"${action}" does not show usage` }
    const name = textAt(record, 'codespace_name') || textAt(record, 'name')
    return {
      events: [
        {
          event_id: `codespaces:${needed(textAt(record, '_document_id'), '_document_id')}`,
          user_id: textAt(record, 'actor') || null,
          environment_id: needed(name, 'name'),
          environment_name: name,
          project: textAt(record, 'repo') || textAt(record, 'repository'),
          activity_type: type,
          timestamp: instantFrom(valueAt(record, '@timestamp') ?? valueAt(record, 'created_at'), '@timestamp'),
        },
      ],
    }
  },
})
