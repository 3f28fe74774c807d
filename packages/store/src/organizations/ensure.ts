import type { Database } from '../database/connect.ts'
import { findOrganization, type Organization } from './find.ts'

/** The organisation of that slug, made when it is not there. */
export async function ensureOrganization(
  database: Database,
  wanted: { slug: string; name: string; demo: boolean },
): Promise<Organization> {
  await database.shared
    .insertInto('organization')
    .values(wanted)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
  const found = await findOrganization(database, wanted.slug)
  if (!found) throw new Error(`organization ${wanted.slug} vanished while it was made`)
  return found
}
