/**
 * Metrics use "i-0abc" where a bill has the complete ARN: a short name stands for the resource if it is unambiguous.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

const shortName = sql<string>`regexp_replace(resource_id, '^.*[/:]', '')`

/** From every id and every unambiguous short name to the resource's own id. */
export async function readShortNames(database: Database, scope: Scope): Promise<Map<string, string>> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('resource')
      .select(['resource_id', shortName.as('short')])
      .execute(),
  )
  const names = new Map<string, string | null>()
  for (const { resource_id, short } of rows) {
    const existing = names.get(short)
    names.set(short, existing === undefined || existing === resource_id ? resource_id : null)
  }
  for (const { resource_id } of rows) names.set(resource_id, resource_id)
  return new Map([...names].filter((entry): entry is [string, string] => entry[1] !== null))
}

/** The ids under which the metrics of one resource may have been imported. */
export async function namesOfResource(database: Database, scope: Scope, id: string): Promise<string[]> {
  const short = id.replace(/^.*[/:]/, '')
  if (short === '' || short === id) return [id]
  const { many: count } = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('resource')
      .where(sql<boolean>`${shortName} = ${short}`)
      .select((eb) => eb.fn.count<string>('resource_id').distinct().as('many'))
      .executeTakeFirstOrThrow(),
  )
  return Number(count) === 1 ? [id, short] : [id]
}
