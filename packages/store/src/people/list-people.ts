/** The users of an organization for a table: members and invited people, searched, filtered, paged. */
import type { Role } from '@kept/domain/permission.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'

export interface FoundPerson {
  id: string
  email: string
  full_name: string
  avatar_url: string | null
  role: Role
  custom_role: { id: string; name: string } | null
  status: 'active' | 'disabled' | 'invited'
  organization_id: string
  email_verified: boolean
  second_factor: boolean
  created_at: string
  last_seen_at: string | null
}

interface PeopleQuery {
  search?: string | undefined
  /** A built-in role, without those who have a custom one. */
  role?: Role | undefined
  custom_role_id?: string | undefined
  status?: FoundPerson['status'] | undefined
  /** Only these users, in addition to the other filters. */
  ids?: readonly string[] | undefined
  sort: 'full_name' | 'email' | 'role' | 'status' | 'created_at' | 'last_seen_at'
  order: 'asc' | 'desc'
  page: number
  page_size: number
  now: Date
}

/** One page, and the total number. */
export function listPeople(
  database: Database,
  scope: Scope,
  query: PeopleQuery,
): Promise<{ people: FoundPerson[]; total: number }> {
  return database.scoped(scope, (tx) => listPeopleIn(tx, query))
}

export async function listPeopleIn(
  tx: ScopedTransaction,
  { search, role, custom_role_id, status, ids, sort, order, page, page_size, now }: PeopleQuery,
): Promise<{ people: FoundPerson[]; total: number }> {
  let query = everybody(tx, now)
  if (search) {
    // The search text is literal: % and _ are no wildcards.
    const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
    query = query.where((eb) => eb.or([eb('full_name', 'ilike', pattern), eb('email', 'ilike', pattern)]))
  }
  if (role) query = query.where('role', '=', role).where('custom_role', 'is', null)
  if (custom_role_id) query = query.where(sql`custom_role ->> 'id'`, '=', custom_role_id)
  if (status) query = query.where('status', '=', status)
  if (ids) query = query.where('id', '=', sql<string>`any(${ids})`)
  const { total } = await query.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  // People without a name are sorted after those with one, by address.
  const sortColumn = sort === 'full_name' ? sql`coalesce(nullif(lower(full_name), ''), '~' || email)` : sql.ref(sort)
  const rows = await query
    .selectAll()
    .orderBy(sortColumn, (direction) => (order === 'asc' ? direction.asc().nullsLast() : direction.desc().nullsLast()))
    .orderBy('email')
    .orderBy('id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { people: rows.map(toPerson), total: Number(total) }
}

function everybody(tx: ScopedTransaction, now: Date) {
  const organization = tx.scopedTo
  const members = tx
    .selectFrom('membership as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select((eb) => [
      sql<string>`u.id::text`.as('id'),
      'u.email',
      'u.full_name',
      'u.avatar_url',
      'm.role',
      sql<FoundPerson['custom_role']>`CASE WHEN m.grants -> 'custom_role' ->> 'id' IS NOT NULL
        THEN jsonb_build_object('id', m.grants -> 'custom_role' -> 'id', 'name', m.grants -> 'custom_role' -> 'name')
        END`.as('custom_role'),
      sql<FoundPerson['status']>`case when u.disabled_at is null then m.status else 'disabled' end`.as('status'),
      'u.email_verified',
      sql<boolean>`exists (select from two_factor f where f.user_id = u.id and f.confirmed_at is not null)
        or exists (select from passkey p where p.user_id = u.id)`.as('second_factor'),
      'm.created_at',
      // Ended sessions are deleted; audit events are not. What was refused may be someone else's attempt, and refused
      // sign-ins were once recorded as allowed.
      sql<Date | null>`greatest(
        (select max(s.last_seen_at) from session s where s.user_id = u.id and s.active_organization_id = ${organization}),
        (select max(e.created_at) from audit_event e where e.actor_id = u.id::text and e.organization_id = ${organization}
          and e.outcome = 'allowed' and e.action <> 'session.refused')
      )`.as('last_seen_at'),
      eb.ref('m.organization_id').as('organization_id'),
    ])
    .where('m.organization_id', '=', organization)
    .where('m.removed_at', 'is', null)
  const invited = tx
    .selectFrom('invitation as i')
    .select((eb) => [
      sql<string>`i.id::text`.as('id'),
      'i.email',
      'i.full_name',
      sql<string | null>`null::text`.as('avatar_url'),
      'i.role',
      sql<FoundPerson['custom_role']>`(SELECT jsonb_build_object('id', c.id, 'name', c.name) FROM custom_role c
        WHERE c.id = i.custom_role_id)`.as('custom_role'),
      sql<FoundPerson['status']>`'invited'`.as('status'),
      sql<boolean>`false`.as('email_verified'),
      sql<boolean>`false`.as('second_factor'),
      'i.created_at',
      sql<Date | null>`null::timestamptz`.as('last_seen_at'),
      eb.ref('i.organization_id').as('organization_id'),
    ])
    .where('i.organization_id', '=', organization)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now)
  return tx.selectFrom(members.unionAll(invited).as('person'))
}

function toPerson(
  row: Omit<FoundPerson, 'created_at' | 'last_seen_at'> & { created_at: Date; last_seen_at: Date | null },
) {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  }
}
