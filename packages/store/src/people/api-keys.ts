/** API keys, stored by hash only. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Grants, Permission, Role } from '@kept/domain/permission.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { notifyRights } from '../live/rights.ts'

interface NewApiKey {
  id: string
  name: string
  hash: string
  scopes: readonly Permission[]
  ranges: readonly string[]
  created_by: string
  at: Date
  expires_at: Date
}

export interface FoundApiKey {
  id: string
  name: string
  scopes: Permission[]
  /** Addresses from which it works; empty: from everywhere. */
  ranges: string[]
  status: 'active' | 'expired' | 'revoked'
  created_by: string
  created_at: string
  expires_at: string
  last_used_at: string | null
  last_used_from: string | null
  replaced_by: string | null
}

export async function createApiKey(
  tx: ScopedTransaction,
  { at, scopes, ranges, ...key }: NewApiKey,
): Promise<FoundApiKey> {
  await tx
    .insertInto('api_key')
    .values({
      organization_id: tx.scopedTo,
      ...key,
      scopes: JSON.stringify(scopes),
      ranges: JSON.stringify(ranges),
      created_at: at,
      last_used_at: null,
      replaced_by: null,
    })
    .execute()
  return findApiKey(tx, key.id, at)
}

/** So that a list of 1,000 keys has every one that works. */
export const MAX_ACTIVE_API_KEYS = 1_000

