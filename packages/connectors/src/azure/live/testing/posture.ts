/**
 * For tests: resources of each kind that security checks are about, all as they should be, or all as they should not,
 * in the shapes of Resource Graph.
 */
export interface Posture {
  isSound: boolean
  /** In milliseconds; recent and old are counted from here. */
  nowMs: number
}

/** For `resources` of the small Azure. */
export function azurePosture(posture: Posture): (subscription: string, type: string) => object[] {
  const all: Readonly<Record<string, readonly Described[]>> = {
    ...stored(posture),
    ...reached(posture),
    ...guarded(posture),
  }
  return (subscription, type) => [
    ...publicInterface(posture, subscription, type),
    ...(all[type] ?? []).map(({ name = 'thing', ...rest }) => ({
      ...{ id: azureId(subscription, type, name), name, type },
      ...rest,
    })),
  ]
}

/** A machine of an unsound account has a public address, by its network interface. */
function publicInterface({ isSound }: Posture, subscription: string, type: string): object[] {
  if (type !== 'microsoft.network/networkinterfaces' || isSound) return []
  return [
    {
      ...{ id: azureId(subscription, type, 'open'), name: 'open', type },
      properties: {
        // In another case than the machine itself.
        virtualMachine: { id: azureId(subscription, 'Microsoft.Compute/virtualMachines') },
        ipConfigurations: [{ properties: { publicIPAddress: { id: azureId(subscription, 'ips/ip', 'web') } } }],
      },
    },
  ]
}

/** "microsoft.sql/servers/databases" and "shop/orders" are ".../microsoft.sql/servers/shop/databases/orders". */
export function azureId(subscription: string, type: string, name = 'thing'): string {
  const [provider = '', ...kinds] = type.split('/')
  const names = name.split('/')
  const path = kinds.map((kind, index) => `${kind}/${names[index] ?? name}`).join('/')
  return `/subscriptions/${subscription}/resourceGroups/shop/providers/${provider}/${path}`
}

interface Described {
  id?: string
  name?: string
  kind?: string
  properties: object
  tags?: object
  identity?: object
  managedBy?: string
}

const daysBefore = (nowMs: number, days: number) => new Date(nowMs - days * 86_400_000).toISOString()
const switched = (isOn: boolean) => (isOn ? 'Enabled' : 'Disabled')

function stored({ isSound, nowMs }: Posture): Record<string, Described[]> {
  const timeCreated = daysBefore(nowMs, isSound ? 10 : 500)
  // Azure says how a disk is encrypted, or nothing.
  const encryption = isSound ? { encryption: { type: 'EncryptionAtRestWithPlatformKey' } } : {}
  const disk = { diskState: isSound ? 'Attached' : 'Unattached', LastOwnershipUpdateTime: timeCreated, ...encryption }
  const workspace = (name: string, retentionInDays: number) => ({
    name,
    properties: { retentionInDays, ...(isSound && { features: { clusterResourceId: '/Clusters/Logs' } }) },
  })
  return {
    'microsoft.dbforpostgresql/flexibleservers': [
      {
        tags: { env: 'production' },
        properties: {
          network: { publicNetworkAccess: switched(!isSound) },
          backup: { backupRetentionDays: isSound ? 14 : 1 },
          highAvailability: { mode: isSound ? 'ZoneRedundant' : 'Disabled' },
        },
      },
    ],
    'microsoft.cache/redis': [{ properties: { enableNonSslPort: !isSound } }],
    'microsoft.compute/disks': [{ properties: disk, ...(isSound && { managedBy: '/vm' }) }],
    'microsoft.compute/snapshots': [{ properties: { timeCreated, ...encryption } }],
    'microsoft.storage/storageaccounts': [
      {
        kind: 'StorageV2',
        properties: {
          allowBlobPublicAccess: !isSound,
          keyCreationTime: { key1: timeCreated, key2: timeCreated },
        },
      },
    ],
    'microsoft.sql/servers': [{ name: 'shop', properties: { publicNetworkAccess: switched(!isSound) } }],
    'microsoft.sql/servers/databases': [{ name: 'shop/orders', properties: { zoneRedundant: isSound } }],
    'microsoft.operationalinsights/clusters': [
      {
        id: '/clusters/logs',
        name: 'logs',
        properties: { keyVaultProperties: { keyVaultUri: 'https://shop.vault.azure.net' } },
      },
    ],
    'microsoft.operationalinsights/workspaces': isSound
      ? [workspace('app', 90)]
      : [workspace('app', 30), workspace('all', -1)],
  }
}

