/** The same as `rule-sources.test.ts` for Azure and Google Cloud: from a connection and a bill to recommendations. */
import {
  answerAzure,
  clientId,
  clientSecret,
  createSmallAzure,
  subscriptionId,
  tenantId,
} from '@kept/connectors/azure/live/testing/small-azure.ts'
import { answerGoogle, createSmallGoogle, serviceAccountKey } from '@kept/connectors/gcp/live/testing/small-google.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverBill } from '../testing/idle-address-bill.ts'
import { type ChargedThing, recentBill } from '../testing/recent-bill.ts'
import { type MeasuredKept, openMeasuredKept } from './testing/measured-kept.ts'

let sync: MeasuredKept
beforeAll(async () => {
  sync = await openMeasuredKept()
})
afterAll(() => sync.close())

describe('Azure', () => {
  const group = `/subscriptions/${subscriptionId(3)}/resourceGroups/shop/providers`
  const hub = `${group}/Microsoft.EventHub/namespaces/clicks-old`
  const busyHub = `${group}/Microsoft.EventHub/namespaces/clicks`
  const cache = `${group}/Microsoft.Cache/Redis/sessions`
  const pool = `${group}/Microsoft.Synapse/workspaces/reports/sqlPools/main`
  const gateway = `${group}/Microsoft.Network/virtualNetworkGateways/office`
  const balancer = `${group}/Microsoft.Network/applicationGateways/old-shop`
  const account = `${group}/Microsoft.DocumentDB/databaseAccounts/orders`
  const disk = `${group}/Microsoft.Compute/disks/archive`
  const things: ChargedThing[] = [
    { resource_id: hub, meter: 'Standard Throughput Unit', unit: 'Hours', service: 'Event Hubs' },
    { resource_id: busyHub, meter: 'Standard Throughput Unit', unit: 'Hours', service: 'Event Hubs' },
    { resource_id: cache, meter: 'C1 Cache', unit: 'Hours', service: 'Azure Cache for Redis' },
    { resource_id: pool, meter: '100 DWUs', unit: 'Hours', service: 'Azure Synapse Analytics' },
    { resource_id: gateway, meter: 'VpnGw1', unit: 'Hours', service: 'VPN Gateway' },
    { resource_id: balancer, meter: 'Application Gateway Fixed Cost', unit: 'Hours', service: 'Application Gateway' },
    // Its meter shows work: only metrics know better.
    {
      ...{ resource_id: balancer, meter: 'Standard v2 Capacity Units', unit: 'Hours', service: 'Application Gateway' },
      quantity: 50,
    },
    { resource_id: account, meter: '100 RU/s', unit: 'Hours', service: 'Azure Cosmos DB' },
    {
      resource_id: disk,
      meter: 'Premium SSD v2 Provisioned IOPS',
      unit: 'Hours',
      service: 'Storage',
      quantity: 72_000,
    },
  ]
  const listed: Record<string, object> = {
    [hub]: { sku: { name: 'Standard', tier: 'Standard', capacity: 10 }, properties: { status: 'Active' } },
    [busyHub]: { sku: { name: 'Standard', tier: 'Standard', capacity: 10 }, properties: { status: 'Active' } },
    [cache]: { properties: { sku: { name: 'Standard', family: 'C', capacity: 1 } } },
    [pool]: { sku: { name: 'DW100c' }, properties: { status: 'Online' } },
    [gateway]: { properties: { gatewayType: 'Vpn', sku: { name: 'VpnGw1' } } },
    [balancer]: { properties: { operationalState: 'Running' } },
    [account]: { properties: { provisioningState: 'Succeeded' } },
    [disk]: { sku: { name: 'PremiumV2_LRS' }, properties: { diskState: 'Attached' } },
  }
  /** Total and average of an hour; what is not here has no values. */
  const quiet: Record<string, number> = {
    ...{ IncomingMessages: 0, connectedclients: 1, Connections: 0, AverageBandwidth: 200, P2SBandwidth: 0 },
    ...{ TotalRequests: 0, NormalizedRUConsumption: 8, 'Composite Disk Read Operations/sec': 20 },
    ...{ 'Composite Disk Write Operations/sec': 10, percentProcessorTime: 1 },
  }

  it('speaks where it was silent, and denies no dataset of an older role but the new ones', async () => {
    let actions = ['*/read']
    const azure = createSmallAzure({
      subscriptions: [subscriptionId(3)],
      actions: () => actions,
      resources: (_subscription, type) =>
        Object.entries(listed)
          .map(([id, more]) => ({ id, name: id.split('/').at(-1), type: typeOf(id), location: 'westeurope', ...more }))
          .filter((resource) => resource.type === type),
      measured(resourceId, metric) {
        const value = resourceId === busyHub ? 3_600_000 : quiet[metric]
        return value === undefined ? undefined : { average: value, maximum: value, total: value }
      },
    })
    const bill = { provider: 'Microsoft', subAccount: subscriptionId(3), region: 'westeurope', nowMs: Date.now() }
    await deliverBill(sync.kept, recentBill(things, bill))
    const endpoint = await sync.serve(answerAzure(azure))
    const { data } = await sync.admin.client.connections.create({ kind: 'azure', name: 'azure', endpoint })
    await sync.hold(data.id)
    const access = { tenant_id: tenantId, client_id: clientId, client_secret: clientSecret }
    await sync.admin.client.sync.setAccess({ id: data.id, ...access })
    const connection = await sync.run(data.id)
    expect(connection).toMatchObject({ error: '', units: { complete: 23, not_enabled: 1 } })
    const recommendations = await sync.recommendationsByRule()
    for (const [rule, id] of [
      ...([
        ['idle-stream', hub],
        ['idle-cache', cache],
        ['idle-warehouse', pool],
      ] as const),
      ...([
        ['gateway-without-connections', gateway],
        ['load-balancer-without-requests', balancer],
      ] as const),
      ...([
        ['table-capacity-unused', account],
        ['disk-performance-unused', disk],
      ] as const),
    ])
      expect(recommendations[rule], rule).toContain(id)
    expect(recommendations['idle-stream']).not.toContain(busyHub)
    // A request for each of the eight resources.
    expect(connection.api_cost_this_month).toBe('0.00008')
    actions = ['Microsoft.Insights/*', 'Microsoft.Network/*/read', 'Microsoft.Compute/*/read']
    const { data: checked } = await sync.admin.client.sync.check({ id: data.id })
    const network = checked.capabilities.filter(({ dataset }) => ['network', 'gateways', 'streams'].includes(dataset))
    expect(network).toMatchObject([
      { dataset: 'network', missing: [] },
      { dataset: 'streams', missing: ['Microsoft.EventHub/namespaces/read'] },
      { dataset: 'gateways', missing: [] },
    ])
  }, 90_000)

  /** "microsoft.synapse/workspaces/sqlpools" of an ID. */
  function typeOf(id: string): string {
    const [provider, ...parts] = id.slice(group.length + 1).split('/')
    return [provider, ...parts.filter((_, index) => index % 2 === 0)].join('/').toLowerCase()
  }
})

