/** Google Cloud audit logs: machines that people and programs started, stopped, created and deleted. */
import type { ActivityType } from '@kept/domain/usage-event.ts'
import { defineActivitySource, type SourceRecord } from './activity-source.ts'
import { instantFrom, needed, textAt, valueAt } from './reading.ts'

/** The usage event of a method, by the end of its name: versions differ. */
const methods: Readonly<Record<string, ActivityType>> = {
  'compute.instances.start': 'environment_started',
  'compute.instances.resume': 'environment_started',
  'compute.instances.stop': 'environment_stopped',
  'compute.instances.suspend': 'environment_stopped',
  'compute.instances.insert': 'environment_created',
  'compute.instances.delete': 'environment_deleted',
  'compute.instances.setMachineType': 'api_call',
  'NotebookService.StartInstance': 'environment_started',
  'NotebookService.StopInstance': 'environment_stopped',
}

export const googleAuditLog = defineActivitySource({
  id: 'google-audit-log',
  label: 'Google Cloud audit log',
  recognizes: (record) => textAt(record, 'protoPayload.methodName') !== '' && typeof record.insertId === 'string',
  read(record) {
    const name = textAt(record, 'protoPayload.methodName')
    const [, type] = Object.entries(methods).find(([method]) => name === method || name.endsWith(`.${method}`)) ?? []
    if (!type) return { ignored: `Google Cloud method "${name}" does not show usage` }
    if (Number(valueAt(record, 'protoPayload.status.code') ?? 0) !== 0) return { ignored: 'a call that failed' }
    // A long operation is written when it begins, and again when it has ended.
    if (valueAt(record, 'operation.first') === true && valueAt(record, 'operation.last') !== true)
      return { ignored: 'an operation that has not ended' }
    const caller = textAt(record, 'protoPayload.authenticationInfo.principalEmail')
    const person = caller === '' || caller.endsWith('gserviceaccount.com') ? null : caller
    return {
      events: [
        {
          event_id: `google:${needed(record.insertId === undefined ? '' : String(record.insertId), 'insertId')}`,
          user_id: person,
          environment_id: needed(environmentOf(record), 'protoPayload.resourceName'),
          environment_name: textAt(record, 'protoPayload.resourceName').split('/').at(-1) ?? '',
          project: textAt(record, 'resource.labels.project_id'),
          activity_type: person === null && !type.startsWith('environment_') ? 'automation' : type,
          timestamp: instantFrom(valueAt(record, 'timestamp'), 'timestamp'),
        },
      ],
    }
  },
})

/** As the inventory and bills write it: instances by number. */
function environmentOf(record: SourceRecord): string {
  const name = textAt(record, 'protoPayload.resourceName')
  const id = textAt(record, 'resource.labels.instance_id')
  if (textAt(record, 'resource.type') !== 'gce_instance' || id === '') return name
  return `//compute.googleapis.com/${name.replace(/[^/]+$/, id)}`
}
