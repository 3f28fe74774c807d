import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

/** Addresses of members with billing rights, or of the admins when there are none; demo users have no mailbox. */
export async function listPayers(database: Database, scope: Scope): Promise<string[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('membership as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .innerJoin('organization as o', 'o.id', 'm.organization_id')
      .select(['u.email', 'm.role'])
      .where('m.organization_id', '=', scope.organizationId)
      .where('m.role', 'in', ['admin', 'billing_admin'])
      .where('m.status', '=', 'active')
      .where('u.email_verified', '=', true)
      .where('o.demo', '=', false)
      .orderBy('u.email')
      .execute(),
  )
  const payers = rows.filter(({ role }) => role === 'billing_admin')
  return (payers.length > 0 ? payers : rows).map(({ email }) => email)
}
