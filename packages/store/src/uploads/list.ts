import type { ScopedTransaction } from '../database/connect.ts'

/** The IDs of all uploads of the transaction's organization. */
export async function listUploadIds(tx: ScopedTransaction): Promise<string[]> {
  const rows = await tx.selectFrom('upload').select('id').execute()
  return rows.map(({ id }) => id)
}
