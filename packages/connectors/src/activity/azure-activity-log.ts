/** Azure activity log: machines that people and programs started, stopped, created and deleted. */
import type { ActivityType } from '@kept/domain/usage-event.ts'
import { defineActivitySource } from './activity-source.ts'
import { instantFrom, needed, textAt, valueAt } from './reading.ts'

/** The usage event of an operation, by its name in lower case. */
const operations: Readonly<Record<string, ActivityType>> = {
  'microsoft.compute/virtualmachines/start/action': 'environment_started',
  'microsoft.compute/virtualmachines/deallocate/action': 'environment_stopped',
  'microsoft.compute/virtualmachines/poweroff/action': 'environment_stopped',
  'microsoft.compute/virtualmachines/delete': 'environment_deleted',
  'microsoft.compute/virtualmachines/write': 'api_call',
  'microsoft.compute/virtualmachines/runcommand/action': 'terminal_session',
  'microsoft.machinelearningservices/workspaces/computes/start/action': 'environment_started',
  'microsoft.machinelearningservices/workspaces/computes/stop/action': 'environment_stopped',
  'microsoft.devcenter/projects/users/devboxes/start/action': 'environment_started',
  'microsoft.devcenter/projects/users/devboxes/stop/action': 'environment_stopped',
}

export const azureActivityLog = defineActivitySource({
  id: 'azure-activity-log',
  label: 'Azure activity log',
  recognizes: (record) => typeof record.eventDataId === 'string' && textAt(record, 'operationName.value') !== '',
  read(record) {
    const name = textAt(record, 'operationName.value')
    const type = operations[name.toLowerCase()]
    if (!type) return { ignored: `Azure operation "${name}" does not show usage` }
    // An operation is written when it begins, and again when it has ended.
    if (textAt(record, 'status.value') !== 'Succeeded') return { ignored: 'an operation that has not succeeded' }
    const caller = textAt(record, 'caller')
    // A person has an address; an application has an ID.
    const person = caller.includes('@') ? caller : null
    return {
      events: [
        {
          event_id: `azure:${needed(textAt(record, 'eventDataId'), 'eventDataId')}`,
          user_id: person,
          environment_id: needed(textAt(record, 'resourceId'), 'resourceId'),
          project: textAt(record, 'subscriptionId'),
          activity_type: person === null && !type.startsWith('environment_') ? 'automation' : type,
          timestamp: instantFrom(valueAt(record, 'eventTimestamp'), 'eventTimestamp'),
        },
      ],
    }
  },
})
