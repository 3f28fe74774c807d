/** Metrics of Azure: what is asked for, and what the answers mean. */
import { METRIC_HISTORY_DAYS } from '@kept/domain/sync/metric-history.ts'
import { targetOf } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import { nowMs, openSmallAzure, unitOf } from './testing/open-small-azure.ts'
import { answerAzure, createSmallAzure, subscriptionId } from './testing/small-azure.ts'

describe('metrics of an Azure connection', () => {
  it('reads metrics by the hour, leaves gaps, and counts what they cost', async () => {
    const cloud = openSmallAzure()
    const resourceId = `/subscriptions/${subscriptionId(1)}/resourceGroups/shop/providers/Microsoft.Compute/virtualMachines/erp`
    const { points } = await cloud.readPage(unitOf('metrics'), {
      cursor: null,
      targets: [targetOf(resourceId, 'Instance')],
      nowMs,
    })
    expect(points).toHaveLength(3 * METRIC_HISTORY_DAYS * 24)
    expect(points[0]).toMatchObject({
      resource_id: resourceId,
      metric: 'cpu_utilization',
      value: 1,
      max: 2,
      seconds: 3600,
    })
    expect(points.find(({ metric }) => metric === 'network_in')).toMatchObject({ value: 1, unit: 'bytes/s' })
    expect(cloud.chargedNanos()).toBe(10_000)
  })

  it.each<readonly [string, Record<string, string>]>([
    ['Microsoft.Compute/virtualMachines/a', {}],
    ['Microsoft.Compute/virtualMachineScaleSets/a', {}],
    ['Microsoft.Compute/disks/a', { volume_type: 'PremiumV2_LRS' }],
    ['Microsoft.Sql/servers/a/databases/b', {}],
    ['Microsoft.DBforPostgreSQL/flexibleServers/a', {}],
    ['Microsoft.DBforMySQL/flexibleServers/a', {}],
    ['Microsoft.Web/serverFarms/a', {}],
    ['Microsoft.ContainerService/managedClusters/a', {}],
    ['Microsoft.Cache/Redis/a', {}],
    ['Microsoft.Synapse/workspaces/a/sqlPools/b', {}],
    ['Microsoft.EventHub/namespaces/a', {}],
    ['Microsoft.Network/applicationGateways/a', {}],
    ['Microsoft.Network/loadBalancers/a', { kind: 'standard' }],
    ['Microsoft.Network/virtualNetworkGateways/a', { kind: 'vpn' }],
    ['Microsoft.Network/virtualNetworkGateways/a', { kind: 'expressroute' }],
    ['Microsoft.DocumentDB/databaseAccounts/a', {}],
  ])('asks %s %j only for metrics that Azure documents', async (path, attributes) => {
    const measured = (_id: string, metric: string) =>
      metric === 'AutoscaleMaxThroughput' ? undefined : { average: 1, maximum: 2, total: 3600 }
    const resourceId = `/subscriptions/${subscriptionId(1)}/resourceGroups/shop/providers/${path}`
    const targets = [targetOf(resourceId, '', { attributes })]
    // Azure refuses the request as a whole, and the resource then has no metrics.
    const { points } = await openSmallAzure({ measured }).readPage(unitOf('metrics'), { cursor: null, targets, nowMs })
    expect(points.length).toBeGreaterThan(0)
  })

  it('is refused metrics that a resource does not have', () => {
    const answer = answerAzure(createSmallAzure())({
      method: 'GET',
      url: new URL(
        'https://management.azure.com/subscriptions/1/resourceGroups/shop/providers/Microsoft.Compute/disks/a/providers/microsoft.insights/metrics?metricnames=Percentage%20CPU',
      ),
      headers: { authorization: 'Bearer azure-token' },
      body: '',
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'BadRequest' } })
  })

  it('reads no use of capacity of an account that scales by itself', async () => {
    const resourceId = `/subscriptions/${subscriptionId(1)}/resourceGroups/shop/providers/Microsoft.DocumentDB/databaseAccounts/orders`
    const read = async (ceiling: number) => {
      const measured = (_id: string, metric: string) =>
        metric === 'AutoscaleMaxThroughput' ? { maximum: ceiling } : { average: 8, maximum: 9 }
      const targets = [targetOf(resourceId, 'Cosmos DB account')]
      return (await openSmallAzure({ measured }).readPage(unitOf('metrics'), { cursor: null, targets, nowMs })).points
    }
    expect(await read(4000)).toEqual([])
    expect((await read(0))[0]).toMatchObject({ metric: 'capacity_utilization', value: 8, max: 9 })
  })

  it('takes a warehouse as in use whose clients logged in long ago and ask now', async () => {
    const measured = (_id: string, metric: string) => ({ total: metric === 'ActiveQueries' ? 3 : 0 })
    const resourceId = `/subscriptions/${subscriptionId(1)}/resourceGroups/shop/providers/Microsoft.Synapse/workspaces/reports/sqlPools/main`
    const { points } = await openSmallAzure({ measured }).readPage(unitOf('metrics'), {
      cursor: null,
      targets: [targetOf(resourceId, 'Data warehouse')],
      nowMs,
    })
    expect(new Set(points.map(({ metric, value }) => `${metric} ${value}`))).toEqual(new Set(['connections 3']))
  })
})
