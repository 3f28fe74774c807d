import type { Database } from '../database/connect.ts'

export interface Organization {
  id: string
  slug: string
  name: string
  demo: boolean
}

export function findOrganization(database: Database, slug: string): Promise<Organization | undefined> {
  return database.shared
    .selectFrom('organization')
    .select(['id', 'slug', 'name', 'demo'])
    .where('slug', '=', slug)
    .executeTakeFirst()
}
