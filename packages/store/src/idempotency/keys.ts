/**
 * Requests with an `Idempotency-Key`. A request is claimed before it is executed, marked in the transaction in which it
 * writes, and answered at its end; after a crash, the mark says whether the request was executed.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { isLeaseOver, leaseFor } from '../database/lease.ts'

/** How long the same request receives the stored response. */
export const keepKeysMs = 24 * 3_600_000
/** A process that has not renewed its claim for this long is considered dead. */
export const leaseMs = 30_000

interface KeyClaim {
  caller: string
  key: string
  requestHash: string
  processId: string
  now: Date
  /** No other Kept uses this database, so a claim of another process belongs to a dead one. */
  isOnlyProcess: boolean
}

type ClaimedKey =
  | { state: 'claimed'; id: string }
  | { state: 'answered'; id: string; answer: string }
  /** The first request is still running. */
  | { state: 'running' }
  /** The key was used for a different request. */
  | { state: 'different' }
  /** It was executed, at least in part, by a process that ended before it could respond. */
  | { state: 'interrupted' }

export async function claimKey(database: Database, scope: Scope, claim: KeyClaim): Promise<ClaimedKey> {
  const { caller, key, requestHash, processId, now, isOnlyProcess } = claim
  const newClaim = {
    request_hash: requestHash,
    process_id: processId,
    leased_until: leaseFor(leaseMs),
    carried_out: false,
    answer: null,
    created_at: now,
  }
  return database.scoped(scope, async (tx) => {
    const inserted = await tx
      .insertInto('idempotency_key')
      .values({ organization_id: scope.organizationId, caller, key, ...newClaim })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) return { state: 'claimed', id: inserted.id }
    const existing = await tx
      .selectFrom('idempotency_key')
      .selectAll()
      .select(isLeaseOver.as('is_over'))
      .where('caller', '=', caller)
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const takeOver = async (): Promise<ClaimedKey> => {
      await tx.updateTable('idempotency_key').set(newClaim).where('id', '=', existing.id).execute()
      return { state: 'claimed', id: existing.id }
    }
    const isRunning =
      existing.answer === null && !existing.is_over && (existing.process_id === processId || !isOnlyProcess)
    if (!isRunning && now.getTime() - existing.created_at.getTime() >= keepKeysMs) return takeOver()
    if (existing.request_hash !== requestHash) return { state: 'different' }
    if (existing.answer !== null) return { state: 'answered', id: existing.id, answer: existing.answer }
    if (isRunning) return { state: 'running' }
    return existing.carried_out ? { state: 'interrupted' } : takeOver()
  })
}

/** Renews the claim of a running request. */
export async function renewClaim(database: Database, scope: Scope, id: string): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx
      .updateTable('idempotency_key')
      .set({ leased_until: leaseFor(leaseMs) })
      .where('id', '=', id)
      .execute(),
  )
}

/** Marks the request as executed if this transaction has written anything; commits or rolls back with it. */
export async function markCarriedOut(tx: ScopedTransaction, id: string): Promise<void> {
  await tx
    .updateTable('idempotency_key')
    .set({ carried_out: true })
    .where('id', '=', id)
    .where('carried_out', '=', false)
    .where(sql<boolean>`pg_current_xact_id_if_assigned() IS NOT NULL`)
    .execute()
}

export async function saveAnswer(database: Database, scope: Scope, id: string, answer: string): Promise<void> {
  await database.scoped(scope, (tx) => tx.updateTable('idempotency_key').set({ answer }).where('id', '=', id).execute())
}

/** Releases the key when nothing was executed, and returns whether it did. */
export async function releaseKey(database: Database, scope: Scope, id: string): Promise<boolean> {
  const { numDeletedRows } = await database.scoped(scope, (tx) =>
    tx.deleteFrom('idempotency_key').where('id', '=', id).where('carried_out', '=', false).executeTakeFirstOrThrow(),
  )
  return numDeletedRows > 0n
}

export async function pruneKeys(database: Database, scope: Scope, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keepKeysMs)
  await database.scoped(scope, (tx) =>
    tx.deleteFrom('idempotency_key').where('created_at', '<', before).where(isLeaseOver).execute(),
  )
}
