/** Reads invitations: of an organization, or by the token in a mail. */
import type { AssignedRole } from '@kept/domain/custom-role.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { isUuid } from '@kept/foundation/uuid.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { findCustomRole } from './custom-roles.ts'
import {
  type FoundInvitation,
  type InvitationStatus,
  invitationColumns,
  invitedRole,
  toInvitation,
} from './invitation-row.ts'

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
    .select(invitationColumns)
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
    .select(invitationColumns)
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new KeptError('not_found', 'Invitation not found.')
  return toInvitation(row, now)
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
      .select(invitationColumns)
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
      .select([...invitationColumns, 'organization_id'])
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
    .select(['id', 'email', 'role', invitedRole])
    .where('organization_id', '=', tx.scopedTo)
    .where('email', 'in', [...emails])
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}
