/** For tests: how long a process still has a row that it claimed, and the end of its claim, as if it had died. */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** Where a claim stands: a table, and the column with its end. */
interface ClaimColumn {
  table: string
  column: string
}

interface ClaimLeft {
  until: string
  /** By the clock of the database. */
  leftMs: number
}

/** Of the only claimed row; undefined without one. */
export async function claimLeft(
  database: Database,
  scope: Scope,
  { table, column }: ClaimColumn,
): Promise<ClaimLeft | undefined> {
  const end = sql.ref(column)
  const { rows } = await database.scoped(scope, (tx) =>
    sql<ClaimLeft>`
      SELECT ${end}::text AS until, (extract(epoch FROM ${end} - clock_timestamp()) * 1000)::float AS "leftMs"
      FROM ${sql.table(table)} WHERE ${end} IS NOT NULL`.execute(tx),
  )
  return rows[0]
}

/** As if the process had died a while ago. */
export async function endClaims(database: Database, scope: Scope, { table, column }: ClaimColumn): Promise<void> {
  const end = sql.ref(column)
  await database.scoped(scope, (tx) =>
    sql`UPDATE ${sql.table(table)} SET ${end} = clock_timestamp() - interval '1 second' WHERE ${end} IS NOT NULL`.execute(
      tx,
    ),
  )
}

/** Deletes all rows that could be claimed. */
export async function deleteClaimable(database: Database, scope: Scope, { table }: ClaimColumn): Promise<void> {
  await database.scoped(scope, (tx) => sql`DELETE FROM ${sql.table(table)}`.execute(tx))
}
