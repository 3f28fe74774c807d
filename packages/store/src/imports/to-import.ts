import type { Import } from '@kept/domain/ingest.ts'
import type { Selectable } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** Maps a row to the API type. */
export function toImport(row: Selectable<Schema['import']>): Import {
  const { id, status, sources, error, notes, progress, reconciliation, losses } = row
  return {
    id,
    status,
    sources,
    error,
    notes,
    progress,
    reconciliation,
    losses,
    expires_at: row.status === 'needs_confirmation' ? (row.expires_at?.toISOString() ?? null) : null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}
