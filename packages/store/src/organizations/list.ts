import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import type { Organization } from './find.ts'

/** Every organization of this installation: for maintenance and the operator, never for a request of a user. */
export function listOrganizations(database: Database): Promise<Organization[]> {
  return (
    database.shared
      .selectFrom('organization')
      .select(['id', 'slug', 'name', 'demo'])
      // Nothing is calculated for an organization that is being deleted.
      .where('deletion_started_at', 'is', null)
      .orderBy('slug')
      .execute()
  )
}

export async function isDemoOrganization(database: Database, { organizationId }: Scope): Promise<boolean> {
  const row = await database.shared
    .selectFrom('organization')
    .select('demo')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row?.demo ?? false
}
