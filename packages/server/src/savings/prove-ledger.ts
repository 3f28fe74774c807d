/** The chain as it stands in the database, every hash worked out again, and held against what was written outside it. */
import type { Scope } from '@kept/domain/scope.ts'
import { emptyChain, firstBreak } from '@kept/engine/savings/ledger/chain.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { readEntries, readHead } from '@kept/store/savings/ledger.ts'
import type { Checkpoints } from './checkpoints.ts'
import { sha256 } from './freeze-action.ts'

export interface LedgerProof {
  intact: boolean
  fault: string
  entries: number
  head: { seq: number; hash: string }
  checkpoints: number
}

const pageSize = 5_000

export async function proveLedger(database: Database, scope: Scope, checkpoints: Checkpoints): Promise<LedgerProof> {
  const head = await readHead(database, scope)
  const named = await checkpoints.read(scope)
  const open = new Map(named.map((one) => [one.seq, one]))
  let last = emptyChain
  let fault: string | null = null
  for (;;) {
    const entries = await readEntries(database, scope, { after: last.seq, limit: pageSize })
    fault = firstBreak(entries, last, sha256)
    const other = entries.find(({ seq, hash }) => open.has(seq) && open.get(seq)?.hash !== hash)
    if (!fault && other)
      fault = `Entry ${other.seq} is not the one that the checkpoint of ${open.get(other.seq)?.period} names.`
    for (const { seq } of entries) open.delete(seq)
    const end = entries.at(-1)
    if (fault || !end) break
    last = { seq: end.seq, hash: end.hash }
  }
  const missing = [...open.values()].find(({ seq }) => seq > last.seq)
  if (!fault && missing)
    fault = `The checkpoint of ${missing.period} names entry ${missing.seq}, but the ledger ends at ${last.seq}.`
  if (!fault && (last.seq < head.seq || (last.seq === head.seq && last.hash !== head.hash)))
    fault = `The head says entry ${head.seq}, but the ledger ends at ${last.seq}.`
  return { intact: fault === null, fault: fault ?? '', entries: last.seq, head: last, checkpoints: named.length }
}
