/** The hash chain: every entry carries the hash of the one before, so that none can be changed, dropped or moved. */
import type { EntryDraft, LedgerEntry } from '@kept/domain/saving.ts'
import type { Sha256 } from '../month/setup.ts'
import { canonicalJson } from './canonical-json.ts'

/** What the first entry of a ledger follows. */
const genesisHash = '0'.repeat(64)

interface ChainHead {
  readonly seq: number
  readonly hash: string
}

export const emptyChain: ChainHead = { seq: 0, hash: genesisHash }

/** SHA-256 of the former hash and the entry in canonical JSON, without its own hash. */
export function entryHash(entry: Omit<LedgerEntry, 'hash'>, sha256: Sha256): string {
  const { prev_hash, ...withoutPrevious } = entry
  const { hash: _, ...content } = withoutPrevious as Omit<LedgerEntry, 'prev_hash'>
  return sha256(`${prev_hash}${canonicalJson(content)}`)
}

export function appendEntries(head: ChainHead, drafts: readonly EntryDraft[], sha256: Sha256): LedgerEntry[] {
  let { seq, hash } = head
  return drafts.map((draft) => {
    seq += 1
    const unhashed = { ...draft, seq, prev_hash: hash }
    hash = entryHash(unhashed, sha256)
    return { ...unhashed, hash }
  })
}

export function headOf(entries: readonly LedgerEntry[], before: ChainHead = emptyChain): ChainHead {
  const last = entries.at(-1)
  return last ? { seq: last.seq, hash: last.hash } : before
}

/** The first thing that is wrong with a stretch of the chain, in words; null when nothing is. */
export function firstBreak(entries: readonly LedgerEntry[], before: ChainHead, sha256: Sha256): string | null {
  let { seq, hash } = before
  for (const entry of entries) {
    if (entry.seq !== seq + 1) return `Entry ${entry.seq} is in the position of entry ${seq + 1}.`
    if (entry.prev_hash !== hash) return `Entry ${entry.seq} does not follow the entry before it.`
    if (entryHash(entry, sha256) !== entry.hash) return `Entry ${entry.seq} was changed after it was written.`
    seq = entry.seq
    hash = entry.hash
  }
  return null
}
