/** CloudTrail records: sessions that users opened, and machines that were started, stopped, created and deleted. */
import type { ActivityType, UsageEventInput } from '@kept/domain/usage-event.ts'
import { defineActivitySource, type SourceRecord } from './activity-source.ts'
import { isProgramName } from './is-program.ts'
import { instantFrom, listAt, needed, recordAt, textAt, valueAt } from './reading.ts'

/** The usage event of an API call, and where it names the environment. */
const calls: Record<string, { type: ActivityType; environmentIds: (record: SourceRecord) => string[] }> = {
  StartInstances: { type: 'environment_started', environmentIds: instances('requestParameters') },
  StopInstances: { type: 'environment_stopped', environmentIds: instances('requestParameters') },
  TerminateInstances: { type: 'environment_deleted', environmentIds: instances('requestParameters') },
  RunInstances: { type: 'environment_created', environmentIds: instances('responseElements') },
  StartSession: { type: 'terminal_session', environmentIds: member('requestParameters.target') },
  SendSSHPublicKey: { type: 'ssh_session', environmentIds: member('requestParameters.instanceId') },
  SendSerialConsoleSSHPublicKey: { type: 'ssh_session', environmentIds: member('requestParameters.instanceId') },
  CreatePresignedNotebookInstanceUrl: {
    type: 'ide_session',
    environmentIds: member('requestParameters.notebookInstanceName'),
  },
  StartNotebookInstance: {
    type: 'environment_started',
    environmentIds: member('requestParameters.notebookInstanceName'),
  },
  StopNotebookInstance: {
    type: 'environment_stopped',
    environmentIds: member('requestParameters.notebookInstanceName'),
  },
  StartDevEnvironment: { type: 'environment_started', environmentIds: member('requestParameters.id') },
  StartDevEnvironmentSession: { type: 'ide_session', environmentIds: member('requestParameters.id') },
  StopDevEnvironment: { type: 'environment_stopped', environmentIds: member('requestParameters.id') },
}

export const cloudtrail = defineActivitySource({
  id: 'cloudtrail',
  label: 'AWS CloudTrail',
  recognizes: (record) => typeof record.eventName === 'string' && typeof record.eventSource === 'string',
  read(record) {
    const name = textAt(record, 'eventName')
    const call = Object.hasOwn(calls, name) ? calls[name] : undefined
    if (!call) return { ignored: `CloudTrail call "${name}" does not show usage` }
    if (textAt(record, 'errorCode') !== '') return { ignored: 'a call that failed' }
    const person = personOf(record)
    // A session that a service opens for itself (patching, inventory) is not use by a person.
    if (person === null && call.type.endsWith('_session')) return { ignored: 'a service session, not a person' }
    const id = needed(textAt(record, 'eventID'), 'eventID')
    const environments = call.environmentIds(record)
    if (environments.length === 0) return { ignored: `CloudTrail call "${name}" has no environment` }
    const timestamp = instantFrom(valueAt(record, 'eventTime'), 'eventTime')
    return {
      events: environments.map(
        (environment_id): UsageEventInput => ({
          event_id: `cloudtrail:${id}:${environment_id}`,
          user_id: person,
          environment_id,
          project: textAt(record, 'recipientAccountId'),
          activity_type: call.type.endsWith('_session') && isProgramRole(record) ? 'automation' : call.type,
          timestamp,
          location: textAt(record, 'awsRegion'),
        }),
      ),
    }
  },
})

/** A role that pipelines and jobs assume, by its name; the session in it is often just a number. */
function isProgramRole(record: SourceRecord): boolean {
  const [, role = ''] = /:assumed-role\/([^/]+)\//.exec(textAt(record, 'userIdentity.arn')) ?? []
  return role !== '' && isProgramName(role)
}

/** A user, or the session name of a role that a person assumed; null for services and roles of machines. */
function personOf(record: SourceRecord): string | null {
  const identity = recordAt(record, 'userIdentity')
  if (textAt(identity, 'invokedBy') !== '') return null
  if (textAt(identity, 'type') === 'IAMUser') return textAt(identity, 'userName') || null
  if (textAt(identity, 'type') !== 'AssumedRole') return null
  const session = textAt(identity, 'arn').split('/').at(-1) ?? ''
  // The role session of a machine has the machine's name.
  return session === '' || /^i-[0-9a-f]{8,17}$/.test(session) ? null : session
}

function instances(side: string): (record: SourceRecord) => string[] {
  return (record) =>
    listAt(record, `${side}.instancesSet.items`)
      .map((item) => textAt(item, 'instanceId'))
      .filter(Boolean)
}

function member(path: string): (record: SourceRecord) => string[] {
  return (record) => [textAt(record, path)].filter(Boolean)
}
