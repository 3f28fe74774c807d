import type { CreditAnswer } from '@kept/contract/routes/billing/shapes.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { listCredits } from '@kept/store/billing/credits.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { describeCredit } from './describe.ts'

export async function creditOf(tx: ScopedTransaction, id: string): Promise<CreditAnswer> {
  const credit = (await listCredits(tx)).find((row) => row.id === id)
  if (!credit) throw new KeptError('not_found', 'Credit not found.')
  return describeCredit(credit)
}
