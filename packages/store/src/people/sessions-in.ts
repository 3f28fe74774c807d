/** Sessions that act in the transaction's organization; sessions elsewhere are not visible to it. */

import { isUuid } from '@kept/foundation/uuid.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { notifyRights } from '../live/rights.ts'

interface SessionIn {
  id: string
  kind: 'ordinary' | 'demo'
  ip: string | null
  user_agent: string | null
  created_at: string
  last_seen_at: string
  expires_at: string
}

/** This user's active sessions in this organization, the most recent first. */
export async function listSessionsIn(tx: ScopedTransaction, userId: string, now: Date): Promise<SessionIn[]> {
  const rows = await tx
    .selectFrom('session')
    .select(['id', 'kind', 'ip', 'user_agent', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('active_organization_id', '=', tx.scopedTo)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .execute()
  return rows.map(({ ip, user_agent, created_at, last_seen_at, expires_at, ...row }) => ({
    ...row,
    ip: ip || null,
    user_agent: user_agent || null,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }))
}

/** Ends them, or only the given one; returns how many. */
export async function endSessionsIn(tx: ScopedTransaction, userId: string, sessionId?: string): Promise<number> {
  if (sessionId !== undefined && !isUuid(sessionId)) return 0
  let ending = tx.deleteFrom('session').where('user_id', '=', userId).where('active_organization_id', '=', tx.scopedTo)
  if (sessionId !== undefined) ending = ending.where('id', '=', sessionId)
  return (await ending.returning(notifyRights('user_id')).execute()).length
}

/** Ends the sessions that began at one of the organization's own identity providers; returns how many. */
export async function endSessionsOfProvider(
  tx: ScopedTransaction,
  providerId: string,
  { except }: { except: string | undefined },
): Promise<number> {
  const members = tx
    .selectFrom('account')
    .select('user_id')
    .where('provider_id', 'in', [`oidc:${providerId}`, `saml:${providerId}`])
  let ending = tx
    .deleteFrom('session')
    .where('active_organization_id', '=', tx.scopedTo)
    .where('bound', '=', true)
    .where('user_id', 'in', members)
  if (except !== undefined) ending = ending.where('id', '!=', except)
  return (await ending.returning(notifyRights('user_id')).execute()).length
}
