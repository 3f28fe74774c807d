import { type RawBuilder, sql } from 'kysely'

/** Every word, in lower case, stands somewhere in this text; what a person types is no pattern. */
export function containsEach(text: RawBuilder<unknown>, terms: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    terms.map((term) => sql`position(${term} in ${text}) > 0`),
    sql` AND `,
  )})`
}
