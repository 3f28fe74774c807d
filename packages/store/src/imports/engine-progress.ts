/** What the engine itself says about a query under way, and the way to end one. */
import type { Warehouse } from '../warehouse/client.ts'

export interface EngineProgress {
  rows: number
  /** Of the file as stored, so compressed bytes for a compressed file. */
  bytes: number
}

/** Null when no such query runs (not yet, or no more). */
export async function readEngineProgress(warehouse: Warehouse, queryId: string): Promise<EngineProgress | null> {
  const [progress] = await warehouse.inspect<EngineProgress>(
    'SELECT read_rows AS rows, read_bytes AS bytes FROM system.processes WHERE query_id = {query_id:String}',
    { query_id: queryId },
  )
  return progress ?? null
}

/** Ends every query of an import: their ids begin with its own. Those who wait for them get an error. */
export async function killImportQueries(warehouse: Warehouse, importId: string): Promise<void> {
  await warehouse.administer('KILL QUERY WHERE startsWith(query_id, {prefix:String}) ASYNC', {
    prefix: importQueryPrefix(importId),
  })
}

export function importQueryPrefix(importId: string): string {
  return `import-${importId}`
}
