/** What can be said of a statement without any bill: is it whole, unchanged, in order, and signed by whom it should be. */
import type { Checkpoint, Statement } from '@kept/domain/statement.ts'
import { canonicalJson } from '../ledger/canonical-json.ts'
import { entryHash, firstBreak, headOf } from '../ledger/chain.ts'
import type { Sha256 } from '../month/setup.ts'
import { methodVersion } from './method-version.ts'
import { signedText } from './sign-statement.ts'

export interface Papers {
  readonly sha256: Sha256
  /** Ed25519: whether the signature (base64) of the text is by the key (SubjectPublicKeyInfo, base64). */
  verify(publicKey: string, text: string, signature: string): boolean
  /** The key the customer knows; without it the statement's own is taken at its word. */
  readonly trustedKey?: string | undefined
  /** Heads of the chain that the customer was told at the time. */
  readonly checkpoints: readonly Checkpoint[]
}

/** The first thing wrong, as a sentence; null when all is in order. */
export function firstFault(statement: Statement, papers: Papers): string | null {
  return (
    methodFault(statement) ??
    baselineFault(statement, papers) ??
    firstBreak(statement.entries, statement.before, papers.sha256) ??
    headFault(statement) ??
    earlierFault(statement, papers) ??
    checkpointFault(statement, [...statement.checkpoints, ...papers.checkpoints]) ??
    signatureFault(statement, papers)
  )
}

function methodFault({ code_version }: Statement): string | null {
  if (code_version === methodVersion) return null
  return `The statement was made by the method ${code_version}; this Kept knows ${methodVersion}. Please verify it with a Kept of its time.`
}

function baselineFault({ actions, baselines }: Statement, { sha256 }: Papers): string | null {
  const known = new Set(baselines.map((baseline) => sha256(canonicalJson(baseline))))
  const without = actions.find((action) => action.kind !== 'commitment' && !known.has(action.baseline_hash))
  return without ? `The baseline of action "${without.id}" is not the one that was frozen for it.` : null
}

function headFault({ entries, before, head }: Statement): string | null {
  const { seq, hash } = headOf(entries, before)
  if (head.seq > seq)
    return `The statement's head is entry ${head.seq}, but its entries end at ${seq}: the tail was cut off.`
  return head.seq === seq && head.hash === hash ? null : `The statement's head is not its last entry, ${seq}.`
}

function earlierFault({ earlier, before }: Statement, { sha256 }: Papers): string | null {
  const odd = earlier.find((entry) => entry.seq > before.seq || entryHash(entry, sha256) !== entry.hash)
  return odd ? `Entry ${odd.seq}, to which the statement refers, was changed after it was written.` : null
}

function checkpointFault(
  { period, entries, before, head }: Statement,
  checkpoints: readonly Checkpoint[],
): string | null {
  for (const checkpoint of checkpoints) {
    if (checkpoint.period === period && checkpoint.seq > head.seq) {
      return `The checkpoint of ${period} is entry ${checkpoint.seq}, but the statement ends at entry ${head.seq}: the tail was cut off.`
    }
    const known = [before, ...entries].find(({ seq }) => seq === checkpoint.seq)
    if (known && checkpoint.seq > 0 && known.hash !== checkpoint.hash) {
      return `Entry ${checkpoint.seq} is not the one that the checkpoint of ${checkpoint.period} names.`
    }
  }
  return null
}

function signatureFault(statement: Statement, { verify, trustedKey }: Papers): string | null {
  const { public_key, value } = statement.signature
  if (trustedKey !== undefined && trustedKey !== public_key)
    return 'The statement is signed by another key than the one you trust.'
  return verify(public_key, signedText(statement), value)
    ? null
    : 'The signature does not fit the statement: something in it was changed after it was signed.'
}
