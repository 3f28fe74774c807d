/** Credentials: a password's hash, and accounts at identity providers. */
import type { Database } from '../database/connect.ts'

const credential = 'credential'

export async function findPasswordHash(database: Database, userId: string): Promise<string | undefined> {
  const row = await database.shared
    .selectFrom('account')
    .select('password')
    .where('provider_id', '=', credential)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.password ?? undefined
}

/** Replaces the user's password, or sets the first one. */
export async function setPasswordHash(database: Database, userId: string, password: string, now: Date): Promise<void> {
  await database.shared
    .insertInto('account')
    .values({
      user_id: userId,
      provider_id: credential,
      account_id: userId,
      password,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password, updated_at: now }),
    )
    .execute()
}

/** Deletes a password: of an address that turns out to belong to another user. */
export async function removePassword(database: Database, userId: string): Promise<void> {
  await database.shared
    .deleteFrom('account')
    .where('provider_id', '=', credential)
    .where('user_id', '=', userId)
    .execute()
}

export interface Account {
  user_id: string
  provider_id: string
  account_id: string
  created_at: Date
}

/** By the provider's id of the user, or by ours. */
export function findAccount(
  database: Database,
  providerId: string,
  lookup: string | { userId: string },
): Promise<Account | undefined> {
  const [column, value] =
    typeof lookup === 'string' ? (['account_id', lookup] as const) : (['user_id', lookup.userId] as const)
  return database.shared
    .selectFrom('account')
    .select(['user_id', 'provider_id', 'account_id', 'created_at'])
    .where('provider_id', '=', providerId)
    .where(column, '=', value)
    .executeTakeFirst()
}

/** Every credential of a user, including the password. */
export function listAccounts(database: Database, userId: string): Promise<Account[]> {
  return database.shared
    .selectFrom('account')
    .select(['user_id', 'provider_id', 'account_id', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

export async function linkAccount(
  database: Database,
  { userId, providerId, accountId, now }: { userId: string; providerId: string; accountId: string; now: Date },
): Promise<void> {
  await database.shared
    .insertInto('account')
    .values({ user_id: userId, provider_id: providerId, account_id: accountId, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['provider_id', 'account_id']).doNothing())
    .execute()
}
