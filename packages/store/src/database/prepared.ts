/**
 * Statements that Postgres parses and plans once for each connection. For the few that are sent at every request: each
 * one stays in the memory of every connection. Its text must be the same each time, values aside.
 */
import { type RawBuilder, sql } from 'kysely'

/** To be given to `modifyFront` of a query; the name is one that no other statement has. */
export function prepared(name: `${string}_${string}`): RawBuilder<unknown> {
  if (!/^\w+$/.test(name)) throw new Error(`"${name}" is no name of a prepared statement`)
  return sql.raw(`${mark}${name} */`)
}

/** Undefined for all other statements. */
export function preparedName(text: string): string | undefined {
  return text.startsWith(front) ? text.slice(front.length, text.indexOf(' ', front.length)) : undefined
}

const mark = '/* prepared '
const front = `select ${mark}`
