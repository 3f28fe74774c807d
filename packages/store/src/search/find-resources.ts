/** Searches resources by id, name, type or tags among hundreds of thousands: candidates for ranking, never all. */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { containsEach } from './contains.ts'

const columns = ['provider', 'resource_id', 'name', 'type', 'service', 'sub_account_name', 'region', 'tags'] as const

export interface FoundResource {
  provider: string
  resource_id: string
  name: string
  type: string
  service: string
  sub_account_name: string
  region: string
  tags: Record<string, string>
  /** Of the last 30 days, in its main currency. */
  effective: string
}

/** Up to this many matches are compared; a term with more matches is too common to search by. */
const few = 400
const sampleSize = 100
const dearest = 5_000

/**
 * All matches, if they are few. If they are many: those whose name equals or begins with the text, the costliest,
 * and some others.
 */
export function findResources(
  database: Database,
  scope: Scope,
  { text, terms }: { text: string; terms: readonly string[] },
): Promise<FoundResource[]> {
  return database.scoped(scope, async (tx) => {
    await walkIndexes(tx)
    const fit = await tx
      .selectFrom('resource_search_text')
      .select(['provider', 'resource_id'])
      .where(containsEach(sql.ref('text'), terms))
      .limit(few + 1)
      .execute()
    if (fit.length <= few) return readResources(tx, fit)
    const namedResources = await readResources(tx, await namedLike(tx, text))
    const matches = [
      ...namedResources,
      ...(await costliest(tx, terms)),
      ...(await readResources(tx, fit.slice(0, sampleSize))),
    ]
    return [
      ...new Map(
        matches.map((resource) => [JSON.stringify([resource.provider, resource.resource_id]), resource]),
      ).values(),
    ]
  })
}

type Key = Pick<FoundResource, 'provider' | 'resource_id'>

/** From the index: names that equal this text or begin with it, sorted. */
function namedLike(tx: ScopedTransaction, text: string): Promise<Key[]> {
  return tx
    .selectFrom('resource_search_text')
    .select(['provider', 'resource_id'])
    .where('name', '>=', text)
    .where('name', '<', `${text}\u{10ffff}`)
    .orderBy('name')
    .limit(sampleSize)
    .execute()
}

/** The planner has no statistics of recently added rows, and would read and sort them all. */
async function walkIndexes(tx: ScopedTransaction): Promise<void> {
  await sql`SELECT set_config(name, 'off', true) FROM unnest(ARRAY['enable_sort', 'enable_hashjoin', 'enable_mergejoin']) AS name`.execute(
    tx,
  )
}

/** The costliest matches, read along the cost index. */
function costliest(tx: ScopedTransaction, terms: readonly string[]): Promise<FoundResource[]> {
  const dear = tx
    .selectFrom('resource')
    .select([...columns, 'effective', 'search'])
    .orderBy('effective', 'desc')
    .limit(dearest)
    .as('dear')
  return tx
    .selectFrom(dear)
    .select([...columns, 'effective'])
    .where(
      sql<boolean>`(${containsEach(sql.ref('search'), terms)} OR ${containsEach(sql`lower(${sql.ref('type')})`, terms)})`,
    )
    .limit(sampleSize)
    .execute()
}

async function readResources(tx: ScopedTransaction, keys: readonly Key[]): Promise<FoundResource[]> {
  if (keys.length === 0) return []
  const providers = keys.map(({ provider }) => provider)
  const ids = keys.map(({ resource_id }) => resource_id)
  return tx
    .selectFrom('resource')
    .select([...columns, 'effective'])
    .where(sql<boolean>`(provider, resource_id) IN (SELECT * FROM unnest(${providers}::text[], ${ids}::text[]))`)
    .execute()
}
