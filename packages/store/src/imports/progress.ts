import type { ImportProgress } from '@kept/domain/ingest.ts'

/** The progress of an import that has not started. */
export function waitingProgress(sources: readonly { bytes: number | null }[]): ImportProgress {
  return {
    stage: 'waiting',
    rows_read: 0,
    rows_per_second: 0,
    bytes_read: 0,
    bytes_total: sources.reduce((total, { bytes }) => total + (bytes ?? 0), 0),
    seconds_left: null,
  }
}
