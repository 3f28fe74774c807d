/**
 * A hash chain: every entry carries the hash of the one before, so that none can be changed, dropped or moved. The
 * savings ledger and the audit log are such chains.
 */
import { canonicalJson } from '../json/canonical-json.ts'

export type Sha256 = (text: string) => string

interface ChainLink {
  /** From 1, without gaps. */
  readonly seq: number
  readonly prev_hash: string
  readonly hash: string
}

export interface ChainHead {
  readonly seq: number
  readonly hash: string
}

/** What the first entry of a chain follows. */
export const emptyChain: ChainHead = { seq: 0, hash: '0'.repeat(64) }

/** SHA-256 of the previous hash and the entry in canonical JSON, without the two hashes. */
export function entryHash(entry: Omit<ChainLink, 'hash'>, sha256: Sha256): string {
  const { prev_hash, hash: _, ...content } = entry as ChainLink
  return sha256(`${prev_hash}${canonicalJson(content)}`)
}

/** The text of an entry whose number is not known yet: the number stands between the two parts. */
export function textAroundSeq(content: object): { before_seq: string; after_seq: string } {
  const fields = Object.entries(content)
  const part = (isIn: (key: string) => boolean) =>
    canonicalJson(Object.fromEntries(fields.filter(([key]) => isIn(key)))).slice(1, -1)
  const [before, after] = [part((key) => key < 'seq'), part((key) => key > 'seq')]
  return { before_seq: `{${before}${before && ','}"seq":`, after_seq: `${after && ','}${after}}` }
}

export function appendEntries<Draft extends object>(
  head: ChainHead,
  drafts: readonly Draft[],
  sha256: Sha256,
): (Draft & ChainLink)[] {
  let { seq, hash } = head
  return drafts.map((draft) => {
    seq += 1
    const unhashed = { ...draft, seq, prev_hash: hash }
    hash = entryHash(unhashed, sha256)
    return { ...unhashed, hash }
  })
}

export function headOf(entries: readonly ChainLink[], before: ChainHead = emptyChain): ChainHead {
  const last = entries.at(-1)
  return last ? { seq: last.seq, hash: last.hash } : before
}

/**
 * The first thing that is wrong with a stretch of the chain, as a sentence; null when nothing is. Of entries that
 * `isErased` names, only the position in the chain is checked: their content must be checked otherwise.
 */
export function firstBreak<Entry extends ChainLink>(
  entries: readonly Entry[],
  before: ChainHead,
  sha256: Sha256,
  isErased: (entry: Entry) => boolean = () => false,
): string | null {
  let { seq, hash } = before
  for (const entry of entries) {
    if (entry.seq !== seq + 1) return `Entry ${entry.seq} is in the position of entry ${seq + 1}.`
    if (entry.prev_hash !== hash) return `Entry ${entry.seq} does not follow the entry before it.`
    if (!isErased(entry) && entryHash(entry, sha256) !== entry.hash)
      return `Entry ${entry.seq} was changed after it was written.`
    seq = entry.seq
    hash = entry.hash
  }
  return null
}
