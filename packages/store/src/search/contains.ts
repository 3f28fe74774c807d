import { type RawBuilder, sql } from 'kysely'

/** True when the text contains every term (in lower case); terms are literal, not patterns. */
export function containsEach(text: RawBuilder<unknown>, terms: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    terms.map((term) => sql`position(${term} in ${text}) > 0`),
    sql` AND `,
  )})`
}
