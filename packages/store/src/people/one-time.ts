/**
 * One-time values: links in mails, second steps, challenges, sign-ins under way at a provider. Kept by the hash of
 * what the person holds; spending is one statement, so that of two at once one finds nothing.
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

/** What was kept, gone from now on; undefined when it is unknown, spent or too old. */
export async function spendOneTime(database: Database, identifier: string, now: Date): Promise<unknown> {
  const row = await database.shared
    .deleteFrom('verification')
    .where('identifier', '=', identifier)
    .returning(['value', 'expires_at'])
    .executeTakeFirst()
  return row && row.expires_at > now ? JSON.parse(row.value) : undefined
}

/**
 * Spends it together with the work it stands for: work that fails leaves it as good as it was. Somebody else who comes
 * with it meanwhile finds nothing, without waiting. Answers undefined when there is nothing to spend.
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

/** What was kept, without spending it. */
export async function peekOneTime(database: Database, identifier: string, now: Date): Promise<unknown> {
  const row = await database.shared
    .selectFrom('verification')
    .select('value')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && JSON.parse(row.value)
}

/** Takes back everything kept under identifiers that begin so: an older link when a newer one goes out. */
export async function forgetOneTime(database: Database, identifierPrefix: string): Promise<void> {
  await database.shared
    .deleteFrom('verification')
    .where((eb) => eb(eb.fn('starts_with', ['identifier', eb.val(identifierPrefix)]), '=', true))
    .execute()
}

/** What is kept under identifiers that begin so, and still good. */
export async function listOneTime(database: Database, identifierPrefix: string, now: Date): Promise<unknown[]> {
  const rows = await database.shared
    .selectFrom('verification')
    .select('value')
    .where((eb) => eb(eb.fn('starts_with', ['identifier', eb.val(identifierPrefix)]), '=', true))
    .where('expires_at', '>', now)
    .execute()
  return rows.map(({ value }) => JSON.parse(value))
}
