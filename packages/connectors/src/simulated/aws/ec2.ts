/** Instances and addresses of the simulated EC2. */
import { answerXml, noResource, refuse, type SimulatedApi } from '../cloud.ts'
import { filterOf, queryOf, retagged, xmlTags } from './query.ts'

export const ec2Version = '2016-11-15'
/** On what was made again in place of a resource. */
export const restoredTag = 'tag:kept:restored-from'

export const instances: SimulatedApi = async (request, resources) => {
  const query = queryOf(request, 'ec2', ec2Version)
  if (!query || !/Instance/.test(query.action)) return undefined
  const id = query.get('InstanceId.1') || query.get('InstanceId')
  const state = await resources.find('ec2_instance', id)
  if (!state) return noResource(id)
  switch (query.action) {
    case 'DescribeInstances':
      return answerXml(
        `<reservationSet><item><instancesSet><item><instanceId>${id}</instanceId><instanceState><name>${state.running ? 'running' : 'stopped'}</name></instanceState><instanceType>${state.type}</instanceType><rootDeviceType>ebs</rootDeviceType></item></instancesSet></item></reservationSet>`,
      )
    case 'StopInstances':
    case 'StartInstances':
      await resources.change('ec2_instance', id, { ...state, running: query.action === 'StartInstances' })
      return answerXml('')
    case 'ModifyInstanceAttribute':
      if (state.running) return refuse(400, `${id} is running. Its type can only be changed while it is stopped`)
      await resources.change('ec2_instance', id, { ...state, type: query.get('InstanceType.Value') })
      return answerXml('')
    default:
      return undefined
  }
}

export const addresses: SimulatedApi = async (request, resources) => {
  const query = queryOf(request, 'ec2', ec2Version)
  const tagged = query?.get('ResourceId.1') ?? ''
  if (!query || !(/Address/.test(query.action) || tagged.startsWith('eipalloc-'))) return undefined
  // An address that was allocated again goes on under the ID of the one that was released.
  const id =
    query.get('AllocationId') ||
    tagged ||
    filterOf(query, 'allocation-id') ||
    filterOf(query, restoredTag) ||
    (query.tags['kept:restored-from'] ?? '')
  const state = await resources.find('elastic_ip', id)
  if (!state) return noResource(id)
  switch (query.action) {
    case 'DescribeAddresses': {
      const matches = state.allocated && Boolean(state.restored) === (filterOf(query, restoredTag) !== '')
      const association = state.associated ? '<associationId>eipassoc-0</associationId>' : ''
      return answerXml(
        `<addressesSet>${matches ? `<item><allocationId>${id}</allocationId><publicIp>${state.address}</publicIp>${association}${xmlTags(state.tags as Record<string, string>)}</item>` : ''}</addressesSet>`,
      )
    }
    case 'CreateTags':
    case 'DeleteTags':
      await resources.change('elastic_ip', id, { ...state, tags: retagged(query, state) })
      return answerXml('')
    case 'ReleaseAddress':
      await resources.change('elastic_ip', id, { ...state, allocated: false })
      return answerXml('')
    case 'AllocateAddress':
      await resources.change('elastic_ip', id, { ...state, allocated: true, restored: true, tags: query.tags })
      return answerXml('')
    default:
      return undefined
  }
}
