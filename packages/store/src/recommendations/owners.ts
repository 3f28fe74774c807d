import type { RecommendationOwner } from '@kept/domain/recommendation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { readBehaviorSettings } from '../behavior/settings.ts'
import type { Database } from '../database/connect.ts'
import { taggedTeams } from './team-of-resource.ts'

/** Everyone who can own a recommendation: active users, then the teams of the settings and of the resources' tags. */
export async function listOwners(database: Database, scope: Scope): Promise<RecommendationOwner[]> {
  const { teams } = await readBehaviorSettings(database, scope)
  return database.scoped(scope, async (tx) => {
    const people = await tx
      .selectFrom('membership as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['u.id', 'u.full_name', 'u.email'])
      .where('m.organization_id', '=', tx.scopedTo)
      .where('m.removed_at', 'is', null)
      .where('m.status', '=', 'active')
      .where('u.disabled_at', 'is', null)
      .orderBy('u.full_name')
      .orderBy('u.email')
      .execute()
    const names = new Set([...teams.map(({ team_name }) => team_name), ...(await taggedTeams(tx))])
    return [
      ...people.map(({ id, full_name, email }) => ({ type: 'person' as const, id, name: full_name || email })),
      ...[...names].toSorted().map((name) => ({ type: 'team' as const, id: name, name })),
    ]
  })
}
