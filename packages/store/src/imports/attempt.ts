/**
 * One attempt of an import. An attempt that was killed is never continued: the next one starts over under its own key,
 * and the rows of the previous one stay invisible until they are swept. Only the latest attempt may write.
 */
import type { ColumnMapping, ImportInput, ImportProgress } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

export interface ImportAttempt {
  importId: string
  attempt: number
  /** The prefix of its load ids, and the import id of its rejected rows. */
  key: string
  inputs: ImportInput[]
  format: string | undefined
  mapping: ColumnMapping | undefined
  acceptSmaller: boolean
}

export function attemptKey(importId: string, attempt: number): string {
  return `${importId}.${attempt}`
}

/** Starts the next attempt, which revokes the previous one; undefined when the import was canceled or has finished. */
export async function beginAttempt(
  database: Database,
  scope: Scope,
  importId: string,
  progress: ImportProgress,
): Promise<ImportAttempt | undefined> {
  const row = await database.scoped(scope, (tx) =>
    tx
      .updateTable('import')
      .set((eb) => ({
        status: 'running' as const,
        attempt: eb('attempt', '+', 1),
        touched_at: eb.fn<Date>('now'),
        progress: JSON.stringify(progress),
      }))
      .where('id', '=', importId)
      .where('status', 'in', ['queued', 'running'])
      .returning(['attempt', 'inputs', 'format', 'mapping', 'accept_smaller'])
      .executeTakeFirst(),
  )
  if (!row) return undefined
  const { attempt, inputs, format, mapping, accept_smaller: acceptSmaller } = row
  const key = attemptKey(importId, attempt)
  return {
    ...{ importId, attempt, key, inputs, acceptSmaller },
    format: format ?? undefined,
    mapping: mapping ?? undefined,
  }
}

export interface AttemptChanges {
  progress?: ImportProgress
  sources?: { name: string; bytes: number | null; format: string | null }[]
}

/**
 * Stores the progress of an attempt, which is also its heartbeat. False when it may no longer write and should stop.
 */
export async function reportAttempt(
  database: Database,
  scope: Scope,
  { importId, attempt }: ImportAttempt,
  { progress, sources }: AttemptChanges,
): Promise<boolean> {
  const row = await database.scoped(scope, (tx) =>
    tx
      .updateTable('import')
      .set((eb) => ({
        touched_at: eb.fn<Date>('now'),
        ...(progress && { progress: JSON.stringify(progress) }),
        ...(sources && { sources: JSON.stringify(sources) }),
      }))
      .where('id', '=', importId)
      .where('attempt', '=', attempt)
      .where('status', '=', 'running')
      .returning('id')
      .executeTakeFirst(),
  )
  return row !== undefined
}
