/** Kubernetes audit records and events: user actions in a namespace, and scaling to and from zero. */
import type { ActivityType } from '@kept/domain/usage-event.ts'
import { defineActivitySource, type SourceRecord } from './activity-source.ts'
import { instantFrom, needed, secondsBetween, textAt, valueAt } from './reading.ts'

const sessions = new Set(['exec', 'attach', 'portforward'])
const changes = new Set(['create', 'update', 'patch', 'delete'])
const workloads = new Set(['deployments', 'statefulsets', 'daemonsets', 'replicasets', 'pods', 'jobs', 'rollouts'])

export const kubernetesAudit = defineActivitySource({
  id: 'kubernetes-audit',
  label: 'Kubernetes audit log',
  recognizes: (record) => textAt(record, 'apiVersion').startsWith('audit.k8s.io/'),
  read(record, { prefix }) {
    if (textAt(record, 'stage') !== 'ResponseComplete') return { ignored: 'an audit record of an unfinished request' }
    const namespace = textAt(record, 'objectRef.namespace')
    if (namespace === '') return { ignored: 'a request outside any namespace' }
    const user = textAt(record, 'user.username')
    // Controllers, nodes and service accounts are active around the clock.
    if (user === '' || user.startsWith('system:')) return { ignored: 'a request by a service account' }
    if (Number(valueAt(record, 'responseStatus.code') ?? 200) >= 400) return { ignored: 'a denied request' }
    const type = activityOf(record)
    if (!type) return { ignored: 'a read request, which monitoring tools send all day' }
    const from = instantFrom(valueAt(record, 'requestReceivedTimestamp'), 'requestReceivedTimestamp')
    const to = instantFrom(valueAt(record, 'stageTimestamp') ?? from, 'stageTimestamp')
    return {
      events: [
        {
          event_id: `kubernetes:${needed(textAt(record, 'auditID'), 'auditID')}`,
          user_id: user,
          environment_id: `${prefix}${namespace}`,
          environment_name: namespace,
          activity_type: type,
          timestamp: from,
          duration: type === 'terminal_session' ? secondsBetween(from, to) : 0,
        },
      ],
    }
  },
})

function activityOf(record: SourceRecord): ActivityType | undefined {
  if (sessions.has(textAt(record, 'objectRef.subresource'))) return 'terminal_session'
  if (!changes.has(textAt(record, 'verb'))) return undefined
  return workloads.has(textAt(record, 'objectRef.resource')) ? 'deploy' : 'api_call'
}

export const kubernetesEvent = defineActivitySource({
  id: 'kubernetes-event',
  label: 'Kubernetes events',
  recognizes: (record) =>
    /^(?:v1|events\.k8s\.io\/v1)$/.test(textAt(record, 'apiVersion')) && textAt(record, 'kind') === 'Event',
  read(record, { prefix }) {
    const namespace = textAt(record, 'involvedObject.namespace') || textAt(record, 'regarding.namespace')
    const scaled = /^Scaled (up|down) replica set \S+ (?:from (\d+) )?to (\d+)(?: from (\d+))?/.exec(
      textAt(record, 'message') || textAt(record, 'note'),
    )
    if (namespace === '' || textAt(record, 'reason') !== 'ScalingReplicaSet' || !scaled) {
      return { ignored: 'cluster activity, not a person' }
    }
    const [, direction, fromBefore, to, fromAfter] = scaled
    const from = fromBefore ?? fromAfter
    const type =
      to === '0' ? 'environment_stopped' : direction === 'up' && from === '0' ? 'environment_started' : undefined
    if (!type) return { ignored: 'a scaling between two sizes' }
    return {
      events: [
        {
          event_id: `kubernetes:${needed(textAt(record, 'metadata.uid'), 'metadata.uid')}`,
          environment_id: `${prefix}${namespace}`,
          environment_name: namespace,
          activity_type: type,
          timestamp: instantFrom(
            valueAt(record, 'eventTime') ??
              valueAt(record, 'lastTimestamp') ??
              valueAt(record, 'metadata.creationTimestamp'),
            'lastTimestamp',
          ),
        },
      ],
    }
  },
})
