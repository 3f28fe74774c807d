/** What the list of SQL databases does not hold: encryption, backups, and whether their server is public. */
import * as z from 'zod'
import { oncePerAccount } from '../../live-once.ts'
import { type AzureDetail, queryAll } from './define-port.ts'
import { isEnabled } from './enabled.ts'
import { readSetting } from './manager-list.ts'
import { readProperties } from './resource.ts'
import type { AzureSession } from './session.ts'

const serversAction = 'Microsoft.Sql/servers/read'
const encryptionAction = 'Microsoft.Sql/servers/databases/transparentDataEncryption/read'
const backupAction = 'Microsoft.Sql/servers/databases/backupShortTermRetentionPolicies/read'
const version = 'api-version=2021-11-01'

/** By the ID of a server, in lower case. */
const serverAccess = oncePerAccount(async (session: AzureSession, subscription) => {
  const servers = await queryAll(session, subscription, { type: 'microsoft.sql/servers', action: serversAction })
  return new Map(
    servers.map((server) => [
      server.id.toLowerCase(),
      isEnabled(readProperties(server, { publicNetworkAccess: z.string() }).publicNetworkAccess),
    ]),
  )
})

export const sqlDetails: readonly AzureDetail[] = [
  {
    attribute: 'public',
    permissions: [{ action: serversAction, reason: 'Lists SQL servers, to see which are open to the internet.' }],
    read: async (session, { id }, { accountId }) =>
      (await serverAccess(session, accountId)).get(id.toLowerCase().replace(/\/databases\/[^/]+$/, '')),
  },
  {
    attribute: 'encrypted',
    permissions: [{ action: encryptionAction, reason: 'Reads whether a SQL database is encrypted.' }],
    async read(session, { id }) {
      const setting = await readSetting(session, {
        action: encryptionAction,
        path: `${id}/transparentDataEncryption/current?${version}`,
        schema: z.object({ properties: z.object({ state: z.string() }) }),
      })
      return isEnabled(setting?.properties.state)
    },
  },
  {
    attribute: 'backup_retention_days',
    permissions: [{ action: backupAction, reason: 'Reads how long the backups of a SQL database are retained.' }],
    async read(session, { id }) {
      const setting = await readSetting(session, {
        action: backupAction,
        path: `${id}/backupShortTermRetentionPolicies/default?${version}`,
        schema: z.object({ properties: z.object({ retentionDays: z.number() }) }),
      })
      return setting?.properties.retentionDays
    },
  },
]
