/** What a delivery is doing, in words. */
import { formatShare } from '@kept/domain/import-losses.ts'
import type { Import, ImportProgress } from '@kept/domain/ingest.ts'
import type { Tone } from '@kept/ui/controls/Badge.tsx'
import { counted, formatBytes, formatCount, formatDuration } from '@kept/ui/format/share.ts'

export const stageWords: Record<ImportProgress['stage'], string> = {
  waiting: 'Waiting for its turn',
  recognising: 'Recognising the format',
  reading: 'Reading rows',
  checking: 'Checking every sum against the file',
  rolling_up: 'Adding up days',
  publishing: 'Making it visible',
  finding: 'Looking for waste',
  done: 'Done',
}

export const statusWords: Record<Import['status'], { words: string; tone: Tone }> = {
  queued: { words: 'Waiting', tone: 'plain' },
  running: { words: 'Under way', tone: 'fact' },
  needs_confirmation: { words: 'Needs confirmation', tone: 'watch' },
  done: { words: 'In', tone: 'plain' },
  failed: { words: 'Failed', tone: 'leak' },
  undone: { words: 'Taken back', tone: 'plain' },
  discarded: { words: 'Discarded', tone: 'plain' },
}

export function isUnderWay({ status }: Pick<Import, 'status'>): boolean {
  return status === 'queued' || status === 'running'
}

/** "1,200,000 rows · 512,000 rows/s · 3 s left", as far as it is known. */
export function sayProgress({
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
    seconds_left !== null && (seconds_left < 1 ? 'nearly done' : `${formatDuration(seconds_left)} left`),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** How much of it is done, 0 to 1; null while nobody can know. */
export function partDone({ stage, bytes_read, bytes_total }: ImportProgress): number | null {
  if (stage === 'done') return 1
  return stage === 'reading' && bytes_total > 0 ? Math.min(1, bytes_read / bytes_total) : null
}

/** The verdict on a delivery's sums. */
export function sayVerdict({
  reconciliation,
  losses,
}: Pick<Import, 'reconciliation' | 'losses'>): { words: string; tone: Tone } | null {
  if (!reconciliation) return null
  const { ok, rows, columns, invoices } = reconciliation
  if (!ok) return { words: 'Sums differ', tone: 'leak' }
  if (losses.length > 0) return { words: lossWords(losses), tone: 'leak' }
  if (rows.set_aside > 0) {
    const share = formatShare(rows.set_aside, rows.read)
    return {
      words: `${counted(rows.set_aside, 'row')} set aside (${share})`,
      tone: rows.set_aside * 2 > rows.read ? 'leak' : 'watch',
    }
  }
  const explained = columns.some((column) => column.explanation !== '')
  const compared = invoices.length > 0 ? 'Reconciled with the invoice' : 'Reconciled with the file'
  return { words: explained ? `${compared}, explained` : compared, tone: 'plain' }
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
function lossWords(losses: Import['losses']): string {
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
export function sayFormats({ sources }: Pick<Import, 'sources'>): string {
  const formats = [...new Set(sources.map(({ format }) => format).filter((format) => format !== null))]
  return formats.length > 0 ? `Recognised as ${formats.join(' and ')}` : ''
}
