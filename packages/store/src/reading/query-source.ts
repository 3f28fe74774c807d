/** Queries a file for one row of values, whether the engine opens the file itself or receives it as a stream. */
import { randomUUID } from 'node:crypto'
import type { ClickHouseSettings } from '@clickhouse/client'
import type { Scope } from '@kept/domain/scope.ts'
import { fromKeys, keysOf } from '@kept/foundation/keys.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { readSettings } from './read-settings.ts'
import type { BillSource } from './source.ts'

interface SourceQuestion {
  scope: Scope
  source: BillSource
  /** Expressions by name; each must be convertible to text. */
  select: Record<string, string>
  /** FROM and everything after it. */
  from: string
  settings?: ClickHouseSettings
  queryId?: string | undefined
  signal?: AbortSignal | undefined
}

/** Every value is text or null; none when the query returns no row. */
export async function querySource<Name extends string>(
  warehouse: Warehouse,
  { scope, source, select, from, settings, queryId, signal }: SourceQuestion & { select: Record<Name, string> },
): Promise<Record<Name, string | null>[]> {
  const names = keysOf(select)
  const answer = `[${names.map((name) => `CAST(${select[name]}, 'Nullable(String)')`).join(', ')}]`
  const options = { settings: { ...(await readSettings(warehouse, source)), ...settings }, queryId, signal }
  const rows = source.body
    ? await throughTable(warehouse, scope, answer, from, source, options)
    : await warehouse.inspect<{ answer: (string | null)[] }>(`SELECT ${answer} AS answer FROM ${from}`, {}, options)
  return rows.map((row) => fromKeys(names, (_name, index) => row.answer[index] ?? null))
}

/** `input()` exists in an INSERT only: the result is written to a table and read back. */
async function throughTable(
  warehouse: Warehouse,
  scope: Scope,
  answer: string,
  from: string,
  source: BillSource,
  options: { settings: ClickHouseSettings; queryId: string | undefined; signal: AbortSignal | undefined },
): Promise<{ answer: (string | null)[] }[]> {
  const question = { question_id: randomUUID() }
  await executeOnSource(
    warehouse,
    scope,
    source,
    `INSERT INTO file_answer (organization_id, question_id, answer)
     SELECT {organization_id:UUID}, {question_id:UUID}, ${answer} FROM ${from}`,
    question,
    options,
  )
  return warehouse.query(
    scope,
    'SELECT answer FROM file_answer WHERE organization_id = {organization_id:UUID} AND question_id = {question_id:UUID}',
    question,
  )
}

/** A statement that reads a source; a streamed source's bytes are sent with it. */
export async function executeOnSource(
  warehouse: Warehouse,
  scope: Scope,
  source: BillSource,
  sql: string,
  parameters: Record<string, unknown>,
  options: { settings: ClickHouseSettings; queryId?: string | undefined; signal?: AbortSignal | undefined },
): Promise<void> {
  const body = source.body?.()
  try {
    await warehouse.execute(scope, body ? `${sql}\nFORMAT ${source.container}` : sql, parameters, { ...options, body })
  } finally {
    // Whatever the result of the query, these bytes are not read any more.
    body?.destroy()
  }
}
