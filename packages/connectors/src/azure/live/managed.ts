/** Databases, storage accounts, App Service plans and apps, Kubernetes clusters, log workspaces. */
import type { SyncLocation } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import { attributes, dateOf } from '../../live-item.ts'
import { definePort } from './define-port.ts'
import { type AzureResource, azureItem, readProperties } from './resource.ts'

const bytesPerGb = 1_073_741_824

/** Azure writes "Enabled" and "Disabled", in several cases; undefined when it writes neither. */
function isEnabled(setting: string | null | undefined): boolean | undefined {
  if (/^enabled$/i.test(setting ?? '')) return true
  return /^disabled$/i.test(setting ?? '') ? false : undefined
}

/** PostgreSQL and MySQL servers have one shape. */
function flexibleServer(service: string) {
  return (resource: AzureResource, location: SyncLocation) => {
    const { state, storage, version, highAvailability, network, backup } = readProperties(resource, {
      state: z.string(),
      storage: z.object({ storageSizeGB: z.number().nullish() }),
      version: z.string(),
      highAvailability: z.object({ mode: z.string().nullish() }),
      network: z.object({ publicNetworkAccess: z.string().nullish() }),
      backup: z.object({ backupRetentionDays: z.number().nullish() }),
    })
    return [
      azureItem(resource, location, {
        type: 'Database',
        service,
        state: (state ?? '').toLowerCase(),
        attributes: attributes({
          engine_version: version,
          size_gb: storage?.storageSizeGB,
          high_availability: highAvailability?.mode,
          multi_az: highAvailability?.mode ? /^ZoneRedundant$/i.test(highAvailability.mode) : undefined,
          public: isEnabled(network?.publicNetworkAccess),
          backup_retention_days: backup?.backupRetentionDays,
          // Azure encrypts the storage of each server, and installs minor versions in its maintenance window.
          encrypted: true,
          auto_minor_version_upgrade: true,
        }),
      }),
    ]
  }
}

export const databasesPort = definePort({
  dataset: 'databases',
  unlocks: 'Unused and oversized databases',
  queries: [
    {
      type: 'microsoft.sql/servers/databases',
      action: 'Microsoft.Sql/servers/databases/read',
      reason: 'Lists SQL databases, to find unused ones.',
      // Every server has it, and it is free.
      where: "name !~ 'master'",
      toItems(resource, location) {
        const { status, maxSizeBytes, creationDate, elasticPoolId, currentServiceObjectiveName, zoneRedundant } =
          readProperties(resource, {
            status: z.string(),
            maxSizeBytes: z.number(),
            creationDate: z.string(),
            elasticPoolId: z.string(),
            currentServiceObjectiveName: z.string(),
            zoneRedundant: z.boolean(),
          })
        return [
          azureItem(resource, location, {
            type: 'Database',
            service: 'SQL Database',
            // "GP_Gen5_4", where the SKU says "GP_Gen5".
            size: currentServiceObjectiveName ?? resource.sku?.name ?? '',
            state: (status ?? '').toLowerCase(),
            created_at: dateOf(creationDate),
            attributes: attributes({
              tier: resource.sku?.tier,
              capacity: resource.sku?.capacity,
              size_gb: maxSizeBytes ? Math.round(maxSizeBytes / bytesPerGb) : undefined,
              multi_az: zoneRedundant,
              // SQL Database has no versions that a customer installs.
              auto_minor_version_upgrade: true,
            }),
            relations: elasticPoolId ? [{ kind: 'member_of', resource_id: elasticPoolId }] : [],
          }),
        ]
      },
    },
    {
      type: 'microsoft.dbforpostgresql/flexibleservers',
      action: 'Microsoft.DBforPostgreSQL/flexibleServers/read',
      reason: 'Lists PostgreSQL servers, to find unused ones.',
      toItems: flexibleServer('Azure Database for PostgreSQL'),
    },
    {
      type: 'microsoft.dbformysql/flexibleservers',
      action: 'Microsoft.DBforMySQL/flexibleServers/read',
      reason: 'Lists MySQL servers, to find unused ones.',
      toItems: flexibleServer('Azure Database for MySQL'),
    },
  ],
})

export const storagePort = definePort({
  dataset: 'storage',
  unlocks: 'Storage accounts with their tier and redundancy, and how long logs are kept',
  queries: [
    {
      type: 'microsoft.storage/storageaccounts',
      action: 'Microsoft.Storage/storageAccounts/read',
      reason: 'Lists storage accounts. Their content cannot be read with it.',
      toItems(resource, location) {
        const { accessTier, creationTime, allowBlobPublicAccess, publicNetworkAccess } = readProperties(resource, {
          accessTier: z.string(),
          creationTime: z.string(),
          allowBlobPublicAccess: z.boolean(),
          publicNetworkAccess: z.string(),
        })
        return [
          azureItem(resource, location, {
            type: 'Storage account',
            service: 'Storage',
            created_at: dateOf(creationTime),
            attributes: attributes({
              access_tier: accessTier,
              kind: resource.kind,
              public_blobs: allowBlobPublicAccess,
              // Containers may be public when the account allows it. Older accounts do not say whether they do.
              public: isEnabled(publicNetworkAccess) === false ? false : allowBlobPublicAccess,
              // Azure encrypts every storage account.
              encrypted: true,
            }),
          }),
        ]
      },
    },
    {
      type: 'microsoft.operationalinsights/workspaces',
      action: 'Microsoft.OperationalInsights/workspaces/read',
      reason: 'Lists log workspaces with their retention.',
      toItems(resource, location) {
        const { retentionInDays, createdDate, features } = readProperties(resource, {
          retentionInDays: z.number(),
          features: z.object({ clusterResourceId: z.string().nullish() }),
          createdDate: z.string(),
        })
        return [
          azureItem(resource, location, {
            type: 'Log group',
            service: 'Azure Monitor',
            created_at: dateOf(createdDate),
            // Azure writes -1 for a workspace that keeps everything.
            attributes: attributes({
              retention_days: retentionInDays === -1 ? 'never' : retentionInDays,
              // A key of the customer takes a dedicated cluster; whether that cluster has one stands elsewhere.
              encrypted: features?.clusterResourceId ? undefined : false,
            }),
          }),
        ]
      },
    },
  ],
})

