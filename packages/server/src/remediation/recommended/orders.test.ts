import { describe, expect, it } from 'vitest'
import { ordersFor } from './orders.ts'

const common = { region: 'westeurope', sub_account_id: 'shop', resource_name: 'app' }

describe('ordersFor', () => {
  const container = {
    ...{ ...common, rule: 'container-requests-oversized', provider: 'OpenCost' },
    resource_id: 'shop/cart-5d8f7c9b6d-x2x4z/app',
    evidence: [
      { label: 'Workload', value: 'Deployment/cart' },
      { label: 'CPU request', value: '500m to 200m' },
      { label: 'Memory request', value: '1Gi to 384Mi' },
    ],
  }

  it.each(['Deployment', 'StatefulSet', 'DaemonSet'])('changes a container through its %s', (kind) => {
    const [, ...requests] = container.evidence
    const evidence = [{ label: 'Workload', value: `${kind}/cart` }, ...requests]
    expect(ordersFor({ ...container, evidence }, {})).toMatchObject([
      {
        label: 'Lower the requests',
        order: {
          step: 'resize',
          target: {
            ...{ provider: 'kubernetes', kind: kind.toLowerCase(), name: 'cart', account: '' },
            id: `shop/${kind.toLowerCase()}/cart`,
          },
          container_requests: { container: 'app', cpu: '200m', memory: '384Mi' },
        },
      },
    ])
  })

  it('keeps the cluster that an inventory names', () => {
    const [first] = ordersFor({ ...container, provider: 'kubernetes', sub_account_id: 'cluster-1' }, {})
    expect(first?.order.target.account).toBe('cluster-1')
  })

  it('has no order for a container whose workload is unknown', () => {
    expect(ordersFor({ ...container, evidence: [] }, {})).toEqual([])
  })

  it('stops an idle cluster where that ends its cost', () => {
    const idle = { ...common, rule: 'idle-cluster', evidence: [] }
    const resource_id = '/subscriptions/s/resourcegroups/g/providers/microsoft.containerservice/managedclusters/old'
    expect(ordersFor({ ...idle, provider: 'Microsoft Azure', resource_id }, {})).toMatchObject([
      { label: 'Stop the cluster', order: { step: 'stop', target: { kind: 'aks_cluster' } } },
    ])
    const eks = 'arn:aws:eks:eu-west-1:111122223333:cluster/old'
    expect(ordersFor({ ...idle, provider: 'AWS', resource_id: eks }, {})).toEqual([])
  })

  it('changes a database of Azure SQL to the size that the recommendation names', () => {
    const resource_id = '/subscriptions/s/resourceGroups/g/providers/Microsoft.Sql/servers/main/databases/orders'
    const evidence = [{ label: 'Change', value: 'GP_Gen5_8 to GP_Gen5_4' }]
    const provider = 'Microsoft Azure'
    expect(ordersFor({ ...common, rule: 'rightsize-database', provider, resource_id, evidence }, {})).toMatchObject([
      {
        ...{ label: 'Change the size', before: 'GP_Gen5_8' },
        order: { step: 'resize', setting: 'GP_Gen5_4', target: { kind: 'sql_database', account: 's' } },
      },
    ])
  })

  it('scales idle services and node pools to zero', () => {
    const target = (rule: string, provider: string, resource_id: string) =>
      ordersFor({ ...common, rule, provider, resource_id, evidence: [] }, {}).map(({ order }) => [
        order.step,
        order.target.kind,
        order.target.account,
      ])
    const service = 'arn:aws:ecs:eu-west-1:111122223333:service/shop/web'
    expect(target('idle-container-service', 'AWS', service)).toEqual([['stop', 'ecs_service', '111122223333']])
    const pools = [
      ['aws', 'arn:aws:eks:eu-west-1:111122223333:nodegroup/shop/spare/5cb0'],
      [
        'azure',
        '/subscriptions/s/resourceGroups/g/providers/Microsoft.ContainerService/managedClusters/c/agentPools/p',
      ],
      ['gcp', '//container.googleapis.com/projects/shop/locations/us-central1/clusters/main/nodePools/spare'],
    ] as const
    expect(pools.flatMap(([provider, id]) => target('idle-node-pool', provider, id))).toEqual([
      ['stop', 'eks_node_group', '111122223333'],
      ['stop', 'aks_node_pool', 's'],
      ['stop', 'gke_node_pool', 'shop'],
    ])
  })

  it('changes the task size of a service to the one that the recommendation names', () => {
    const resource_id = 'arn:aws:ecs:eu-west-1:111122223333:service/shop/web'
    const evidence = [{ label: 'Task size', value: '1024-4096 to 512-2048' }]
    expect(
      ordersFor({ ...common, rule: 'rightsize-container-service', provider: 'AWS', resource_id, evidence }, {}),
    ).toMatchObject([
      { before: '1024-4096', order: { step: 'resize', setting: '512-2048', target: { kind: 'ecs_service' } } },
    ])
  })
})
