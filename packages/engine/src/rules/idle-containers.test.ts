/** Container services and node pools: what is on no bill itself, and consists of what is. */
import type { InventoryRow, ResourceUse } from '@kept/domain/facts.ts'
import { describe, expect, it } from 'vitest'
import { factsOf, item, june, measured, recommendationsOf, use } from '../testing/facts.ts'
import { idleContainerService } from './idle-container-service.ts'
import { idleInstance } from './idle-instance.ts'
import { idleNodePool } from './idle-node-pool.ts'
import { rightsizeContainerService } from './rightsize-container-service.ts'
import { runRules } from './run-rules.ts'

const service = 'arn:aws:ecs:us-east-1:222222222222:service/shop/cart'
const task = (id: string) => `arn:aws:ecs:us-east-1:222222222222:task/shop/${id}`
const listed = (overrides: Partial<InventoryRow> = {}) =>
  item({
    ...{ provider: 'aws', resource_id: service, name: 'cart', type: 'Container service', size: '1024-4096' },
    attributes: { launch_type: 'FARGATE', desired_count: '2', reserved_cpu: '0', reserved_memory: '512' },
    ...overrides,
  })
const tags = { 'aws:ecs:serviceName': 'cart', 'aws:ecs:clusterName': 'shop' }
const line = (overrides: Partial<ResourceUse>) =>
  use({ service: 'Amazon Elastic Container Service', resource_id: task('a1'), tags, ...overrides })
const bill = [
  line({ meter: 'USE1-Fargate-vCPU-Hours:perCPU', effective: '60' }),
  line({ meter: 'USE1-Fargate-GB-Hours', effective: '24' }),
  line({ meter: 'USE1-Fargate-vCPU-Hours:perCPU', effective: '20', resource_id: task('b2') }),
  line({ meter: 'USE1-Fargate-EphemeralStorage-GB-Hours', effective: '4', resource_id: task('b2') }),
]
const load = (cpu: number, memory: number) => [
  measured({ resource_id: service, metric: 'cpu_utilization', p99: cpu }),
  measured({ resource_id: service, metric: 'memory_utilization', p99: memory }),
]
const facts = (cpu: number, memory: number, overrides: Partial<InventoryRow> = {}) => ({
  resource_usage: bill,
  resource_metric: load(cpu, memory),
  inventory: [listed(overrides)],
})

describe('a container service', () => {
  it('is idle up to 1% CPU, and costs what its tasks on the bill cost', () => {
    const [recommendation] = recommendationsOf(idleContainerService, facts(1, 30))
    expect(recommendation).toMatchObject({ resource_id: service, resource_name: 'cart', monthly_savings: '108' })
    expect(recommendation?.summary).toContain('cost $108.00 a month')
    expect(recommendationsOf(idleContainerService, facts(1.1, 30))).toEqual([])
  })

  it('gets the smallest size that leaves a fifth to spare, for what CPU and memory cost', () => {
    const change = (cpu: number, memory: number, overrides = {}) => {
      const [recommendation] = recommendationsOf(rightsizeContainerService, facts(cpu, memory, overrides))
      const size = recommendation?.evidence.find(({ label }) => label === 'Task size')?.value
      return recommendation && [size, recommendation.monthly_savings]
    }
    // Half of 80 for CPU, a quarter of 24 for memory.
    expect(change(40, 60)).toEqual(['1024-4096 to 512-3072', '46'])
    expect(change(10, 10)).toEqual(['1024-4096 to 256-1024', '78'])
    expect(change(41, 60)).toEqual(['1024-4096 to 1024-3072', '6'])
    expect(change(41, 61)).toBeUndefined()
    const attributes = { launch_type: 'FARGATE', desired_count: '2', reserved_cpu: '300', reserved_memory: '2000' }
    expect(change(10, 10, { attributes })).toEqual(['1024-4096 to 512-2048', '52'])
  })

  it('says nothing about services without Fargate, without tasks, or without metrics', () => {
    const reasonsOf = (evaluated: Parameters<typeof factsOf>[0]) =>
      runRules([idleContainerService], { facts: factsOf(evaluated), window: june }).outcomes[0]?.skip_reasons
    expect(reasonsOf(facts(1, 1, { attributes: { launch_type: 'EC2' } }))).toEqual([
      'No container services on the bill in this window.',
    ])
    const untagged = bill.map((row) => ({ ...row, tags: {} }))
    expect(reasonsOf({ ...facts(1, 1), resource_usage: untagged })).toEqual([
      'Needs the cost allocation tag aws:ecs:serviceName (1 of 1 services have no tasks with it on the bill).',
    ])
    expect(reasonsOf({ ...facts(1, 1), resource_metric: [] })).toEqual([
      'Needs 14 days of CPU and memory metrics (1 of 1 services have less).',
    ])
  })

  it('counts the money of its tasks once', () => {
    const { recommendations } = runRules([rightsizeContainerService, idleContainerService], {
      facts: factsOf(facts(1, 10)),
      window: june,
    })
    expect(recommendations.map(({ rule, counted_in }) => [rule, counted_in])).toEqual([
      ['idle-container-service', ''],
      ['rightsize-container-service', 'idle-container-service'],
    ])
  })
})

