/** Credentials: a password's hash, and accounts at identity providers. */
import { sql } from 'kysely'
import type { Database, SharedTables } from '../database/connect.ts'

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

interface PasswordAccount {
  user_id: string
  email_verified: boolean
  /** The hash. */
  password: string
}

/** The account of an address, in any case of letters; undefined when the address is unknown or has no password. */
export async function findPasswordAccount(database: Database, email: string): Promise<PasswordAccount | undefined> {
  const row = await database.shared
    .selectFrom('users')
    .innerJoin('account', 'account.user_id', 'users.id')
    .select(['users.id as user_id', 'users.email_verified', 'account.password'])
    .where('users.email', '=', email.toLowerCase())
    .where('account.provider_id', '=', credential)
    .executeTakeFirst()
  return row && row.password !== null ? { ...row, password: row.password } : undefined
}

/**
 * Creates a user with an unverified address and a password, in one statement: neither exists without the other.
 * Returns the id, or undefined when the address is taken, also by a sign-up at the same moment.
 */
export async function createPersonWithPassword(
  database: Database,
  { email, full_name, password, now }: { email: string; full_name: string; password: string; now: Date },
): Promise<string | undefined> {
  const created = await database.shared
    .with('person', (tx) =>
      tx
        .insertInto('users')
        .values({ email: email.toLowerCase(), full_name, email_verified: false, created_at: now, updated_at: now })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning(['id', 'created_at']),
    )
    .insertInto('account')
    .columns(['user_id', 'provider_id', 'account_id', 'password', 'created_at', 'updated_at'])
    .expression((tx) =>
      tx
        .selectFrom('person')
        .select([
          'id',
          sql<string>`${credential}::text`.as('provider_id'),
          sql<string>`id::text`.as('account_id'),
          sql<string>`${password}::text`.as('password'),
          'created_at',
          'created_at as updated_at',
        ]),
    )
    .returning('user_id')
    .executeTakeFirst()
  return created?.user_id
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

interface Account {
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
export function listAccounts(database: SharedTables, userId: string): Promise<Account[]> {
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
