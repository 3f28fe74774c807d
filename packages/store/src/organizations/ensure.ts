import type { Database } from '../database/connect.ts'
import { findOrganization, type Organization } from './find.ts'

/** The organization of that slug, created when it does not exist. */
export async function ensureOrganization(
  database: Database,
  input: { slug: string; name: string; demo: boolean },
): Promise<Organization> {
  await database.shared
    .insertInto('organization')
    .values(input)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
  const organization = await findOrganization(database, input.slug)
  if (!organization) throw new Error(`organization ${input.slug} was deleted while it was created`)
  return organization
}
