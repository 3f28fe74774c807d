/** Volumes of the simulated EBS with their backups, and snapshots. */
import type { SimulatedState } from '@kept/domain/simulated-cloud.ts'
import { answerXml, noResource, refuse, type SimulatedApi } from '../cloud.ts'
import { ec2Version, restoredTag } from './ec2.ts'
import { filterOf, queryOf, retagged, xmlTags } from './query.ts'

const backupTag = 'tag:kept:backup-of'
const backupPrefix = 'snap-of-'
/** Nothing attaches a volume of the demo, and CloudWatch has values only of attached ones. */
const noMetrics = `<MetricDataResults>${'<member><StatusCode>Complete</StatusCode></member>'.repeat(2)}</MetricDataResults>`

export const volumes: SimulatedApi = async (request, resources) => {
  if (queryOf(request, 'monitoring', '2010-08-01')?.action === 'GetMetricData') return answerXml(noMetrics)
  const query = queryOf(request, 'ec2', ec2Version)
  if (!query) return undefined
  const snapshot = query.get('SnapshotId')
  const isOfBackup = snapshot.startsWith(backupPrefix)
  const id =
    query.get('VolumeId') ||
    query.get('ResourceId.1') ||
    filterOf(query, 'volume-id') ||
    filterOf(query, restoredTag) ||
    filterOf(query, backupTag) ||
    (isOfBackup ? snapshot.slice(backupPrefix.length) : '')
  if (!id.startsWith('vol-')) return undefined
  const state = await resources.find('ebs_volume', id)
  if (!state) return noResource(id)
  const change = async (changed: SimulatedState) => {
    await resources.change('ebs_volume', id, { ...state, ...changed })
    return answerXml('')
  }
  switch (query.action) {
    case 'DescribeVolumes': {
      const matches = state.exists && Boolean(state.restored) === (filterOf(query, restoredTag) !== '')
      return answerXml(`<volumeSet>${matches ? volumeXml(id, state) : ''}</volumeSet>`)
    }
    case 'DescribeSnapshots':
      return answerXml(
        `<snapshotSet>${state.backup ? `<item><snapshotId>${backupPrefix}${id}</snapshotId><status>completed</status><startTime>${state.backup_at}</startTime></item>` : ''}</snapshotSet>`,
      )
    case 'CreateSnapshot':
      await change({ backup: true, backup_at: new Date().toISOString() })
      return answerXml(`<snapshotId>${backupPrefix}${id}</snapshotId>`)
    case 'DeleteSnapshot':
      return change({ backup: false })
    case 'DeleteVolume':
      return state.attached ? refuse(400, `${id} is attached`) : change({ exists: false })
    case 'CreateVolume':
      return state.backup
        ? change({ exists: true, restored: true, type: query.get('VolumeType'), tags: query.tags })
        : noResource(snapshot)
    case 'CreateTags':
    case 'DeleteTags':
      return change({ tags: retagged(query, state) })
    case 'ModifyVolume':
      return change({
        type: query.get('VolumeType'),
        iops: Number(query.get('Iops') || 0),
        throughput: Number(query.get('Throughput') || 0),
      })
    default:
      return undefined
  }
}

function volumeXml(id: string, state: SimulatedState): string {
  const { type, size, iops, throughput, availabilityZone, attached, tags } = state
  const attachment = attached ? '<item><instanceId>i-0</instanceId></item>' : ''
  return `<item><volumeId>${id}</volumeId><size>${size}</size><volumeType>${type}</volumeType><iops>${iops}</iops><throughput>${throughput}</throughput><status>available</status><availabilityZone>${availabilityZone}</availabilityZone><attachmentSet>${attachment}</attachmentSet>${xmlTags(tags as Record<string, string>)}</item>`
}

export const snapshots: SimulatedApi = async (request, resources) => {
  const query = queryOf(request, 'ec2', ec2Version)
  if (!query || !/Snapshot/.test(query.action)) return undefined
  const id = query.get('SnapshotId') || filterOf(query, 'snapshot-id')
  const state = await resources.find('ebs_snapshot', id)
  if (!state) return noResource(id)
  switch (query.action) {
    case 'DescribeSnapshots':
      return answerXml(
        `<snapshotSet><item><snapshotId>${id}</snapshotId><status>completed</status><storageTier>${state.tier}</storageTier></item></snapshotSet>`,
      )
    case 'ModifySnapshotTier':
    case 'RestoreSnapshotTier':
      await resources.change('ebs_snapshot', id, {
        tier: query.action === 'ModifySnapshotTier' ? 'archive' : 'standard',
      })
      return answerXml('')
    default:
      return undefined
  }
}
