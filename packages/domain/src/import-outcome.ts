/** The result of an import in one sentence: good only when every row was read and nothing is missing. */
import { formatCount } from '@kept/foundation/format/number.ts'
import { formatShare } from './import-losses.ts'
import type { Import } from './ingest.ts'

interface ImportOutcome {
  level: 'good' | 'warning' | 'bad'
  summary: string
}

export function summarizeImport(
  { ok, rows, invoices }: NonNullable<Import['reconciliation']>,
  losses: Import['losses'],
): ImportOutcome {
  if (!ok) return { level: 'bad', summary: 'Not every sum agrees with the files.' }
  const unread =
    rows.rejected > 0
      ? `${formatCount(rows.rejected)} of ${formatCount(rows.read)} rows (${formatShare(rows.rejected, rows.read)}) could not be read and ${rows.rejected === 1 ? 'is' : 'are'} in no total; every other sum agrees with the files.`
      : ''
  if (losses.length > 0) {
    return { level: 'bad', summary: ['It lacks part of what was loaded.', unread].filter(Boolean).join(' ') }
  }
  if (unread) return { level: rows.rejected * 2 > rows.read ? 'bad' : 'warning', summary: unread }
  return {
    level: 'good',
    summary: `Every sum agrees with ${invoices.length > 0 ? 'the files and the invoices' : 'the files'}.`,
  }
}
