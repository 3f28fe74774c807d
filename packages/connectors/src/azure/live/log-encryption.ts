/** Whether logs are encrypted with a key of the customer: it belongs to the dedicated cluster of a workspace. */
import * as z from 'zod'
import { oncePerAccount } from '../../live-once.ts'
import { type AzureDetail, queryAll } from './define-port.ts'
import { readProperties } from './resource.ts'
import type { AzureSession } from './session.ts'

const action = 'Microsoft.OperationalInsights/clusters/read'

/** By the ID of a cluster, in lower case, whether it has a key of the customer. */
const clusterKeys = oncePerAccount(async (session: AzureSession, subscription) => {
  const clusters = await queryAll(session, subscription, { type: 'microsoft.operationalinsights/clusters', action })
  return new Map(
    clusters.map((cluster) => {
      const { keyVaultProperties } = readProperties(cluster, {
        keyVaultProperties: z.object({ keyVaultUri: z.string().nullish() }),
      })
      return [cluster.id.toLowerCase(), Boolean(keyVaultProperties?.keyVaultUri)]
    }),
  )
})

export const logEncryption: AzureDetail = {
  attribute: 'encrypted',
  permissions: [{ action, reason: 'Lists clusters of logs, to see which have a key of the customer.' }],
  async read(session, resource, { accountId }) {
    const { features } = readProperties(resource, {
      features: z.object({ clusterResourceId: z.string().nullish() }),
    })
    if (!features?.clusterResourceId) return false
    // A cluster of another subscription is not listed here.
    return (await clusterKeys(session, accountId)).get(features.clusterResourceId.toLowerCase())
  },
}