describe('Google Cloud', () => {
  const project = 'shop-production'
  const global = `//compute.googleapis.com/projects/${project}/global/forwardingRules`
  const balancer = `${global}/501`
  const busyBalancer = `${global}/502`
  const tunnel = `//compute.googleapis.com/projects/${project}/regions/europe-west1/vpnTunnels/601`
  const cache = `//redis.googleapis.com/projects/${project}/locations/europe-west1/instances/sessions`
  const endpoint = `//aiplatform.googleapis.com/projects/${project}/locations/europe-west1/endpoints/701`
  const cluster = `//container.googleapis.com/projects/${project}/locations/europe-west1/clusters/trial`
  const things: ChargedThing[] = [
    { resource_id: balancer, meter: 'Global External Forwarding Rule', unit: 'Hours', service: 'Networking' },
    { resource_id: busyBalancer, meter: 'Global External Forwarding Rule', unit: 'Hours', service: 'Networking' },
    { resource_id: tunnel, meter: 'VPN tunnel', unit: 'Hours', service: 'Networking' },
    { resource_id: cache, meter: 'Redis Capacity Basic M1', unit: 'Hours', service: 'Cloud Memorystore for Redis' },
    { resource_id: endpoint, meter: 'Online Prediction Instance', unit: 'Hours', service: 'Vertex AI' },
    { resource_id: cluster, meter: 'Zonal Kubernetes Clusters', unit: 'Hours', service: 'Kubernetes Engine' },
  ]
  const created = { creationTimestamp: '2026-01-01T00:00:00Z', createTime: '2026-01-01T00:00:00Z' }
  const target = `https://www.googleapis.com/compute/v1/projects/${project}/global/targetHttpsProxies/shop`
  const assetsByType: Record<string, [name: string, location: string, data: object][]> = {
    'compute.googleapis.com/GlobalForwardingRule': [
      [`${global}/old-shop`, 'global', { id: '501', name: 'old-shop', target, loadBalancingScheme: 'EXTERNAL' }],
      [`${global}/shop`, 'global', { id: '502', name: 'shop', target, loadBalancingScheme: 'EXTERNAL' }],
    ],
    'compute.googleapis.com/VpnTunnel': [
      [tunnel.replace('601', 'office'), 'europe-west1', { id: '601', name: 'office', status: 'ESTABLISHED' }],
    ],
    'redis.googleapis.com/Instance': [[cache, 'europe-west1', { state: 'READY', memorySizeGb: 1, tier: 'BASIC' }]],
    'aiplatform.googleapis.com/Endpoint': [[endpoint, 'europe-west1', { displayName: 'churn', deployedModels: [{}] }]],
    'container.googleapis.com/Cluster': [[cluster, 'europe-west1', { name: 'trial', status: 'RUNNING' }]],
  }
  /** By the metric and the name that it has for the resource; what is not here has no series. */
  const measured: Record<string, number> = {
    'loadbalancing.googleapis.com/https/request_count shop': 12,
    'vpn.googleapis.com/network/sent_bytes_count office': 100,
    [`redis.googleapis.com/clients/connected projects/${project}/locations/europe-west1/instances/sessions`]: 1,
    'kubernetes.io/node/cpu/allocatable_utilization trial': 0.01,
  }

  it('speaks where it was silent', async () => {
    const google = createSmallGoogle({
      nowMs: Date.now(),
      assets: (_project, assetType) =>
        (assetsByType[assetType] ?? []).map(([name, location, data]) => ({
          ...{ name, assetType, resource: { location, data: { ...created, ...data } } },
        })),
      measured(metric, name) {
        const value = measured[`${metric} ${name}`]
        return value === undefined ? undefined : { value, max: value }
      },
    })
    const bill = { provider: 'Google Cloud', subAccount: project, region: 'europe-west1', nowMs: Date.now() }
    await deliverBill(sync.kept, recentBill(things, bill))
    const url = await sync.serve(answerGoogle(google))
    const { data } = await sync.admin.client.connections.create({ kind: 'gcp', name: 'gcp', endpoint: url })
    await sync.hold(data.id)
    await sync.admin.client.sync.setAccess({ id: data.id, service_account_key: JSON.stringify(serviceAccountKey) })
    expect(await sync.run(data.id)).toMatchObject({ error: '', resources: 6, units: { complete: 23 } })
    const recommendations = await sync.recommendationsByRule()
    for (const [rule, id] of [
      ...([
        ['load-balancer-without-requests', balancer],
        ['gateway-without-connections', tunnel],
      ] as const),
      ...([
        ['idle-cache', cache],
        ['idle-ml-endpoint', endpoint],
        ['idle-cluster', cluster],
      ] as const),
    ])
      expect(recommendations[rule], rule).toContain(id)
    expect(recommendations['load-balancer-without-requests']).not.toContain(busyBalancer)
  }, 90_000)
})
