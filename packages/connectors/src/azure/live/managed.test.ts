import { describe, expect, it } from 'vitest'
import { clustersPort } from './managed.ts'

describe('clustersPort', () => {
  it('lists the node pools of a cluster, with the group of their machines', () => {
    const id = '/subscriptions/s/resourceGroups/g/providers/Microsoft.ContainerService/managedClusters/main'
    const cluster = { id, name: 'main', type: 'microsoft.containerservice/managedclusters', location: 'westeurope' }
    const agentPoolProfiles = [
      { name: 'system', count: 2, mode: 'System' },
      { name: 'spare', count: 3, mode: 'User', vmSize: 'Standard_D4s_v5', powerState: { code: 'Running' } },
    ]
    const properties = { agentPoolProfiles, nodeResourceGroup: 'MC_g_main_westeurope' }
    const [query] = clustersPort.queries
    const items = query?.toItems({ ...cluster, properties }, { accountId: 's', accountName: 'shop', region: 'global' })
    expect(items?.map(({ type }) => type)).toEqual(['Kubernetes cluster', 'Node pool', 'Node pool'])
    expect(items?.[2]).toMatchObject({
      ...{ resource_id: `${id}/agentPools/spare`, name: 'spare', size: 'Standard_D4s_v5', state: 'running' },
      attributes: { nodes: '3', mode: 'User', cluster: 'main', node_resource_group: 'MC_g_main_westeurope' },
      relations: [{ kind: 'member_of', resource_id: id }],
    })
  })
})
