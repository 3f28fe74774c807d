/** Every bill of a delivery into the warehouse, each proven by a second look at the file, bad rows set aside. */
import type { Dataset } from '@kept/domain/bill-format.ts'
import type { Sums } from '@kept/domain/reconcile.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { ImportAttempt } from '@kept/store/imports/attempt.ts'
import { importQueryPrefix } from '@kept/store/imports/engine-progress.ts'
import { loadKey } from '@kept/store/loads/load-key.ts'
import { countAttemptRows } from '@kept/store/loads/of-attempt.ts'
import type { OpenedBill } from '@kept/store/reading/open-bills.ts'
import { proveFile, proveSetAside, type ReadRequest, readBill } from '@kept/store/reading/read-bill.ts'
import { setRowsAside } from '@kept/store/reading/set-rows-aside.ts'
import type { IngestDoors } from './doors.ts'
import type { Watch } from './watch.ts'

export interface ReadDataset {
  /** What each file itself says. */
  files: Sums[]
  /** What of it could not be read. */
  setAside: Sums[]
}

export async function readDelivery(
  { warehouse }: Pick<IngestDoors, 'warehouse'>,
  scope: Scope,
  attempt: Pick<ImportAttempt, 'key'>,
  bills: OpenedBill[],
  watch: Pick<Watch, 'signal' | 'follow' | 'finish'>,
): Promise<Map<Dataset, ReadDataset>> {
  const read = new Map<Dataset, ReadDataset>()
  const keptBefore = new Map<Dataset, number>()
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
      signal: watch.signal,
    }
    const delivered = read.get(dataset) ?? { files: [], setAside: [] }
    read.set(dataset, delivered)
    watch.follow(queryId, source.bytes)
    // Side by side: the second look costs a fraction of the first, and a compressed file is read on one core only.
    const [, proof] = await bothOrNeither(
      async () => readBill(warehouse, request),
      async () => proveFile(warehouse, request),
    )
    const kept = await countAttemptRows(warehouse, scope, attempt.key, dataset)
    if (proof.rows !== kept - (keptBefore.get(dataset) ?? 0)) {
      await setRowsAside(warehouse, { ...request, importId: attempt.key })
      delivered.setAside.push(await proveSetAside(warehouse, request))
    }
    keptBefore.set(dataset, kept)
    delivered.files.push(proof)
    watch.finish({ rows: proof.rows, bytes: source.bytes ?? 0 })
  }
  return read
}

/** When one fails the other's answer is waited for as well, so that nothing is still writing when the caller goes on. */
async function bothOrNeither<A, B>(one: () => Promise<A>, other: () => Promise<B>): Promise<[A, B]> {
  const [first, second] = await Promise.allSettled([one(), other()])
  if (first.status === 'rejected') throw first.reason
  if (second.status === 'rejected') throw second.reason
  return [first.value, second.value]
}
