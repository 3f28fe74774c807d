/** For tests: volumes and snapshots of EC2, as far as Kept uses them. */
import type { CloudsState, EmulatedApi, EmulatedResponse, EmulatedVolume } from './clouds-state.ts'

const ok = (body: string): EmulatedResponse => ({ status: 200, body })

export const volumes: EmulatedApi = ({ body }, state) => {
  const parameters = new URLSearchParams(body)
  if (parameters.get('Action') === 'GetMetricData') return volumeMetrics(parameters, state)
  if (parameters.get('Version') !== '2016-11-15') return
  const get = (name: string) => parameters.get(name) ?? ''
  const tags = tagsIn(parameters)
  switch (get('Action')) {
    case 'DescribeVolumes':
      return ok(
        `<R><volumeSet>${matching(state.volumes, 'volume-id', parameters, (volume) => volume.tags)
          .map(([id, volume]) => volumeXml(id, volume))
          .join('')}</volumeSet></R>`,
      )
    case 'DescribeSnapshots':
      return ok(
        `<R><snapshotSet>${matching(state.snapshots, 'snapshot-id', parameters, (snapshot) => snapshot.tags)
          .map(
            ([id, { startedAt = '2026-01-01T00:00:00.000Z' }]) =>
              `<item><snapshotId>${id}</snapshotId><status>completed</status><startTime>${startedAt}</startTime></item>`,
          )
          .join('')}</snapshotSet></R>`,
      )
    case 'CreateSnapshot': {
      const volume = state.volumes[get('VolumeId')]
      if (!volume) return missing(get('VolumeId'))
      const id = newId('snap', state)
      state.snapshots[id] = { volume: { ...volume, attached: false }, tags, startedAt: new Date().toISOString() }
      return ok(`<R><snapshotId>${id}</snapshotId></R>`)
    }
    case 'DeleteVolume': {
      if (!state.volumes[get('VolumeId')]) return missing(get('VolumeId'))
      delete state.volumes[get('VolumeId')]
      return ok('<R/>')
    }
    case 'CreateVolume': {
      const snapshot = state.snapshots[get('SnapshotId')]
      if (!snapshot) return missing(get('SnapshotId'))
      state.volumes[newId('vol', state)] = { ...snapshot.volume, type: get('VolumeType'), tags }
      return ok('<R/>')
    }
    case 'DescribeAddresses':
      return ok(
        `<R><addressesSet>${matching(state.addresses, 'allocation-id', parameters, (entry) => entry.tags)
          .map(([id, { address, tags: own }]) => addressXml(id, address, own))
          .join('')}</addressesSet></R>`,
      )
    case 'ReleaseAddress':
      delete state.addresses[get('AllocationId')]
      return ok('<R/>')
    case 'CreateTags':
    case 'DeleteTags': {
      const volume = state.volumes[get('ResourceId.1')] ?? state.addresses[get('ResourceId.1')]
      if (!volume) return missing(get('ResourceId.1'))
      const { [get('Tag.1.Key')]: _before, ...others } = volume.tags
      volume.tags = get('Action') === 'CreateTags' ? { ...others, [get('Tag.1.Key')]: get('Tag.1.Value') } : others
      return ok('<R/>')
    }
    case 'DeleteSnapshot':
      delete state.snapshots[get('SnapshotId')]
      return ok('<R/>')
    case 'ModifyVolume': {
      const volume = state.volumes[get('VolumeId')]
      if (!volume) return missing(get('VolumeId'))
      volume.type = get('VolumeType')
      return ok('<R/>')
    }
    default:
      return
  }
}

/** As CloudWatch, at the start of each period; the newest first. */
function volumeMetrics(parameters: URLSearchParams, { volumeUse }: CloudsState): EmulatedResponse {
  if (volumeUse.isDenied)
    return {
      status: 403,
      body: '<R><Error><Message>Not authorized to perform cloudwatch:GetMetricData</Message></Error></R>',
    }
  const timeOf = (name: string) => Date.parse(parameters.get(name) ?? '')
  const resultOf = (member: string, metric: string) => {
    const periodMs = Number(parameters.get(`${member}.MetricStat.Period`)) * 1000
    const isRequested = parameters.get(`${member}.MetricStat.Metric.MetricName`) === metric
    const volume = parameters.get(`${member}.MetricStat.Metric.Dimensions.member.1.Value`) ?? ''
    const starts = (volumeUse.at[volume] ?? [])
      .map((at) => Math.floor(Date.parse(at) / periodMs) * periodMs)
      .filter((start) => isRequested && start >= timeOf('StartTime') && start < timeOf('EndTime'))
      .toSorted((a, b) => b - a)
    const members = starts.map((start) => `<member>${new Date(start).toISOString()}</member>`).join('')
    const values = starts.map(() => '<member>12</member>').join('')
    return `<member><StatusCode>Complete</StatusCode><Timestamps>${members}</Timestamps><Values>${values}</Values></member>`
  }
  const results = [1, 2].map((index) => resultOf(`MetricDataQueries.member.${index}`, 'VolumeWriteOps'))
  return ok(`<R><MetricDataResults>${results.join('')}</MetricDataResults></R>`)
}

function matching<Item>(
  items: Record<string, Item>,
  idFilter: string,
  parameters: URLSearchParams,
  tagsOf: (item: Item) => Record<string, string>,
): [string, Item][] {
  const name = parameters.get('Filter.1.Name') ?? ''
  const value = parameters.get('Filter.1.Value.1') ?? ''
  return Object.entries(items).filter(([id, item]) =>
    name === idFilter ? id === value : tagsOf(item)[name.replace(/^tag:/, '')] === value,
  )
}

function volumeXml(id: string, { type, size, attached, tags }: EmulatedVolume): string {
  return `<item><volumeId>${id}</volumeId><size>${size}</size><volumeType>${type}</volumeType><status>available</status><availabilityZone>eu-west-1a</availabilityZone><attachmentSet>${attached ? '<item><instanceId>i-1</instanceId></item>' : ''}</attachmentSet>${tagSetXml(tags)}</item>`
}

function addressXml(id: string, address: string, tags: Record<string, string>): string {
  return `<item><allocationId>${id}</allocationId><publicIp>${address}</publicIp>${tagSetXml(tags)}</item>`
}

function tagSetXml(tags: Record<string, string>): string {
  const items = Object.entries(tags).map(([key, value]) => `<item><key>${key}</key><value>${value}</value></item>`)
  return `<tagSet>${items.join('')}</tagSet>`
}

function tagsIn(parameters: URLSearchParams): Record<string, string> {
  const tags: Record<string, string> = {}
  for (let index = 1; parameters.has(`TagSpecification.1.Tag.${index}.Key`); index += 1)
    tags[parameters.get(`TagSpecification.1.Tag.${index}.Key`) ?? ''] =
      parameters.get(`TagSpecification.1.Tag.${index}.Value`) ?? ''
  return tags
}

function newId(prefix: string, { volumes: all, snapshots }: CloudsState): string {
  const number = Object.keys(all).length + Object.keys(snapshots).length + Math.floor(performance.now() * 1000)
  return `${prefix}-${number.toString(16).padStart(17, '0')}`
}

function missing(id: string): EmulatedResponse {
  return { status: 400, body: `<R><Error><Code>NotFound</Code><Message>${id} does not exist</Message></Error></R>` }
}
