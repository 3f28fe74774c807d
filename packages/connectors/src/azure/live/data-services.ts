/** Streams, data warehouses, tables and queues, with how they are protected: each is a unit with a permission of its own. */
import * as z from 'zod'
import { attributes, dateOf } from '../../live-item.ts'
import { oncePerAccount } from '../../live-once.ts'
import { type AzureDetail, definePort, queryAll } from './define-port.ts'
import { isEnabled } from './enabled.ts'
import { deletionProtection } from './locks.ts'
import { readSetting } from './manager-list.ts'
import { azureItem, readProperties } from './resource.ts'
import type { AzureSession } from './session.ts'

const text = z.string()
const workspacesAction = 'Microsoft.Synapse/workspaces/read'
const encryptionAction = 'Microsoft.Synapse/workspaces/sqlPools/transparentDataEncryption/read'

/** By the ID of a workspace, in lower case. */
const workspaceAccess = oncePerAccount(async (session: AzureSession, subscription) => {
  const workspaces = await queryAll(session, subscription, {
    type: 'microsoft.synapse/workspaces',
    action: workspacesAction,
  })
  return new Map(
    workspaces.map((workspace) => [
      workspace.id.toLowerCase(),
      isEnabled(readProperties(workspace, { publicNetworkAccess: text }).publicNetworkAccess),
    ]),
  )
})

const poolDetails: readonly AzureDetail[] = [
  {
    attribute: 'public',
    permissions: [{ action: workspacesAction, reason: 'Lists workspaces, to see which are open to the internet.' }],
    read: async (session, { id }, { accountId }) =>
      (await workspaceAccess(session, accountId)).get(id.toLowerCase().replace(/\/sqlpools\/[^/]+$/, '')),
  },
  {
    attribute: 'encrypted',
    permissions: [{ action: encryptionAction, reason: 'Reads whether a data warehouse is encrypted.' }],
    async read(session, { id }) {
      const setting = await readSetting(session, {
        action: encryptionAction,
        path: `${id}/transparentDataEncryption/current?api-version=2021-06-01`,
        schema: z.object({ properties: z.object({ status: text }) }),
      })
      return isEnabled(setting?.properties.status)
    },
  },
]

export const streamsPort = definePort({
  dataset: 'streams',
  unlocks: 'Streams without records',
  queries: [
    {
      type: 'microsoft.eventhub/namespaces',
      action: 'Microsoft.EventHub/namespaces/read',
      reason: 'Lists Event Hubs namespaces, to find those without records. Records stay unread.',
      toItems(resource, location) {
        const { status, createdAt, isAutoInflateEnabled } = readProperties(resource, {
          status: text,
          createdAt: text,
          isAutoInflateEnabled: z.boolean(),
        })
        return [
          azureItem(resource, location, {
            type: 'Stream',
            service: 'Event Hubs',
            state: (status ?? '').toLowerCase(),
            created_at: dateOf(createdAt),
            attributes: attributes({
              tier: resource.sku?.tier,
              throughput_units: resource.sku?.capacity,
              auto_inflate: isAutoInflateEnabled,
            }),
          }),
        ]
      },
    },
  ],
})

export const warehousesPort = definePort({
  dataset: 'warehouses',
  unlocks: 'Data warehouses that are unused, public or not encrypted',
  queries: [
    {
      type: 'microsoft.synapse/workspaces/sqlpools',
      action: 'Microsoft.Synapse/workspaces/sqlPools/read',
      reason: 'Lists data warehouses of Synapse Analytics.',
      details: poolDetails,
      toItems(resource, location, details = {}) {
        const { status, creationDate } = readProperties(resource, { status: text, creationDate: text })
        return [
          azureItem(resource, location, {
            type: 'Data warehouse',
            service: 'Azure Synapse Analytics',
            state: (status ?? '').toLowerCase(),
            created_at: dateOf(creationDate),
            attributes: attributes({ ...details, encrypted: details.encrypted, public: details.public }),
          }),
        ]
      },
    },
    {
      type: 'microsoft.kusto/clusters',
      action: 'Microsoft.Kusto/clusters/read',
      reason: 'Lists clusters of Azure Data Explorer, and how they are protected.',
      toItems(resource, location) {
        const cluster = readProperties(resource, {
          state: text,
          enableDiskEncryption: z.boolean(),
          publicNetworkAccess: text,
        })
        return [
          azureItem(resource, location, {
            type: 'Data warehouse',
            service: 'Azure Data Explorer',
            state: (cluster.state ?? '').toLowerCase(),
            attributes: attributes({
              encrypted: cluster.enableDiskEncryption,
              public: isEnabled(cluster.publicNetworkAccess),
            }),
          }),
        ]
      },
    },
  ],
})

const capabilities = z.array(z.object({ name: text.nullish() }))

export const tablesPort = definePort({
  dataset: 'tables',
  unlocks: 'Unused throughput of Cosmos DB, and tables without protection from deletion or a key of their own',
  queries: [
    {
      type: 'microsoft.documentdb/databaseaccounts',
      action: 'Microsoft.DocumentDB/databaseAccounts/read',
      reason: 'Lists accounts of Cosmos DB, and how they are protected. Their content cannot be read with it.',
      details: [deletionProtection],
      toItems(resource, location, details = {}) {
        const { keyVaultKeyUri, provisioningState, ...account } = readProperties(resource, {
          keyVaultKeyUri: text,
          provisioningState: text,
          capabilities,
        })
        return [
          azureItem(resource, location, {
            type: 'Cosmos DB account',
            service: 'Azure Cosmos DB',
            state: (provisioningState ?? '').toLowerCase(),
            attributes: attributes({
              ...details,
              kind: resource.kind,
              serverless: account.capabilities?.some(({ name }) => name === 'EnableServerless'),
              deletion_protection: details.deletion_protection,
              // Without a key of the customer, one of Microsoft encrypts.
              encrypted: Boolean(keyVaultKeyUri),
            }),
          }),
        ]
      },
    },
  ],
})

export const queuesPort = definePort({
  dataset: 'queues',
  unlocks: 'Queues, and that they are encrypted',
  queries: [
    {
      type: 'microsoft.servicebus/namespaces',
      action: 'Microsoft.ServiceBus/namespaces/read',
      reason: 'Lists namespaces of Service Bus. Messages cannot be read with it.',
      toItems(resource, location) {
        const { status, createdAt } = readProperties(resource, { status: text, createdAt: text })
        return [
          azureItem(resource, location, {
            type: 'Service Bus namespace',
            service: 'Service Bus',
            state: (status ?? '').toLowerCase(),
            created_at: dateOf(createdAt),
            // Azure encrypts every namespace.
            attributes: attributes({ encrypted: true }),
          }),
        ]
      },
    },
  ],
})
