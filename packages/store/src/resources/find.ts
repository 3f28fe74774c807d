import { KeptError } from '@kept/domain/errors.ts'
import type { ResourceDetails } from '@kept/domain/resource.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { lackingTags } from './required-tags.ts'
import { type ResourceRow, resourceColumns, toResource, withRecommendations } from './row.ts'

/** Which provider an ID belongs to where no one named it: the one at which it costs most; undefined without any. */
export async function providerOfResource(tx: ScopedTransaction, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('resource')
    .select('provider')
    .where('resource_id', '=', id)
    .orderBy('effective', 'desc')
    .orderBy('provider')
    .limit(1)
    .executeTakeFirst()
  return row?.provider
}

/** One resource with all its data. If two providers use one id: the requested provider, or the costlier one. */
export async function findResource(
  database: Database,
  scope: Scope,
  id: string,
  provider?: string,
): Promise<ResourceDetails> {
  return database.snapshot(scope, async (tx) => {
    const row = await tx
      .selectFrom('resource')
      .select([...resourceColumns, 'attributes', 'state_since', 'observed_at', lackingTags(tx).as('lacking_tags')])
      .where('resource_id', '=', id)
      .where('provider', '=', provider ?? (await providerOfResource(tx, id)) ?? '')
      .executeTakeFirst()
    if (!row) throw new KeptError('not_found', 'Resource not found in the current bills or the inventory.')
    const [resource] = await withRecommendations(tx, [toResource(row as ResourceRow)])
    if (!resource) throw new KeptError('not_found', 'Resource not found.')
    return {
      ...resource,
      attributes: row.attributes,
      state_since: row.state_since?.toISOString() ?? null,
      observed_at: row.observed_at?.toISOString() ?? null,
      lacking_tags: row.lacking_tags,
      relations: await relationsOf(tx, id),
    }
  })
}

async function relationsOf(tx: ScopedTransaction, id: string): Promise<ResourceDetails['relations']> {
  const [outgoing, incoming] = await Promise.all([
    tx
      .selectFrom('resource_relation as relation')
      .leftJoin('resource as other', (join) => join.onRef('other.resource_id', '=', 'relation.other_id'))
      .where('relation.resource_id', '=', id)
      .select(['relation.kind', 'relation.other_id as resource_id', 'other.name', 'other.type'])
      .distinct()
      .orderBy('relation.kind')
      .orderBy('relation.other_id')
      .limit(500)
      .execute(),
    tx
      .selectFrom('resource_relation as relation')
      .leftJoin('resource as other', (join) => join.onRef('other.resource_id', '=', 'relation.resource_id'))
      .where('relation.other_id', '=', id)
      .select(['relation.kind', 'relation.resource_id', 'other.name', 'other.type'])
      .distinct()
      .orderBy('relation.kind')
      .orderBy('relation.resource_id')
      .limit(500)
      .execute(),
  ])
  const toRelation = (direction: 'out' | 'in') => (row: (typeof outgoing)[number]) => ({
    kind: row.kind,
    direction,
    resource_id: row.resource_id,
    name: row.name ?? '',
    type: row.type ?? '',
    exists: row.name !== null,
  })
  return [...outgoing.map(toRelation('out')), ...incoming.map(toRelation('in'))]
}
