/** Passkeys: public keys whose private half is on a user's devices. */
import type { Database, SharedTables } from '../database/connect.ts'

export interface Passkey {
  id: string
  user_id: string
  name: string
  credential_id: string
  public_key: string
  counter: number
  transports: string[]
  created_at: Date
  last_used_at: Date | null
}

const columns = [
  'id',
  'user_id',
  'name',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'created_at',
  'last_used_at',
] as const

export async function listPasskeys({ shared }: SharedTables, userId: string): Promise<Passkey[]> {
  const rows = await shared
    .selectFrom('passkey')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({ ...row, counter: Number(row.counter) }))
}

export async function countPasskeys({ shared }: SharedTables, userId: string): Promise<number> {
  const { count } = await shared
    .selectFrom('passkey')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findPasskey(database: Database, credentialId: string): Promise<Passkey | undefined> {
  const row = await database.shared
    .selectFrom('passkey')
    .select(columns)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row && { ...row, counter: Number(row.counter) }
}

export async function addPasskey(
  database: Database,
  { transports, ...passkey }: Omit<Passkey, 'id' | 'last_used_at'> & { backed_up: boolean },
): Promise<Passkey> {
  const row = await database.shared
    .insertInto('passkey')
    .values({ ...passkey, transports: JSON.stringify(transports) })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { ...row, counter: Number(row.counter) }
}

export async function notePasskeyUse(database: Database, id: string, counter: number, now: Date): Promise<void> {
  await database.shared.updateTable('passkey').set({ counter, last_used_at: now }).where('id', '=', id).execute()
}

export async function removePasskey({ shared }: SharedTables, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await shared
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
