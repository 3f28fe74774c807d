/** What can be said of a statement without any bill: is it whole, unchanged, in order, and signed by whom it should be. */
import type { Checkpoint, Statement } from '@kept/domain/statement.ts'
import { entryHash, firstBreak, headOf } from '@kept/foundation/hash/chain.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import type { Sha256 } from '../month/setup.ts'
import { methodVersion } from './method-version.ts'
import { signedText } from './sign-statement.ts'

export interface Papers {
  readonly sha256: Sha256
  /** Ed25519: whether the signature (base64) of the text is by the key (SubjectPublicKeyInfo, base64). */
  verify(publicKey: string, text: string, signature: string): boolean
  /** The key the customer knows; without it the statement's own is taken at its word. */
  readonly trustedKey?: string | undefined
  /** Heads of the chain that the customer was given at the time. */
  readonly checkpoints: readonly Checkpoint[]
}

/** The first thing wrong, as a sentence; null when all is in order. */
export function firstIssue(statement: Statement, papers: Papers): string | null {
  return (
    findMethodError(statement) ??
    findBaselineError(statement, papers) ??
    firstBreak(statement.entries, statement.before, papers.sha256) ??
    findHeadError(statement) ??
    findEarlierError(statement, papers) ??
    findCheckpointError(statement, [...statement.checkpoints, ...papers.checkpoints]) ??
    findSignatureError(statement, papers)
  )
}

function findMethodError({ code_version }: Statement): string | null {
  if (code_version === methodVersion) return null
  return `The statement uses method ${code_version}, but this version of Kept uses ${methodVersion}. Verify it with the version of Kept that wrote it.`
}

function findBaselineError({ actions, baselines }: Statement, { sha256 }: Papers): string | null {
  const baselineHashes = new Set(baselines.map((baseline) => sha256(canonicalJson(baseline))))
  const without = actions.find((action) => action.kind !== 'commitment' && !baselineHashes.has(action.baseline_hash))
  return without ? `The baseline of action "${without.id}" is not the one frozen for it.` : null
}

function findHeadError({ entries, before, head }: Statement): string | null {
  const { seq, hash } = headOf(entries, before)
  if (head.seq > seq)
    return `The statement's head is entry ${head.seq}, but its entries end at ${seq}. The last entries are missing.`
  return head.seq === seq && head.hash === hash ? null : `The statement's head is not its last entry, ${seq}.`
}

function findEarlierError({ earlier, before }: Statement, { sha256 }: Papers): string | null {
  const changedEntry = earlier.find((entry) => entry.seq > before.seq || entryHash(entry, sha256) !== entry.hash)
  return changedEntry ? `Entry ${changedEntry.seq} was changed after it was written.` : null
}

function findCheckpointError(
  { period, entries, before, head }: Statement,
  checkpoints: readonly Checkpoint[],
): string | null {
  for (const checkpoint of checkpoints) {
    if (checkpoint.period === period && checkpoint.seq > head.seq) {
      return `The checkpoint of ${period} is entry ${checkpoint.seq}, but the statement ends at entry ${head.seq}. The last entries are missing.`
    }
    const entry = [before, ...entries].find(({ seq }) => seq === checkpoint.seq)
    if (entry && checkpoint.seq > 0 && entry.hash !== checkpoint.hash) {
      return `Entry ${checkpoint.seq} does not match the checkpoint of ${checkpoint.period}.`
    }
  }
  return null
}

function findSignatureError(statement: Statement, { verify, trustedKey }: Papers): string | null {
  const { public_key, value } = statement.signature
  if (trustedKey !== undefined && trustedKey !== public_key)
    return 'The statement is not signed with the key you trust.'
  return verify(public_key, signedText(statement), value)
    ? null
    : 'The signature does not match: the statement was changed after it was signed.'
}
