/** Databases and Kubernetes clusters. */
import type { SyncLocation } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import type { Details } from '../../live-details.ts'
import { attributes, dateOf } from '../../live-item.ts'
import { definePort } from './define-port.ts'
import { isEnabled } from './enabled.ts'
import { deletionProtection } from './locks.ts'
import { type AzureResource, azureItem, readProperties } from './resource.ts'
import { sqlDetails } from './sql-details.ts'

const bytesPerGb = 1_073_741_824

/** PostgreSQL and MySQL servers have one shape. */
function flexibleServer(service: string) {
  return (resource: AzureResource, location: SyncLocation, details: Details = {}) => {
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
          ...details,
          deletion_protection: details.deletion_protection,
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
      details: [deletionProtection, ...sqlDetails],
      toItems(resource, location, details = {}) {
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
              ...details,
              deletion_protection: details.deletion_protection,
              encrypted: details.encrypted,
              public: details.public,
              backup_retention_days: details.backup_retention_days,
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
      details: [deletionProtection],
      toItems: flexibleServer('Azure Database for PostgreSQL'),
    },
    {
      type: 'microsoft.dbformysql/flexibleservers',
      action: 'Microsoft.DBforMySQL/flexibleServers/read',
      reason: 'Lists MySQL servers, to find unused ones.',
      details: [deletionProtection],
      toItems: flexibleServer('Azure Database for MySQL'),
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
