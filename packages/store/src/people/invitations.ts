/** Invitations: at most one open invitation per address and organization; the token exists only in the mail. */
import type { AssignedRole, CustomRole } from '@kept/domain/custom-role.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Role } from '@kept/domain/permission.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { findCustomRole } from './custom-roles.ts'
import { isUuid } from './members.ts'

interface NewInvitation {
  email: string
  full_name: string
  role: Role
  custom_role_id?: string | null
  token_hash: string
  /** Null for the operator. */
  invited_by: string | null
  invited_by_name: string
  at: Date
  expires_at: Date
}

type InvitationStatus = 'pending' | 'expired' | 'accepted' | 'revoked'

export interface FoundInvitation {
  id: string
  email: string
  full_name: string
  role: Role
  custom_role: CustomRole | null
  status: InvitationStatus
  invited_by: string
  created_at: string
  sent_at: string
  expires_at: string
}

const customRole =
  sql<CustomRole | null>`(SELECT json_build_object('id', c.id, 'name', c.name, 'permissions', c.permissions)
  FROM custom_role c WHERE c.id = invitation.custom_role_id)`.as('custom_role')

const columns = [
  'id',
  'custom_role_id',
  customRole,
  'email',
  'full_name',
  'role',
  'invited_by_name',
  'created_at',
  'sent_at',
  'expires_at',
  'accepted_at',
  'revoked_at',
] as const

/** Creates an invitation; an open one for the same address, expired or not, is revoked with its link. */
export async function createInvitation(
  tx: ScopedTransaction,
  { at, ...invitation }: NewInvitation,
): Promise<FoundInvitation> {
  await tx
    .updateTable('invitation')
    .set({ revoked_at: at })
    .where('organization_id', '=', tx.scopedTo)
    .where('email', '=', invitation.email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
  const row = await tx
    .insertInto('invitation')
    .values({ organization_id: tx.scopedTo, ...invitation, created_at: at, sent_at: at })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toInvitation(row, at)
}

/** Creates a new token for an open invitation: the previous link stops working. */
export async function renewInvitation(
  tx: ScopedTransaction,
  id: string,
  { token_hash, at, expires_at }: Pick<NewInvitation, 'token_hash' | 'at' | 'expires_at'>,
): Promise<FoundInvitation> {
  return changeOpen(tx, id, at, { token_hash, sent_at: at, expires_at })
}

export async function revokeInvitation(tx: ScopedTransaction, id: string, now: Date): Promise<FoundInvitation> {
  return changeOpen(tx, id, now, { revoked_at: now })
}

async function changeOpen(
  tx: ScopedTransaction,
  id: string,
  now: Date,
  change: { token_hash?: string; sent_at?: Date; expires_at?: Date; revoked_at?: Date },
): Promise<FoundInvitation> {
  const invitation = await findInvitation(tx, id, now)
  if (invitation.status === 'accepted' || invitation.status === 'revoked') {
    throw new KeptError(
      'conflict',
      `This invitation was ${invitation.status === 'accepted' ? 'accepted' : 'taken back'} already.`,
    )
  }
  const row = await tx
    .updateTable('invitation')
    .set(change)
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toInvitation(row, now)
}

/** Changes the role of an open invitation; its link stays the same. */
export async function changeInvitationRole(
  tx: ScopedTransaction,
  id: string,
  { role, custom_role }: AssignedRole,
): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ role, custom_role_id: custom_role?.id ?? null })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Reopens a revoked invitation. */
export async function reopenInvitation(tx: ScopedTransaction, id: string): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ revoked_at: null })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .execute()
}

/** Those of these ids that are invitations of the organization, locked until the transaction ends. */
export async function findInvitations(
  tx: ScopedTransaction,
  ids: readonly string[],
  now: Date,
): Promise<(FoundInvitation & { revoked_at: Date | null })[]> {
  const uuids = ids.filter(isUuid)
  if (uuids.length === 0) return []
  const rows = await tx
    .selectFrom('invitation')
    .select(columns)
    .where('organization_id', '=', tx.scopedTo)
    .where('id', 'in', uuids)
    .forUpdate()
    .execute()
  return rows.map((row) => ({ ...toInvitation(row, now), revoked_at: row.revoked_at }))
}

