/** Locks of a subscription: what a lock covers cannot be deleted. */
import * as z from 'zod'
import { oncePerAccount } from '../../live-once.ts'
import type { AzureDetail } from './define-port.ts'
import { listAll } from './manager-list.ts'
import type { AzureSession } from './session.ts'

const action = 'Microsoft.Authorization/locks/read'
const lockSchema = z.object({ id: z.string(), properties: z.object({ level: z.string() }) })

/** What is locked, in lower case: the subscription, resource groups and resources. */
const lockedScopes = oncePerAccount(async (session: AzureSession, subscription) => {
  const path = `/subscriptions/${encodeURIComponent(subscription)}/providers/Microsoft.Authorization/locks?api-version=2016-09-01`
  const locks = await listAll(session, { action, path, schema: lockSchema })
  return locks
    .filter(({ properties }) => /^(?:CanNotDelete|ReadOnly)$/i.test(properties.level))
    .map(({ id }) => id.toLowerCase().replace(/\/providers\/microsoft\.authorization\/locks\/[^/]+$/, ''))
})

/** A lock holds for what is below it as well. */
export const deletionProtection: AzureDetail = {
  attribute: 'deletion_protection',
  permissions: [{ action, reason: 'Lists locks, to see what is protected from deletion.' }],
  async read(session, { id }, { accountId }) {
    const resource = id.toLowerCase()
    const scopes = await lockedScopes(session, accountId)
    return scopes.some((scope) => resource === scope || resource.startsWith(`${scope}/`))
  },
}
