import type { ScopedTransaction } from '../database/connect.ts'

/** The organization's invoices are charged to its payment method from now on. */
export async function preferRail(tx: ScopedTransaction): Promise<void> {
  await tx.updateTable('billing_account').set({ preferred_rail: 'stripe' }).execute()
}
