/** Who may have identity tokens, and what the audit log says about the keys that sign them. */
import type { Scope } from '@kept/domain/scope.ts'
import { recordAudit } from '../audit/record.ts'
import type { Database } from '../database/connect.ts'

const action = 'federation_key.rotated'

/** Why there is no token; undefined when there may be one. */
export type TokenRefusal = 'demo' | 'deleted'

/** A token is for an organization that stays, and for a connection that it has now; undefined: for no connection. */
export async function tokenRefusal(
  database: Database,
  scope: Scope,
  connectionId: string | undefined,
): Promise<TokenRefusal | undefined> {
  const organization = await database.shared
    .selectFrom('organization')
    .select(['demo', 'deletion_started_at'])
    .where('id', '=', scope.organizationId)
    .executeTakeFirst()
  if (organization?.demo) return 'demo'
  if (!organization || organization.deletion_started_at !== null) return 'deleted'
  if (connectionId === undefined) return undefined
  const connection = await database.scoped(scope, (tx) =>
    tx.selectFrom('sync_connection').select('id').where('id', '=', connectionId).executeTakeFirst(),
  )
  return connection ? undefined : 'deleted'
}

interface NewKey {
  id: string
  createdAt: Date
  /** When it begins to sign. */
  signsFrom: Date
}

/** Once for each key, where a connection signed in with an earlier one; false where there was nothing to write. */
export function noteKeyRotation(
  database: Database,
  scope: Scope,
  { id: keyId, createdAt, signsFrom }: NewKey,
  at: Date,
): Promise<boolean> {
  return database.scoped(scope, async (tx) => {
    const federated = await tx
      .selectFrom('sync_connection')
      .select('id')
      .where('access_method', '=', 'federation')
      .where('access_changed_at', '<', createdAt)
      .limit(1)
      .executeTakeFirst()
    if (!federated) return false
    const noted = await tx
      .selectFrom('audit_event')
      .select('id')
      .where('action', '=', action)
      .where('resource_id', '=', keyId)
      .limit(1)
      .executeTakeFirst()
    if (noted) return false
    await recordAudit(tx, {
      action,
      actor: { kind: 'system', id: null, name: 'Kept' },
      target: keyId,
      summary: `Kept replaced the key that signs identity tokens, with one that signs from ${signsFrom.toISOString()}.`,
      at,
      details: { key_id: keyId, signs_from: signsFrom.toISOString() },
    })
    return true
  })
}