function reached({ isSound, nowMs }: Posture): Record<string, Described[]> {
  const port = isSound ? '443' : '22'
  const rule = {
    ...{ priority: 100, direction: 'Inbound', access: 'Allow', protocol: 'Tcp', sourceAddressPrefix: '*' },
    ...{ destinationPortRange: port, destinationPortRanges: [], sourceAddressPrefixes: [] },
  }
  const cluster = {
    apiServerAccessProfile: { enablePrivateCluster: true },
    securityProfile: { azureKeyVaultKms: { enabled: true } },
  }
  const gateway = {
    frontendIPConfigurations: [{ properties: { publicIPAddress: { id: '/ip' } } }],
    httpListeners: [{ id: '/l/web', properties: { protocol: isSound ? 'Https' : 'Http' } }],
    backendAddressPools: [{ properties: { backendAddresses: isSound ? [{ ipAddress: '10.0.0.4' }] : [] } }],
  }
  return {
    'microsoft.compute/virtualmachines': [
      {
        properties: { extended: { instanceView: { powerState: { code: 'PowerState/running' } } } },
        ...(isSound && { tags: { owner: 'ana' }, identity: { type: 'SystemAssigned' } }),
      },
    ],
    'microsoft.containerservice/managedclusters': [
      { properties: { kubernetesVersion: isSound ? '1.35.1' : '1.27.3', ...(isSound && cluster) } },
    ],
    'microsoft.network/networksecuritygroups': [
      { properties: { securityRules: [{ properties: rule }], subnets: isSound ? [{ id: '/subnet' }] : [] } },
    ],
    'microsoft.network/applicationgateways': [{ properties: gateway }],
    'microsoft.network/publicipaddresses': [
      { properties: isSound ? { ipConfiguration: { id: '/nic/ipConfigurations/a' } } : {} },
    ],
    'microsoft.network/networkinterfaces': [
      {
        properties: {
          virtualMachine: { id: '/of/another' },
          ipConfigurations: [{ properties: { publicIPAddress: { id: '/of/another' } } }],
        },
      },
    ],
    'microsoft.web/certificates': [{ properties: { expirationDate: daysBefore(nowMs, isSound ? -300 : -10) } }],
  }
}

function guarded({ isSound, nowMs }: Posture): Record<string, Described[]> {
  const published = daysBefore(nowMs, isSound ? 10 : 500)
  return {
    'microsoft.web/sites': [
      {
        kind: 'functionapp,linux',
        properties: { siteConfig: { linuxFxVersion: isSound ? 'Python|3.13' : 'Python|3.9' } },
      },
    ],
    'microsoft.synapse/workspaces': [{ name: 'facts', properties: { publicNetworkAccess: switched(!isSound) } }],
    'microsoft.synapse/workspaces/sqlpools': [{ name: 'facts/sales', properties: { status: 'Online' } }],
    'microsoft.kusto/clusters': [
      { properties: { enableDiskEncryption: isSound, publicNetworkAccess: switched(!isSound) } },
    ],
    'microsoft.documentdb/databaseaccounts': [
      { properties: isSound ? { keyVaultKeyUri: 'https://shop.vault.azure.net/keys/cosmos' } : {} },
    ],
    'microsoft.servicebus/namespaces': [{ properties: { status: 'Active' } }],
    'microsoft.compute/galleries': [
      { name: 'golden', properties: isSound ? {} : { sharingProfile: { permissions: 'Community' } } },
    ],
    'microsoft.compute/galleries/images/versions': [
      { name: 'golden/ubuntu/1.0.0', properties: { publishingProfile: { publishedDate: published } } },
    ],
    'microsoft.containerregistry/registries': [{ properties: {} }],
    'microsoft.keyvault/vaults': [{ name: 'shop', properties: {} }],
  }
}
