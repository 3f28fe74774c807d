import type { ColumnMapping, Import, ImportProgress, Load } from '@kept/domain/ingest.ts'
import type { Progress } from '../progress-bar.ts'

export interface ImportRequest {
  organization: string
  paths: string[]
  urls: string[]
  format: string | undefined
  mapping: ColumnMapping | undefined
  accept_smaller: boolean
  signal: AbortSignal
  onProgress(progress: Progress): void
  /** Called with messages before the import ends. */
  onMessage(message: string): void
}

/** The finished import with its loads. */
export interface ImportReport {
  organization: string
  import: Import
  loads: Load[]
}

const stageLabels: Record<ImportProgress['stage'], string> = {
  waiting: 'waiting',
  recognizing: 'recognizing',
  reading: 'reading',
  checking: 'checking',
  rolling_up: 'rolling up',
  publishing: 'publishing',
  recommendation: 'finding savings',
  done: 'done',
}

/** Maps the progress of an import to the progress line. */
export function toLine({ stage, rows_read, bytes_read, bytes_total }: ImportProgress): Progress {
  return { label: stageLabels[stage], rows: rows_read, bytes: bytes_read, bytesTotal: bytes_total || null }
}

/** Poll interval of a running import, in milliseconds. */
export const lookEveryMs = 250

/** True once the import and its follow-up work are finished. */
export function isOver({ status, progress }: Import): boolean {
  if (status === 'queued' || status === 'running') return false
  return status !== 'done' || progress.stage === 'done'
}
