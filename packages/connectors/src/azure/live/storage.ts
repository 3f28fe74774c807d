/** Storage accounts with what they retain and log, and log workspaces. */
import * as z from 'zod'
import { attributes, dateOf } from '../../live-item.ts'
import { definePort } from './define-port.ts'
import { isEnabled } from './enabled.ts'
import { logEncryption } from './log-encryption.ts'
import { azureItem, readProperties } from './resource.ts'
import { storageDetails } from './storage-details.ts'

export const storagePort = definePort({
  dataset: 'storage',
  unlocks: 'Storage accounts with their tier and redundancy, and how long logs are kept',
  queries: [
    {
      type: 'microsoft.storage/storageaccounts',
      action: 'Microsoft.Storage/storageAccounts/read',
      reason: 'Lists storage accounts. Their content cannot be read with it.',
      details: storageDetails,
      // File shares and page blobs have none of these settings.
      hasDetails: ({ kind }) => kind !== 'FileStorage',
      toItems(resource, location, details = {}) {
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
              ...details,
              versioning: details.versioning,
              lifecycle_rules: details.lifecycle_rules,
              access_logging: details.access_logging,
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
      details: [logEncryption],
      toItems(resource, location, details = {}) {
        const { retentionInDays, createdDate } = readProperties(resource, {
          retentionInDays: z.number(),
          createdDate: z.string(),
        })
        return [
          azureItem(resource, location, {
            type: 'Log group',
            service: 'Azure Monitor',
            created_at: dateOf(createdDate),
            // Azure writes -1 for a workspace that keeps everything.
            attributes: attributes({
              ...details,
              retention_days: retentionInDays === -1 ? 'never' : retentionInDays,
              encrypted: details.encrypted,
            }),
          }),
        ]
      },
    },
  ],
})
