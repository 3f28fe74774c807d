/**
 * For tests: resources of each kind that security checks are about, all as they should be, or all as they should not,
 * in the shapes of Resource Graph.
 */
interface Posture {
  isSound: boolean
  /** In milliseconds; recent and old are counted from here. */
  nowMs: number
}

/** For `resources` of the small Azure. */
export function azurePosture(posture: Posture): (subscription: string, type: string) => object[] {
  const all: Readonly<Record<string, readonly Described[]>> = { ...stored(posture), ...reached(posture) }
  return (subscription, type) =>
    (all[type] ?? []).map(({ name = 'thing', ...rest }) => ({
      ...{ id: `/subscriptions/${subscription}/resourceGroups/shop/providers/${type}/${name}`, name, type },
      ...rest,
    }))
}

interface Described {
  name?: string
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
  const workspace = (name: string, retentionInDays: number) => ({ name, properties: { retentionInDays } })
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
    'microsoft.storage/storageaccounts': [{ properties: { allowBlobPublicAccess: !isSound } }],
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
      { properties: { kubernetesVersion: isSound ? '1.34.1' : '1.27.3', ...(isSound && cluster) } },
    ],
    'microsoft.network/networksecuritygroups': [
      { properties: { securityRules: [{ properties: rule }], subnets: isSound ? [{ id: '/subnet' }] : [] } },
    ],
    'microsoft.network/applicationgateways': [{ properties: gateway }],
    'microsoft.network/publicipaddresses': [
      { properties: isSound ? { ipConfiguration: { id: '/nic/ipConfigurations/a' } } : {} },
    ],
    'microsoft.web/certificates': [{ properties: { expirationDate: daysBefore(nowMs, isSound ? -300 : -10) } }],
  }
}