/** Locked until the transaction ends: a link is accepted once, however often it is opened. */
export async function findInvitation(tx: ScopedTransaction, id: string, now: Date): Promise<FoundInvitation> {
  const row = await tx
    .selectFrom('invitation')
    .select(columns)
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new KeptError('not_found', 'Invitation not found.')
  return toInvitation(row, now)
}

export async function markInvitationAccepted(tx: ScopedTransaction, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ accepted_at: now })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .execute()
}

export function listInvitations(
  database: Database,
  scope: Scope,
  {
    status,
    page,
    page_size,
    now,
  }: { status?: InvitationStatus | undefined; page: number; page_size: number; now: Date },
): Promise<{ invitations: FoundInvitation[]; total: number }> {
  return database.scoped(scope, async (tx) => {
    let query = tx.selectFrom('invitation').where('organization_id', '=', scope.organizationId)
    if (status) {
      query = query.where(
        sql<InvitationStatus>`case when accepted_at is not null then 'accepted' when revoked_at is not null then 'revoked'
          when expires_at <= ${now} then 'expired' else 'pending' end`,
        '=',
        status,
      )
    }
    const { total } = await query.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
    const rows = await query
      .select(columns)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute()
    return { invitations: rows.map((row) => toInvitation(row, now)), total: Number(total) }
  })
}

/** By the hash of its token, over all organizations: the holder of the link is not signed in to any. */
export async function findInvitationByHash(
  database: Database,
  hash: string,
  now: Date,
): Promise<(FoundInvitation & { organization_id: string }) | undefined> {
  const row = await database.shared.transaction().execute(async (tx) => {
    await sql`SELECT set_config('app.invitation_hash', ${hash}, true)`.execute(tx)
    return tx
      .selectFrom('invitation')
      .select([...columns, 'organization_id'])
      .where('token_hash', '=', hash)
      .executeTakeFirst()
  })
  if (!row) return undefined
  // Custom roles are visible only from inside the organization.
  const { organization_id, custom_role_id } = row
  const custom_role = await database.scoped({ organizationId: organization_id }, (tx) =>
    findCustomRole(tx, custom_role_id),
  )
  return { ...toInvitation({ ...row, custom_role }, now), organization_id }
}

function toInvitation(
  row: {
    id: string
    email: string
    full_name: string
    role: Role
    custom_role: CustomRole | null
    invited_by_name: string
    created_at: Date
    sent_at: Date
    expires_at: Date
    accepted_at: Date | null
    revoked_at: Date | null
  },
  now: Date,
): FoundInvitation {
  const { id, email, full_name, role, custom_role, accepted_at, revoked_at, expires_at } = row
  const open = expires_at > now ? 'pending' : 'expired'
  return {
    id,
    email,
    full_name,
    role,
    custom_role,
    status: accepted_at ? 'accepted' : revoked_at ? 'revoked' : open,
    invited_by: row.invited_by_name,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }
}

/** Revokes the open invitations that a user created. */
export async function revokeInvitationsBy(tx: ScopedTransaction, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ revoked_at: now })
    .where('organization_id', '=', tx.scopedTo)
    .where('invited_by', '=', userId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}

/** How many were created since then: invitations are mail to people outside, so their number is limited. */
export async function countInvitationsSince(tx: ScopedTransaction, sentAfter: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('invitation')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('organization_id', '=', tx.scopedTo)
    .where('sent_at', '>', sentAfter)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Addresses with an open invitation, of those named. */
export async function findOpenInvitations(
  tx: ScopedTransaction,
  emails: readonly string[],
  now: Date,
): Promise<({ id: string; email: string } & AssignedRole)[]> {
  if (emails.length === 0) return []
  return tx
    .selectFrom('invitation')
    .select(['id', 'email', 'role', customRole])
    .where('organization_id', '=', tx.scopedTo)
    .where('email', 'in', [...emails])
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}