export const appsPort = definePort({
  dataset: 'apps',
  unlocks: 'Empty and idle App Service plans',
  queries: [
    {
      type: 'microsoft.web/serverfarms',
      action: 'Microsoft.Web/serverfarms/read',
      reason: 'Lists App Service plans with the number of their apps.',
      toItems(resource, location) {
        const { numberOfSites, numberOfWorkers, status } = readProperties(resource, {
          numberOfSites: z.number(),
          numberOfWorkers: z.number(),
          status: z.string(),
        })
        return [
          azureItem(resource, location, {
            type: 'App Service plan',
            service: 'Azure App Service',
            state: (status ?? '').toLowerCase(),
            attributes: attributes({ apps: numberOfSites, instances: numberOfWorkers, tier: resource.sku?.tier }),
          }),
        ]
      },
    },
    {
      type: 'microsoft.web/sites',
      action: 'Microsoft.Web/sites/read',
      reason: 'Lists apps with their plan.',
      toItems(resource, location) {
        const { state, serverFarmId } = readProperties(resource, { state: z.string(), serverFarmId: z.string() })
        return [
          azureItem(resource, location, {
            type: resource.kind?.includes('functionapp') ? 'Function' : 'Web app',
            service: 'Azure App Service',
            state: (state ?? '').toLowerCase(),
            relations: serverFarmId ? [{ kind: 'member_of', resource_id: serverFarmId }] : [],
          }),
        ]
      },
    },
  ],
})

const powerStateSchema = z.object({ code: z.string().nullish() })
const poolSchema = z.object({
  name: z.string(),
  count: z.number().nullish(),
  mode: z.string().nullish(),
  vmSize: z.string().nullish(),
  powerState: powerStateSchema.nullish(),
})

function poolItem(
  cluster: AzureResource,
  location: SyncLocation,
  pool: z.output<typeof poolSchema> & { nodeResourceGroup: string | undefined },
) {
  return azureItem(cluster, location, {
    resource_id: `${cluster.id}/agentPools/${pool.name}`,
    type: 'Node pool',
    service: 'Azure Kubernetes Service',
    name: pool.name,
    size: pool.vmSize ?? '',
    state: (pool.powerState?.code ?? '').toLowerCase(),
    attributes: attributes({
      nodes: pool.count,
      mode: pool.mode,
      cluster: cluster.name,
      node_resource_group: pool.nodeResourceGroup,
    }),
    relations: [{ kind: 'member_of', resource_id: cluster.id }],
  })
}

export const clustersPort = definePort({
  dataset: 'clusters',
  unlocks: 'Idle Kubernetes clusters and node pools',
  queries: [
    {
      type: 'microsoft.containerservice/managedclusters',
      action: 'Microsoft.ContainerService/managedClusters/read',
      reason: 'Lists Kubernetes clusters with their node pools.',
      toItems(resource, location) {
        const { powerState, kubernetesVersion, agentPoolProfiles, nodeResourceGroup, ...access } = readProperties(
          resource,
          {
            powerState: powerStateSchema,
            kubernetesVersion: z.string(),
            agentPoolProfiles: z.array(poolSchema),
            nodeResourceGroup: z.string(),
            apiServerAccessProfile: z.object({ enablePrivateCluster: z.boolean().nullish() }),
            securityProfile: z.object({ azureKeyVaultKms: z.object({ enabled: z.boolean().nullish() }).nullish() }),
          },
        )
        const pools = agentPoolProfiles ?? []
        return [
          azureItem(resource, location, {
            type: 'Kubernetes cluster',
            service: 'Azure Kubernetes Service',
            state: (powerState?.code ?? '').toLowerCase(),
            attributes: attributes({
              version: kubernetesVersion,
              nodes: agentPoolProfiles?.reduce((total, { count }) => total + (count ?? 0), 0),
              tier: resource.sku?.tier,
              // What is left out is off.
              public_endpoint: access.apiServerAccessProfile?.enablePrivateCluster !== true,
              secrets_encrypted: access.securityProfile?.azureKeyVaultKms?.enabled === true,
            }),
          }),
          ...pools.map((pool) => poolItem(resource, location, { ...pool, nodeResourceGroup })),
        ]
      },
    },
  ],
})
