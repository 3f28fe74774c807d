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
  /** Something to say before the end. */
  onSaid(sentence: string): void
}

/** What came of it, the loads it made included. */
export interface BroughtIn {
  organization: string
  import: Import
  loads: Load[]
}

const stageWords: Record<ImportProgress['stage'], string> = {
  waiting: 'waiting',
  recognising: 'recognising',
  reading: 'reading',
  checking: 'checking',
  rolling_up: 'rolling up',
  publishing: 'publishing',
  finding: 'looking for savings',
  done: 'done',
}

/** The import's own progress as the command line's line shows it. */
export function toLine({ stage, rows_read, bytes_read, bytes_total }: ImportProgress): Progress {
  return { what: stageWords[stage], rows: rows_read, bytes: bytes_read, bytesTotal: bytes_total || null }
}

/** How often an import under way is looked at. */
export const lookEveryMs = 250

/** True once nothing more will happen to it. */
export function isOver({ status, progress }: Import): boolean {
  if (status === 'queued' || status === 'running') return false
  return status !== 'done' || progress.stage === 'done'
}
