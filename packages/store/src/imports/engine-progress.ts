/** The engine's own progress of a running query, and a way to kill it. */
import type { Warehouse } from '../warehouse/client.ts'

export interface EngineProgress {
  rows: number
  /** Bytes of the file as stored, so compressed bytes for a compressed file. */
  bytes: number
}

/** Null when no such query is running. */
export async function readEngineProgress(warehouse: Warehouse, queryId: string): Promise<EngineProgress | null> {
  const [progress] = await warehouse.inspect<EngineProgress>(
    'SELECT read_rows AS rows, read_bytes AS bytes FROM system.processes WHERE query_id = {query_id:String}',
    { query_id: queryId },
  )
  return progress ?? null
}

/** Kills every query of an import, whose ids start with the import's. Their callers receive an error. */
export async function killImportQueries(warehouse: Warehouse, importId: string): Promise<void> {
  await warehouse.administer('KILL QUERY WHERE startsWith(query_id, {prefix:String}) ASYNC', {
    prefix: importQueryPrefix(importId),
  })
}

export function importQueryPrefix(importId: string): string {
  return `import-${importId}`
}
