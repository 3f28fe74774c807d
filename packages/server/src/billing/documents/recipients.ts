/** Who gets emails about invoices: the recipients of the billing details and the members with billing rights. */
import { readAccount } from '@kept/store/billing/settings.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'

/** `payers` are the members' addresses. Without duplicates; empty where no one is known. */
export async function recipientsOf(tx: ScopedTransaction, payers: readonly string[]): Promise<string[]> {
  const account = await readAccount(tx)
  return [...new Set([...payers, ...(account?.recipients ?? [])])]
}
