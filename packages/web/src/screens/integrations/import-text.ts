/** Labels and descriptions of an import and its progress. */
import { formatShare } from '@kept/domain/import-losses.ts'
import type { Import, ImportProgress } from '@kept/domain/ingest.ts'
import { counted, formatBytes, formatCount, formatDuration } from '@kept/foundation/format/number.ts'
import type { Tone } from '@kept/ui/controls/Badge.tsx'

export const stageLabels: Record<ImportProgress['stage'], string> = {
  waiting: 'Queued',
  recognizing: 'Detecting format',
  reading: 'Reading rows',
  checking: 'Reconciling with the file',
  rolling_up: 'Calculating daily totals',
  publishing: 'Publishing',
  recommendation: 'Finding savings',
  done: 'Done',
}

export const statusLabels: Record<Import['status'], { label: string; tone: Tone }> = {
  queued: { label: 'Waiting', tone: 'plain' },
  running: { label: 'Importing', tone: 'fact' },
  needs_confirmation: { label: 'Needs confirmation', tone: 'watch' },
  done: { label: 'Imported', tone: 'plain' },
  failed: { label: 'Failed', tone: 'leak' },
  undone: { label: 'Reversed', tone: 'plain' },
  discarded: { label: 'Discarded', tone: 'plain' },
}

export function isInProgress({ status }: Pick<Import, 'status'>): boolean {
  return status === 'queued' || status === 'running'
}

/** "1,200,000 rows · 512,000 rows/s · 3 s left", as far as it is known. */
export function describeProgress({
  rows_read,
  rows_per_second,
  bytes_read,
  bytes_total,
  seconds_left,
}: ImportProgress): string {
  return [
    rows_read > 0 && counted(rows_read, 'row'),
    rows_per_second > 0 && `${formatCount(rows_per_second)} rows/s`,
    bytes_total > 0 && `${formatBytes(bytes_read)} of ${formatBytes(bytes_total)}`,
    seconds_left !== null && (seconds_left < 1 ? 'almost done' : `${formatDuration(seconds_left)} left`),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** How much of it is done, 0 to 1; null while unknown. */
export function partDone({ stage, bytes_read, bytes_total }: ImportProgress): number | null {
  if (stage === 'done') return 1
  return stage === 'reading' && bytes_total > 0 ? Math.min(1, bytes_read / bytes_total) : null
}

/** Describes whether an import's sums agree with its files. */
export function describeOutcome({
  reconciliation,
  losses,
}: Pick<Import, 'reconciliation' | 'losses'>): { label: string; tone: Tone } | null {
  if (!reconciliation) return null
  const { ok, rows, columns, invoices } = reconciliation
  if (!ok) return { label: 'Not reconciled', tone: 'leak' }
  if (losses.length > 0) return { label: describeLosses(losses), tone: 'leak' }
  if (rows.rejected > 0) {
    const share = formatShare(rows.rejected, rows.read)
    return {
      label: `${counted(rows.rejected, 'row')} skipped (${share})`,
      tone: rows.rejected * 2 > rows.read ? 'leak' : 'watch',
    }
  }
  const explained = columns.some((column) => column.explanation !== '')
  const compared = invoices.length > 0 ? 'Reconciled with the invoice' : 'Reconciled with the file'
  return { label: explained ? `${compared}, explained` : compared, tone: 'plain' }
}

const lossLabels: Record<Import['losses'][number]['kind'], string> = {
  unreadable_rows: 'readable rows',
  rows: 'rows',
  days: 'days',
  currency: 'currencies',
  account: 'accounts',
  amount: 'charges',
}

/** "Missing: rows, currencies and charges" */
function describeLosses(losses: Import['losses']): string {
  const labels = [...new Set(losses.map(({ kind }) => lossLabels[kind]))]
  const last = labels.pop()
  return `Missing: ${labels.length > 0 ? `${labels.join(', ')} and ` : ''}${last}`
}

export function nameOf({ sources }: Pick<Import, 'sources'>): string {
  const [first] = sources
  if (!first) return 'No file'
  return sources.length === 1
    ? first.name
    : `${first.name} and ${counted(sources.length - 1, 'more file', 'more files')}`
}

/** What the files were taken for, said as soon as it is known; empty before. */
export function formatFormats({ sources }: Pick<Import, 'sources'>): string {
  const formats = [...new Set(sources.map(({ format }) => format).filter((format) => format !== null))]
  return formats.length > 0 ? `Recognized as ${formats.join(' and ')}` : ''
}
