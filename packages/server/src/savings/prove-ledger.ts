/** Verifies the stored ledger: recalculates every hash and compares with the checkpoints. */
import type { Scope } from '@kept/domain/scope.ts'
import { emptyChain, firstBreak } from '@kept/foundation/hash/chain.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { readEntries, readHead } from '@kept/store/savings/ledger.ts'
import type { Checkpoints } from './checkpoints.ts'
import { sha256 } from './freeze-action.ts'

interface LedgerProof {
  intact: boolean
  failure_reason: string
  entries: number
  head: { seq: number; hash: string }
  checkpoints: number
}

const pageSize = 5_000

export async function proveLedger(database: Database, scope: Scope, checkpoints: Checkpoints): Promise<LedgerProof> {
  const head = await readHead(database, scope)
  const knownCheckpoints = await checkpoints.read(scope)
  const open = new Map(knownCheckpoints.map((checkpoint) => [checkpoint.seq, checkpoint]))
  let last = emptyChain
  let error: string | null = null
  for (;;) {
    const entries = await readEntries(database, scope, { after: last.seq, limit: pageSize })
    error = firstBreak(entries, last, sha256)
    const other = entries.find(({ seq, hash }) => open.has(seq) && open.get(seq)?.hash !== hash)
    if (!error && other) error = `Entry ${other.seq} does not match the checkpoint of ${open.get(other.seq)?.period}.`
    for (const { seq } of entries) open.delete(seq)
    const end = entries.at(-1)
    if (error || !end) break
    last = { seq: end.seq, hash: end.hash }
  }
  const missing = [...open.values()].find(({ seq }) => seq > last.seq)
  if (!error && missing)
    error = `The checkpoint of ${missing.period} names entry ${missing.seq}, but the ledger ends at ${last.seq}.`
  if (!error && (last.seq < head.seq || (last.seq === head.seq && last.hash !== head.hash)))
    error = `The head says entry ${head.seq}, but the ledger ends at ${last.seq}.`
  return {
    intact: error === null,
    failure_reason: error ?? '',
    entries: last.seq,
    head: last,
    checkpoints: knownCheckpoints.length,
  }
}
