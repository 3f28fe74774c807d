/**
 * One-time values: links in mails, second factors, challenges, pending sign-ins at a provider. Stored by the hash of
 * the secret; spending is one statement, so only one of two concurrent calls succeeds.
 */
import type { Database } from '../database/connect.ts'

export async function storeOneTimeToken(
  database: Database,
  { identifier, value, expiresAt, now }: { identifier: string; value: object; expiresAt: Date; now: Date },
): Promise<void> {
  await database.shared
    .insertInto('verification')
    .values({ identifier, value: JSON.stringify(value), expires_at: expiresAt, created_at: now, updated_at: now })
    .execute()
}

/** Returns the stored value and deletes it; undefined when it is unknown, used or expired. */
export async function spendOneTime(database: Database, identifier: string, now: Date): Promise<unknown> {
  const row = await database.shared
    .deleteFrom('verification')
    .where('identifier', '=', identifier)
    .returning(['value', 'expires_at'])
    .executeTakeFirst()
  return row && row.expires_at > now ? JSON.parse(row.value) : undefined
}

/**
 * Spends it in the transaction of the work it authorizes: if the work fails, it stays valid. A concurrent caller finds
 * nothing, without waiting. Returns undefined when there is nothing to spend.
 */
export function spendOneTimeWith<Done>(
  database: Database,
  identifier: string,
  now: Date,
  work: () => Promise<Done>,
): Promise<Done | undefined> {
  return database.shared.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('verification')
      .select('id')
      .where('identifier', '=', identifier)
      .where('expires_at', '>', now)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return undefined
    const done = await work()
    await tx.deleteFrom('verification').where('id', '=', row.id).execute()
    return done
  })
}

/** Returns the stored value without spending it. */
export async function peekOneTime(database: Database, identifier: string, now: Date): Promise<unknown> {
  const row = await database.shared
    .selectFrom('verification')
    .select('value')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && JSON.parse(row.value)
}

/** Deletes the values under identifiers with this prefix: an older link when a newer one is sent. */
export async function forgetOneTime(database: Database, identifierPrefix: string): Promise<void> {
  await database.shared
    .deleteFrom('verification')
    .where((eb) => eb(eb.fn('starts_with', ['identifier', eb.val(identifierPrefix)]), '=', true))
    .execute()
}

/** The valid values under identifiers with this prefix. */
export async function listOneTime(database: Database, identifierPrefix: string, now: Date): Promise<unknown[]> {
  const rows = await database.shared
    .selectFrom('verification')
    .select('value')
    .where((eb) => eb(eb.fn('starts_with', ['identifier', eb.val(identifierPrefix)]), '=', true))
    .where('expires_at', '>', now)
    .execute()
  return rows.map(({ value }) => JSON.parse(value))
}
