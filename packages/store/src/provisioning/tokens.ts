/** Bearer tokens of identity providers that manage users (SCIM). Only the hash of a token is stored. */
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'

interface ScimToken {
  id: string
  created_by_name: string
  created_at: Date
  last_used_at: Date | null
  /** When a replaced token stops working. */
  ends_at: Date | null
}

/** By its public id, over all organizations: the token determines the organization. */
export function findPresentedToken(database: Database, id: string) {
  return database.shared.transaction().execute(async (tx) => {
    await sql`SELECT set_config('app.scim_token_id', ${id}, true)`.execute(tx)
    return tx
      .selectFrom('scim_token')
      .select(['id', 'organization_id', 'hash', 'last_used_at', 'ends_at'])
      .where('id', '=', id)
      .executeTakeFirst()
  })
}

/** The tokens that still work. */
export function listTokens(tx: ScopedTransaction, now: Date): Promise<ScimToken[]> {
  return tx
    .selectFrom('scim_token')
    .select(['id', 'created_by_name', 'created_at', 'last_used_at', 'ends_at'])
    .where('organization_id', '=', tx.scopedTo)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .execute()
}

/** Adds one; those before it end at `previousEndAt`, and ended ones are forgotten. */
export async function replaceToken(
  tx: ScopedTransaction,
  {
    id,
    hash,
    createdBy,
    now,
    previousEndAt,
  }: { id: string; hash: string; createdBy: string; now: Date; previousEndAt: Date },
): Promise<void> {
  await tx.deleteFrom('scim_token').where('organization_id', '=', tx.scopedTo).where('ends_at', '<=', now).execute()
  await tx
    .updateTable('scim_token')
    .set({ ends_at: previousEndAt })
    .where('organization_id', '=', tx.scopedTo)
    .where('ends_at', 'is', null)
    .execute()
  await tx
    .insertInto('scim_token')
    .values({ id, organization_id: tx.scopedTo, hash, created_by_name: createdBy, created_at: now })
    .execute()
}

/** False when there is no such token. */
export async function deleteToken(tx: ScopedTransaction, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('scim_token')
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .returning('id')
    .execute()
  return deleted.length > 0
}

export async function noteTokenUse(tx: ScopedTransaction, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('scim_token')
    .set({ last_used_at: now })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .execute()
}