const eks = 'arn:aws:eks:us-east-1:222222222222:nodegroup/shop/spare/5cb0'
const cpuOf = (resource_id: string, p99: number) => measured({ resource_id, metric: 'cpu_utilization', p99 })

describe('a node pool', () => {
  const nodeTags = { 'eks:cluster-name': 'shop', 'eks:nodegroup-name': 'spare' }
  const node = (resource_id: string, overrides: Partial<ResourceUse> = {}) =>
    use({ resource_id, meter: 'BoxUsage:m6i.large', instance_type: 'm6i.large', effective: '70', ...overrides })
  const pool = item({ resource_id: eks, name: 'spare', type: 'Node pool', attributes: { nodes: '2' } })
  const machines = ['i-0a', 'i-0b'].map((resource_id) => item({ resource_id, type: 'Instance', tags: nodeTags }))
  const factsOfPool = (...loads: number[]) => ({
    resource_usage: [node('i-0a'), node('i-0b'), node('i-0c')],
    resource_metric: loads.map((p99, index) => cpuOf(['i-0a', 'i-0b'][index] ?? '', p99)),
    inventory: [pool, ...machines],
  })

  it('of EKS is idle when each of its nodes is, and costs what they cost', () => {
    expect(recommendationsOf(idleNodePool, factsOfPool(2, 1))).toMatchObject([
      { resource_id: eks, resource_name: 'spare', monthly_savings: '140' },
    ])
    expect(recommendationsOf(idleNodePool, factsOfPool(2, 2.1))).toEqual([])
    expect(recommendationsOf(idleNodePool, factsOfPool(1))).toEqual([])
    const elsewhere = factsOfPool(1, 1).resource_usage.map((row) => ({ ...row, region: 'eu-west-1' }))
    expect(recommendationsOf(idleNodePool, { ...factsOfPool(1, 1), resource_usage: elsewhere })).toEqual([])
  })

  it('counts the money of its nodes once', () => {
    const { recommendations } = runRules([idleInstance, idleNodePool], {
      facts: factsOf(factsOfPool(1, 1)),
      window: june,
    })
    expect(recommendations.map(({ resource_id, counted_in }) => [resource_id, counted_in])).toEqual([
      [eks, ''],
      ['i-0a', 'idle-node-pool'],
      ['i-0b', 'idle-node-pool'],
    ])
  })

  it('of GKE is recognized by the labels of its machines, one of AKS by its scale set', () => {
    const gke = '//container.googleapis.com/projects/shop/locations/us-central1-a/clusters/main/nodePools/spare'
    const google = { provider: 'Google Cloud', sub_account_id: 'shop', region: 'us-central1' }
    const labels = { 'goog-k8s-cluster-name': 'main', 'goog-k8s-node-pool-name': 'spare' }
    const machine = '//compute.googleapis.com/projects/shop/zones/us-central1-a/instances/1'
    expect(
      recommendationsOf(idleNodePool, {
        resource_usage: [node(machine, { ...google, tags: labels, meter: 'N2 Instance Core' })],
        resource_metric: [cpuOf(machine, 1)],
        inventory: [item({ provider: 'gcp', resource_id: gke, name: 'spare', type: 'Node pool' })],
      }),
    ).toMatchObject([{ resource_id: gke, monthly_savings: '70' }])

    const cluster = '/subscriptions/s/resourceGroups/g/providers/Microsoft.ContainerService/managedClusters/main'
    const set =
      '/subscriptions/s/resourcegroups/mc_g_main_westeurope/providers/microsoft.compute/virtualmachinescalesets/aks-spare-1-vmss'
    const attributes = { nodes: '3', mode: 'User', node_resource_group: 'MC_g_main_westeurope' }
    const aks = { provider: 'azure', resource_id: `${cluster}/agentPools/spare`, name: 'spare', type: 'Node pool' }
    const azure = (mode: string) =>
      recommendationsOf(idleNodePool, {
        resource_usage: [node(set, { provider: 'Microsoft', service: 'Virtual Machines', instance_type: 'D2s v5' })],
        resource_metric: [cpuOf(set, 1)],
        inventory: [item({ ...aks, attributes: { ...attributes, mode } })],
      })
    expect(azure('User')).toMatchObject([{ resource_id: aks.resource_id, monthly_savings: '70' }])
    expect(azure('System')).toEqual([])
  })
})
