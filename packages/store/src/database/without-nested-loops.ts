import { sql } from 'kysely'
import type { ScopedTransaction } from './connect.ts'

/**
 * For statements that join most rows of an organization. Within row-level security the planner expects few rows of an
 * organization that its statistics do not know yet, and would compare each row of one table with each of the other.
 */
export async function withoutNestedLoops<Result>(tx: ScopedTransaction, work: () => Promise<Result>): Promise<Result> {
  await sql`SET LOCAL enable_nestloop = off`.execute(tx)
  const result = await work()
  await sql`SET LOCAL enable_nestloop = on`.execute(tx)
  return result
}
