/** Which team a resource belongs to, by its tags. */
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import { resourceKey } from '../resources/provider-spelling.ts'

/** The tag keys that name a team, the strongest first; keys are compared without case. */
const teamTags = ['team', 'owning-team', 'owner-team', 'squad']

/** The team tag of a row of `resource`, or ''. */
const teamTag = sql<string>`coalesce((SELECT value FROM jsonb_each_text(resource.tags)
  WHERE lower(key) = any(${teamTags}::text[]) AND value <> ''
  ORDER BY array_position(${teamTags}::text[], lower(key)) LIMIT 1), '')`

/** The teams of resources with these IDs, by `resourceKey`; those without a team are left out. */
export async function teamsOfResources(tx: ScopedTransaction, ids: readonly string[]): Promise<Map<string, string>> {
  const namedIds = [...new Set(ids)].filter((id) => id !== '')
  if (namedIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('resource')
    .select(['provider', 'resource_id', teamTag.as('team')])
    .where('resource_id', '=', sql<string>`any(${namedIds}::text[])`)
    .execute()
  return new Map(
    rows
      .filter(({ team }) => team !== '')
      .map(({ provider, resource_id, team }) => [resourceKey(provider, resource_id), team]),
  )
}

/** The teams that resources name in their tags, in alphabetical order. */
export async function taggedTeams(tx: ScopedTransaction): Promise<string[]> {
  const rows = await tx.selectFrom('resource').select(teamTag.as('team')).distinct().execute()
  return rows
    .map(({ team }) => team)
    .filter((team) => team !== '')
    .toSorted()
}