export async function countActiveApiKeys(tx: ScopedTransaction, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('api_key')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('organization_id', '=', tx.scopedTo)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function select(tx: ScopedTransaction) {
  return tx
    .selectFrom('api_key as k')
    .innerJoin('users as u', 'u.id', 'k.created_by')
    .select(['k.id', 'k.name', 'k.scopes', 'k.created_at', 'k.expires_at', 'k.last_used_at', 'k.revoked_at'])
    .select(['k.replaced_by', 'k.ranges', 'k.last_used_from', 'u.email', 'u.full_name'])
    .where('k.organization_id', '=', tx.scopedTo)
}

export function listApiKeys(database: Database, scope: Scope, now: Date): Promise<FoundApiKey[]> {
  return database.scoped(scope, async (tx) => (await listApiKeysIn(tx, now)).map(({ created_by_id: _, ...key }) => key))
}

interface OwnedApiKey extends FoundApiKey {
  /** ID of the user who created it. */
  created_by_id: string
}

/** Those that work first, each group with the newest first. What has ended is cut off, what works never. */
export async function listApiKeysIn(tx: ScopedTransaction, now: Date): Promise<OwnedApiKey[]> {
  const rows = await select(tx)
    .select('u.id as created_by_id')
    .orderBy((eb) => eb.and([eb('k.revoked_at', 'is', null), eb('k.expires_at', '>', now)]), 'desc')
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id')
    .limit(MAX_ACTIVE_API_KEYS)
    .execute()
  return rows.map((row) => ({ ...toKey(row, now), created_by_id: row.created_by_id }))
}

/** Undefined for a key that the organization does not have. */
export async function findOwnedApiKey(tx: ScopedTransaction, id: string, now: Date): Promise<OwnedApiKey | undefined> {
  const row = await select(tx).select('u.id as created_by_id').where('k.id', '=', id).executeTakeFirst()
  return row && { ...toKey(row, now), created_by_id: row.created_by_id }
}

export async function findApiKey(tx: ScopedTransaction, id: string, now: Date): Promise<FoundApiKey> {
  const row = await select(tx).where('k.id', '=', id).executeTakeFirst()
  if (!row) throw new KeptError('not_found', 'API key not found.')
  return toKey(row, now)
}

/** Revokes a key permanently. */
export async function revokeApiKey(tx: ScopedTransaction, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('api_key')
    .set({ revoked_at: now })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(notifyRights('created_by'))
    .execute()
}

/** Revokes all keys that a user created in this organization; returns how many. */
export async function revokeApiKeysOf(tx: ScopedTransaction, userId: string, now: Date): Promise<number> {
  const revokedKeys = await tx
    .updateTable('api_key')
    .set({ revoked_at: now })
    .where('organization_id', '=', tx.scopedTo)
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(notifyRights('created_by'))
    .execute()
  return revokedKeys.length
}

/**
 * The old key stays valid until `until`, or its own expiry if that is earlier. The new one has been where the old one
 * was: the program that uses it stays where it is, and anywhere else is a new network.
 */
export async function replaceApiKey(
  tx: ScopedTransaction,
  id: string,
  { replacedBy, until }: { replacedBy: string; until: Date },
): Promise<void> {
  await tx
    .updateTable('api_key')
    .set({ replaced_by: replacedBy, expires_at: sql<Date>`least(expires_at, ${until})` })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('api_key as new_key')
    .from('api_key as old_key')
    .set({ networks: sql<string>`old_key.networks` })
    .where('new_key.organization_id', '=', tx.scopedTo)
    .where('new_key.id', '=', replacedBy)
    .where('old_key.organization_id', '=', tx.scopedTo)
    .where('old_key.id', '=', id)
    .execute()
}

interface PresentedKey {
  organization_id: string
  hash: string
  scopes: Permission[]
  expires_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
  created_by: string
  name: string
  created_at: Date
  ranges: string[]
  /** The networks it was used from. */
  networks: string[]
}

/** By its public id, over all organizations: the key determines the organization. */
export function findPresentedKey(database: Database, id: string): Promise<PresentedKey | undefined> {
  return database.shared.transaction().execute(async (tx) => {
    await sql`SELECT set_config('app.api_key_id', ${id}, true)`.execute(tx)
    return tx
      .selectFrom('api_key')
      .select(['organization_id', 'hash', 'scopes', 'expires_at', 'last_used_at', 'revoked_at', 'created_by', 'name'])
      .select(['created_at', 'ranges', 'networks'])
      .where('id', '=', id)
      .executeTakeFirst()
  })
}

interface KeyCreator {
  email: string
  full_name: string
  role: Role
  grants: Grants
  organization: { id: string; slug: string; name: string; demo: boolean }
  policies: EnforcedPolicies
}

/** The user who created it, if still an active member of its organization. */
export function findKeyCreator(database: Database, scope: Scope, userId: string): Promise<KeyCreator | undefined> {
  return database.scoped(scope, async (tx) => {
    const row = await tx
      .selectFrom('membership as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .innerJoin('organization as o', 'o.id', 'm.organization_id')
      .select(['u.email', 'u.full_name', 'm.role', 'm.grants', 'o.id', 'o.slug', 'o.name', 'o.demo'])
      .select('o.enforced_policies as policies')
      .where('m.organization_id', '=', scope.organizationId)
      .where('m.user_id', '=', userId)
      .where('m.status', '=', 'active')
      .where('m.removed_at', 'is', null)
      .where('u.disabled_at', 'is', null)
      .executeTakeFirst()
    if (!row) return undefined
    const { email, full_name, role, grants, policies, ...organization } = row
    return { email, full_name, role, grants, policies, organization }
  })
}

/** Records a use, at most once a minute unless `networks` changed: then the list of them is replaced. */
export async function touchApiKey(
  database: Database,
  scope: Scope,
  { id, from, networks }: { id: string; from: string; networks?: readonly string[] },
  now: Date,
): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx
      .updateTable('api_key')
      .set({ last_used_at: now, last_used_from: from, ...(networks && { networks: JSON.stringify(networks) }) })
      .where('organization_id', '=', scope.organizationId)
      .where('id', '=', id)
      .where((eb) =>
        networks
          ? eb.val(true)
          : eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', new Date(now.getTime() - 60_000))]),
      )
      .execute(),
  )
}

function toKey(
  row: {
    id: string
    name: string
    scopes: Permission[]
    created_at: Date
    expires_at: Date
    last_used_at: Date | null
    revoked_at: Date | null
    replaced_by: string | null
    ranges: string[]
    last_used_from: string | null
    email: string
    full_name: string
  },
  now: Date,
): FoundApiKey {
  const { id, name, scopes, ranges, last_used_from, replaced_by } = row
  return {
    id,
    name,
    scopes,
    ranges,
    status: row.revoked_at ? 'revoked' : row.expires_at <= now ? 'expired' : 'active',
    created_by: row.full_name || row.email,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_used_from,
    replaced_by,
  }
}
