import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { createDraft, findOpenDraft, type InvoiceRow } from '@kept/store/billing/invoices.ts'
import { readSettings } from '@kept/store/billing/settings.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'

/** The organization's open draft of a currency, opened when there is none. */
export async function openDraft(
  tx: ScopedTransaction,
  { currency, period, now }: { currency: string; period: string; now: Date },
): Promise<InvoiceRow> {
  const open = await findOpenDraft(tx, currency)
  if (open) return open
  const { settings } = await readSettings(tx)
  const issueAfter = new Date(now.getTime() + settings.draft_days * dayMs)
  return createDraft(tx, { kind: 'invoice', currency, period, now, issueAfter })
}
