import { KeptError } from '@kept/domain/errors.ts'
import { voidDraft as markVoided } from '@kept/store/billing/invoices.ts'
import { dropLines, readLines } from '@kept/store/billing/lines.ts'
import { lockBilling } from '@kept/store/billing/lock.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { balanceMonth } from './balance-month.ts'
import { requireInvoice } from './load-document.ts'
import { openDraft } from './open-draft.ts'

/** The draft's fees are never charged, but for what was given back of their months before. An issued document keeps its number and is corrected by a credit note. */
export async function voidDraft(
  tx: ScopedTransaction,
  id: string,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await lockBilling(tx)
  const invoice = await requireInvoice(tx, id)
  if (invoice.state !== 'draft')
    throw new KeptError('conflict', 'Only a draft can be voided. Correct an issued invoice with a credit note.')
  const lines = await readLines(tx, id)
  if (lines.some(({ feeMinor }) => feeMinor < 0n))
    throw new KeptError('conflict', 'This draft gives money back, so it has to be issued.')
  await dropLines(
    tx,
    lines.map((line) => line.id),
  )
  await markVoided(tx, id, { reason, now })
  const restored = await makeUp(tx, lines, now)
  if (restored > 0n && restored === lines.reduce((sum, { feeMinor }) => sum + feeMinor, 0n))
    throw new KeptError(
      'conflict',
      'This draft only makes up for fees that were given back and never charged, so it has to be issued.',
    )
}

/** Where more of a month was given back than is charged without the dropped lines, a new draft has the difference. */
async function makeUp(
  tx: ScopedTransaction,
  lines: readonly { period: string; currency: string; statementId: string }[],
  now: Date,
): Promise<bigint> {
  const months = new Map(lines.map((line) => [`${line.period} ${line.currency}`, line]))
  let restored = 0n
  for (const month of months.values())
    restored += await balanceMonth(tx, month, async () => (await openDraft(tx, { ...month, now })).id)
  return restored
}
