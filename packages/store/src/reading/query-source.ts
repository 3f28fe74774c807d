/** One row of answers about a file, whether the engine opens the file itself or has it streamed. */
import { randomUUID } from 'node:crypto'
import type { ClickHouseSettings } from '@clickhouse/client'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { readSettings } from './read-settings.ts'
import type { BillSource } from './source.ts'

interface SourceQuestion {
  scope: Scope
  source: BillSource
  /** Answers by name, each SQL of something that can be text. */
  select: Record<string, string>
  /** FROM and everything behind it. */
  from: string
  settings?: ClickHouseSettings
  queryId?: string | undefined
  signal?: AbortSignal | undefined
}

/** Every answer is text or null; none when the question gives no row. */
export async function querySource<Name extends string>(
  warehouse: Warehouse,
  { scope, source, select, from, settings, queryId, signal }: SourceQuestion & { select: Record<Name, string> },
): Promise<Record<Name, string | null>[]> {
  const names = Object.keys(select) as Name[]
  const answer = `[${names.map((name) => `CAST(${select[name]}, 'Nullable(String)')`).join(', ')}]`
  const options = { settings: { ...(await readSettings(warehouse, source)), ...settings }, queryId, signal }
  const rows = source.body
    ? await throughTable(warehouse, scope, answer, from, source, options)
    : await warehouse.inspect<{ answer: (string | null)[] }>(`SELECT ${answer} AS answer FROM ${from}`, {}, options)
  return rows.map(
    (row) =>
      Object.fromEntries(names.map((name, index) => [name, row.answer[index] ?? null])) as Record<Name, string | null>,
  )
}

/** `input()` exists in an INSERT only: the answer is written to a table and read back. */
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

/** A statement that reads a source; when the source is streamed, its bytes go along. */
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
    // Whatever became of the question, nobody reads these bytes any more.
    body?.destroy()
  }
}
