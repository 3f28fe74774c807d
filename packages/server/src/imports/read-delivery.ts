/** Reads every bill into the warehouse, sums each file by a second reading beside it and stores rejected rows. */
import type { Dataset } from '@kept/domain/bill-format.ts'
import type { Sums } from '@kept/domain/reconcile.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { ImportAttempt } from '@kept/store/imports/attempt.ts'
import { importQueryPrefix } from '@kept/store/imports/engine-progress.ts'
import { loadKey } from '@kept/store/loads/load-key.ts'
import { countAttemptRows } from '@kept/store/loads/of-attempt.ts'
import type { OpenedBill } from '@kept/store/reading/open-bills.ts'
import { proveFile, proveRejectedRows, type ReadRequest, readBill } from '@kept/store/reading/read-bill.ts'
import { rejectRows } from '@kept/store/reading/reject-rows.ts'
import type { ImportDeps } from './deps.ts'
import type { Watch } from './track-progress.ts'

export interface ReadDataset {
  /** Row counts and sums of each file. */
  files: Sums[]
  /** Row counts and sums of the rejected rows. */
  rejectedRows: Sums[]
}

export async function readDelivery(
  { warehouse }: Pick<ImportDeps, 'warehouse'>,
  scope: Scope,
  attempt: Pick<ImportAttempt, 'key'>,
  bills: OpenedBill[],
  progress: Pick<Watch, 'signal' | 'follow' | 'finish'>,
): Promise<Map<Dataset, ReadDataset>> {
  const read = new Map<Dataset, ReadDataset>()
  const rowsBefore = new Map<Dataset, number>()
  for (const [index, { source, columns, format }] of bills.entries()) {
    const { dataset, mapping } = format
    const queryId = `${importQueryPrefix(attempt.key)}-${index}`
    const request: ReadRequest = {
      scope,
      importId: loadKey(attempt.key, dataset),
      source,
      columns,
      mapping,
      dataset,
      queryId,
      signal: progress.signal,
    }
    const delivered = read.get(dataset) ?? { files: [], rejectedRows: [] }
    read.set(dataset, delivered)
    progress.follow(queryId, source.bytes)
    // In parallel: the second reading is cheap, and a compressed file is read on one core only.
    const [, proof] = await bothOrNeither(
      async () => readBill(warehouse, request),
      async () => proveFile(warehouse, request),
    )
    const storedRows = await countAttemptRows(warehouse, scope, attempt.key, dataset)
    if (proof.rows !== storedRows - (rowsBefore.get(dataset) ?? 0)) {
      await rejectRows(warehouse, { ...request, importId: attempt.key })
      delivered.rejectedRows.push(await proveRejectedRows(warehouse, request))
    }
    rowsBefore.set(dataset, storedRows)
    delivered.files.push(proof)
    progress.finish({ rows: proof.rows, bytes: source.bytes ?? 0 })
  }
  return read
}

/** Waits for both tasks even if one fails, so that nothing is still writing afterwards. */
async function bothOrNeither<A, B>(task: () => Promise<A>, other: () => Promise<B>): Promise<[A, B]> {
  const [first, second] = await Promise.allSettled([task(), other()])
  if (first.status === 'rejected') throw first.reason
  if (second.status === 'rejected') throw second.reason
  return [first.value, second.value]
}
