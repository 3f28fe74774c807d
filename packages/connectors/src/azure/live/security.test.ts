/** What security checks read of Azure, in the shapes of Resource Graph. */
import { depsOf, readAllItems } from '@kept/domain/sync/testing/small-cloud.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import { describe, expect, it } from 'vitest'
import { openAzureCloud } from './cloud.ts'
import {
  answerAzure,
  clientId,
  clientSecret,
  createSmallAzure,
  subscriptionId,
  tenantId,
} from './testing/small-azure.ts'

const nowMs = Date.parse('2026-11-22T10:20:00Z')

/** The attributes of the only resource that a dataset lists. */
async function read(dataset: SyncDataset, type: string, properties: object, others: object = {}, actions = ['*/read']) {
  const id = `/subscriptions/${subscriptionId(1)}/resourceGroups/shop/providers/${type}/thing`
  const azure = createSmallAzure({
    actions: () => actions,
    resources: (_subscription, requested) =>
      requested === type ? [{ id, name: 'thing', type, properties, ...others }] : [],
  })
  const access = { tenant_id: tenantId, client_id: clientId, client_secret: clientSecret, cloud: 'public' as const }
  const cloud = openAzureCloud({ ...access, subscriptions: [] }, depsOf(answerAzure(azure), nowMs))
  const unit = { accountId: subscriptionId(1), accountName: 'Shop', region: 'global', dataset }
  const [item] = await readAllItems(cloud, unit, nowMs)
  return item?.attributes
}

describe('network security groups', () => {
  const group = 'microsoft.network/networksecuritygroups'
  const rule = (priority: number, changes: object = {}) => ({
    properties: {
      ...{ priority, direction: 'Inbound', access: 'Allow', protocol: 'Tcp', sourceAddressPrefix: '*' },
      ...{ destinationPortRange: '22', destinationPortRanges: [], sourceAddressPrefixes: [], ...changes },
    },
  })

  it('open what a rule allows from everywhere, before one that denies everything', async () => {
    const denial = rule(200, { access: 'Deny', protocol: '*', destinationPortRange: '*' })
    const securityRules = [
      rule(300, { destinationPortRange: '3389' }),
      denial,
      rule(100, {
        sourceAddressPrefix: 'Internet',
        destinationPortRanges: ['443', '8000-8100'],
        destinationPortRange: '',
      }),
      rule(110, { sourceAddressPrefix: '10.0.0.0/8' }),
      rule(120, { direction: 'Outbound' }),
    ]
    expect(await read('firewalls', group, { securityRules, subnets: [{ id: 'a' }] })).toEqual({
      open_ports: '443 8000-8100',
      members: '1',
    })
    expect(await read('firewalls', group, { securityRules: [rule(100)] })).toEqual({ open_ports: '22', members: '0' })
    expect(await read('firewalls', group, {})).toEqual({ members: '0' })
  })

  it('are denied without their own permission, and nothing else is', async () => {
    const actions = ['Microsoft.Compute/*/read']
    await expect(read('firewalls', group, {}, {}, actions)).rejects.toMatchObject({
      kind: 'denied',
      action: 'Microsoft.Network/networkSecurityGroups/read',
    })
    expect(await read('compute', 'microsoft.compute/snapshots', {}, {}, actions)).toMatchObject({ public: 'false' })
  })
})

describe('other resources', () => {
  it.each<[SyncDataset, string, object, object, object]>([
    ['caches', 'microsoft.cache/redis', { enableNonSslPort: false }, { transit_encrypted: 'true' }, {}],
    ['caches', 'microsoft.cache/redis', { enableNonSslPort: true }, { transit_encrypted: 'false' }, {}],
    [
      'certificates',
      'microsoft.web/certificates',
      { expirationDate: '2027-01-01T00:00:00Z' },
      { expires_at: '2027-01-01T00:00:00.000Z' },
      {},
    ],
    [
      'storage',
      'microsoft.storage/storageaccounts',
      { allowBlobPublicAccess: true },
      { public: 'true', encrypted: 'true' },
      {},
    ],
    [
      'storage',
      'microsoft.storage/storageaccounts',
      { allowBlobPublicAccess: true, publicNetworkAccess: 'Disabled' },
      { public: 'false' },
      {},
    ],
    ['storage', 'microsoft.operationalinsights/workspaces', { retentionInDays: 30 }, { encrypted: 'false' }, {}],
    [
      'databases',
      'microsoft.dbforpostgresql/flexibleservers',
      {
        network: { publicNetworkAccess: 'Enabled' },
        backup: { backupRetentionDays: 14 },
        highAvailability: { mode: 'ZoneRedundant' },
      },
      { public: 'true', backup_retention_days: '14', multi_az: 'true', encrypted: 'true' },
      {},
    ],
    [
      'clusters',
      'microsoft.containerservice/managedclusters',
      {
        apiServerAccessProfile: { enablePrivateCluster: true },
        securityProfile: { azureKeyVaultKms: { enabled: true } },
      },
      { public_endpoint: 'false', secrets_encrypted: 'true' },
      {},
    ],
    [
      'clusters',
      'microsoft.containerservice/managedclusters',
      {},
      { public_endpoint: 'true', secrets_encrypted: 'false' },
      {},
    ],
    [
      'compute',
      'microsoft.compute/virtualmachines',
      {},
      { instance_role: 'systemassigned' },
      { identity: { type: 'SystemAssigned' } },
    ],
    ['compute', 'microsoft.compute/virtualmachines', {}, { instance_role: 'none' }, {}],
    [
      'network',
      'microsoft.network/applicationgateways',
      {
        frontendIPConfigurations: [{ properties: { publicIPAddress: { id: '/ip' } } }],
        httpListeners: [
          { id: '/L/web', properties: { protocol: 'Http' } },
          { id: '/l/tls', properties: { protocol: 'Https' } },
        ],
        requestRoutingRules: [{ properties: { httpListener: { id: '/l/web' }, redirectConfiguration: { id: '/r' } } }],
      },
      { scheme: 'internet-facing', tls_only: 'true' },
      {},
    ],
    [
      'network',
      'microsoft.network/applicationgateways',
      { httpListeners: [{ id: '/l/web', properties: { protocol: 'Http' } }] },
      { tls_only: 'false' },
      {},
    ],
    [
      'network',
      'microsoft.network/loadbalancers',
      { frontendIPConfigurations: [{ properties: {} }] },
      { scheme: 'internal' },
      {},
    ],
  ])('%s: %s with %j', async (dataset, type, properties, expected, others) => {
    expect(await read(dataset, type, properties, others)).toMatchObject(expected)
  })

  it('leave out what Azure does not say', async () => {
    const storage = await read('storage', 'microsoft.storage/storageaccounts', {})
    // Without a policy and a setting: that is an answer.
    expect(storage).toEqual({ encrypted: 'true', lifecycle_rules: '0', access_logging: 'false' })
    expect(await read('caches', 'microsoft.cache/redis', {})).toEqual({})
  })
})
