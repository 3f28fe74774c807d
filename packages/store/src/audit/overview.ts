/** What an organization's security overview counts, besides its API keys. */
import type { Scope } from '@kept/domain/scope.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

const MAX_COUNTED = 1_000

interface PersonAtRisk {
  id: string
  name: string
  role: string
}

export async function countAuditEvents(
  database: Database,
  scope: Scope,
  now: Date,
): Promise<{ last_day: number; denied_last_week: number }> {
  return database.scoped(scope, async (tx) => {
    const head = await tx.selectFrom('audit_head').select('seq').executeTakeFirst()
    const before = await tx
      .selectFrom('audit_event')
      .select('seq')
      .where('created_at', '<', new Date(now.getTime() - dayMs))
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    const denied = await tx
      .selectFrom('audit_event')
      .select('seq')
      .where('outcome', '=', 'denied')
      .where('created_at', '>=', new Date(now.getTime() - 7 * dayMs))
      .orderBy('seq', 'desc')
      .limit(MAX_COUNTED)
      .execute()
    return { last_day: Number(head?.seq ?? 0) - Number(before?.seq ?? 0), denied_last_week: denied.length }
  })
}

/** Active users, and those of them without an authenticator app or a passkey. */
export async function findPeopleAtRisk(
  database: Database,
  scope: Scope,
): Promise<{ active: number; without_second_factor: PersonAtRisk[] }> {
  const people = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('membership as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['u.id', 'u.full_name', 'u.email', 'm.role'])
      .select(
        sql<boolean>`exists (select from two_factor f where f.user_id = u.id and f.confirmed_at is not null)
          or exists (select from passkey p where p.user_id = u.id)`.as('second_factor'),
      )
      .where('m.organization_id', '=', scope.organizationId)
      .where('m.status', '=', 'active')
      .where('m.removed_at', 'is', null)
      .orderBy('m.role')
      .orderBy('u.email')
      .execute(),
  )
  return {
    active: people.length,
    without_second_factor: people
      .filter(({ second_factor }) => !second_factor)
      .slice(0, MAX_COUNTED)
      .map(({ id, full_name, email, role }) => ({ id, name: full_name || email, role })),
  }
}
