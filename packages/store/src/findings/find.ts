import { KeptError } from '@kept/domain/errors.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import type { FindingRow } from './row.ts'

/** One finding, held until the transaction ends; a foreign one is not there. */
export async function findFinding(tx: ScopedTransaction, id: string): Promise<FindingRow> {
  const found = await tx.selectFrom('finding').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!found) throw new KeptError('not_found', 'There is no such finding.')
  return found
}
