/**
 * Of a month no more is given back than was charged for it. A correction may take back a fee that was dropped after a
 * dispute: a line then makes up for what was never charged.
 */

import { exactAmount } from '@kept/engine/billing/minor.ts'
import { addLines, chargedFor } from '@kept/store/billing/lines.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'

interface Month {
  period: string
  currency: string
  /** The statement whose correction went too far. */
  statementId: string
}

/** What the line that was added to the document of `openDocument` comes to, in minor units; zero: none was needed. */
export async function balanceMonth(
  tx: ScopedTransaction,
  { period, currency, statementId }: Month,
  openDocument: () => Promise<string>,
): Promise<bigint> {
  const charged = await chargedFor(tx, { period, currency })
  if (charged >= 0n) return 0n
  await addLines(tx, [
    {
      ...{ invoiceId: await openDocument(), statementId, group: 'true_up', period, currency, saved: '0', actions: [] },
      description: `Fees of ${period} that were never charged`,
      ...{ feeExact: exactAmount(-charged, currency), feeMinor: -charged },
    },
  ])
  return -charged
}
