/** The names and addresses under which events may name members: used to resolve a pseudonym for an owner. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

interface Member {
  email: string
  full_name: string
}

export function listMembers(database: Database, scope: Scope): Promise<Member[]> {
  return database.scoped(scope, (tx) =>
    tx
      .selectFrom('membership as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['u.email', 'u.full_name'])
      .where('m.organization_id', '=', tx.scopedTo)
      .where('m.removed_at', 'is', null)
      .execute(),
  )
}
