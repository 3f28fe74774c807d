/** The names that people search the audit log by, each listed once. */
import { type RawBuilder, sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { AuditSchema, AuditValueKind } from './schema.ts'

export const columnOfKind: Record<AuditValueKind, keyof AuditSchema['audit_event']> = {
  actor: 'actor_name',
  action: 'action',
  resource: 'resource_type',
  name: 'resource_name',
  address: 'ip',
}

/** The names that contain a text, at most `limit`. */
export function matchingValues(
  tx: ScopedTransaction,
  text: string,
  limit: number,
): Promise<{ kind: AuditValueKind; value: string }[]> {
  return tx
    .selectFrom('audit_value')
    .select(['kind', 'value'])
    .where('value', 'ilike', patternOf(text))
    .limit(limit)
    .execute()
}

/** The condition that an event has the text in one of its names. */
export function containing(text: string): RawBuilder<unknown> {
  const pattern = patternOf(text)
  const columns = Object.values(columnOfKind).map((column) => sql`${sql.ref(column)} ILIKE ${pattern}`)
  return sql`(${sql.join(columns, sql` OR `)})`
}

const patternOf = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
