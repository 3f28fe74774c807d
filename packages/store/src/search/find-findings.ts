import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

export interface FoundFinding {
  id: string
  title: string
  summary: string
  resource: string
  /** 0 the very word, 1 its beginning, 2 somewhere inside. */
  place: number
}

/** Open findings by their words or their resource: exact first, then beginnings, then parts; the largest saving first. */
export function findFindings(
  database: Database,
  scope: Scope,
  { text, limit }: { text: string; limit: number },
): Promise<FoundFinding[]> {
  const wanted = text.toLowerCase()
  return database.scoped(scope, (tx) => {
    const words = [sql`lower(title)`, sql`lower(resource_id)`, sql`lower(resource_name)`, sql`lower(summary)`]
    const best = sql.join(
      words.map(
        (word) => sql`CASE WHEN ${word} = ${wanted} THEN 0
      WHEN starts_with(${word}, ${wanted}) THEN 1 WHEN strpos(${word}, ${wanted}) > 0 THEN 2 ELSE 3 END`,
      ),
    )
    return tx
      .selectFrom('finding')
      .where('status', '=', 'open')
      .where(sql<boolean>`least(${best}) < 3`)
      .select([
        'id',
        'title',
        'summary',
        sql<string>`coalesce(nullif(resource_name, ''), resource_id)`.as('resource'),
        sql<number>`least(${best})`.as('place'),
      ])
      .orderBy('place')
      .orderBy('monthly_saving', (order) => order.desc().nullsLast())
      .orderBy('id')
      .limit(limit)
      .execute()
  })
}
