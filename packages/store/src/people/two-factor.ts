/** The authenticator of a user, and the recovery codes for its loss. */
import type { Database, SharedTables } from '../database/connect.ts'

interface TwoFactor {
  secret: string
  confirmed_at: Date | null
}

export function findTwoFactor({ shared }: SharedTables, userId: string): Promise<TwoFactor | undefined> {
  return shared
    .selectFrom('two_factor')
    .select(['secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Stores a new secret, inactive until it is confirmed; false when another one is active. */
export async function proposeTwoFactor(
  database: Database,
  userId: string,
  secret: string,
  now: Date,
): Promise<boolean> {
  const row = await database.shared
    .insertInto('two_factor')
    .values({ user_id: userId, secret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, created_at: now, last_step: 0 })
        .where('two_factor.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses the code of this time step unless it or a later one was used: of two concurrent calls one is rejected. */
export async function takeStep(database: Database, userId: string, step: number, confirmedAt?: Date): Promise<boolean> {
  const { numUpdatedRows } = await database.shared
    .updateTable('two_factor')
    .set({ last_step: step, ...(confirmedAt && { confirmed_at: confirmedAt }) })
    .where('user_id', '=', userId)
    .where('last_step', '<', String(step))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** In a transaction of the caller: the authenticator and its recovery codes go together. */
export async function removeTwoFactor({ shared }: SharedTables, userId: string): Promise<void> {
  await shared.deleteFrom('two_factor').where('user_id', '=', userId).execute()
  await shared.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

/** Replaces all previous codes. */
export async function replaceRecoveryCodes(database: Database, userId: string, hashes: string[]): Promise<void> {
  await database.shared.transaction().execute(async (tx) => {
    await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
    await tx
      .insertInto('recovery_code')
      .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
      .execute()
  })
}

/** Uses up a code; false when it is unknown or used. */
export async function spendRecoveryCode(database: Database, userId: string, hash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await database.shared
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countRecoveryCodes(database: Database, userId: string): Promise<number> {
  const { left: remaining } = await database.shared
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(remaining)
}
