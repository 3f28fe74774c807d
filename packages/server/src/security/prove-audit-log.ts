/** Verifies the stored audit log: recalculates every hash and compares with the checkpoints of both places. */
import type { AuditProof } from '@kept/contract/routes/security.ts'
import { type AuditCheckpoint, signedAuditText } from '@kept/domain/audit.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { createErasureCheck } from '@kept/engine/audit/erasures.ts'
import { type ChainHead, emptyChain, firstBreak, headOf } from '@kept/foundation/hash/chain.ts'
import { readAuditCheckpoints } from '@kept/store/audit/checkpoints.ts'
import { readAuditEvents, readAuditHead } from '@kept/store/audit/read.ts'
import { sha256 } from '@kept/store/audit/sha256.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { readsWithin, type ScopedReads } from '@kept/store/database/within.ts'
import { verifyEd25519 } from '../platform/verify-ed25519.ts'
import type { CheckpointFiles } from './checkpoint-files.ts'

const pageSize = 5_000

interface ProofDeps {
  database: Database
  files: CheckpointFiles
  /** Of the key that signs checkpoints. */
  publicKey: string
  now(): Date
}

type Failure = { seq: number; reason: string }

/**
 * Everything is read as it is at one moment: events that are erased meanwhile would not agree with the later event that
 * says so. The files are read before it, so that they name no entry that comes after.
 */
export async function proveAuditLog(deps: ProofDeps, scope: Scope, signal?: AbortSignal): Promise<AuditProof> {
  const copies = await deps.files.read(scope)
  return deps.database.snapshot(scope, (tx) => prove(deps, scope, { reads: readsWithin(tx), copies, signal }))
}

async function prove(
  deps: ProofDeps,
  scope: Scope,
  { reads, copies, signal }: { reads: ScopedReads; copies: AuditCheckpoint[]; signal: AbortSignal | undefined },
): Promise<AuditProof> {
  const head = await readAuditHead(reads, scope)
  const checkpoints = [...(await readAuditCheckpoints(reads, scope)), ...copies]
  const forged = checkpoints.find((checkpoint) => !isOwn(checkpoint, deps, scope))
  const { last, failure } = await walk(reads, scope, checkpoints, signal)
  const problem =
    failure ??
    (forged && {
      seq: forged.seq,
      reason: `The checkpoint of entry ${forged.seq} is not signed with the key of this Kept.`,
    }) ??
    missingEnd(last, head, checkpoints)
  return {
    intact: problem === undefined,
    failure_reason: problem?.reason ?? '',
    broken_seq: problem?.seq ?? null,
    events: last.seq,
    checkpoints: new Set(checkpoints.map(({ seq }) => seq)).size,
    head: last,
    verified_at: deps.now().toISOString(),
  }
}

function isOwn(checkpoint: AuditCheckpoint, { publicKey }: ProofDeps, { organizationId }: Scope): boolean {
  const { public_key, value } = checkpoint.signature
  return (
    checkpoint.organization_id === organizationId &&
    public_key === publicKey &&
    verifyEd25519(publicKey, signedAuditText(checkpoint), value)
  )
}

/** Reads the chain page by page up to its end or the first event that does not hold. */
async function walk(
  reads: ScopedReads,
  scope: Scope,
  checkpoints: readonly AuditCheckpoint[],
  signal: AbortSignal | undefined,
): Promise<{ last: ChainHead; failure?: Failure }> {
  const hashOfSeq = new Map<number, Set<string>>()
  for (const { seq, hash } of checkpoints) hashOfSeq.set(seq, (hashOfSeq.get(seq) ?? new Set()).add(hash))
  const erasures = createErasureCheck(sha256)
  let last = emptyChain
  for (;;) {
    signal?.throwIfAborted()
    const events = await readAuditEvents(reads, scope, { after: last.seq, limit: pageSize })
    if (events.length === 0) {
      const unexplained = erasures.finish()
      return unexplained ? { last, failure: failureOf(unexplained, last.seq) } : { last }
    }
    const broken =
      firstBreak(events, last, sha256, ({ erased }) => erased !== undefined) ?? firstOf(events, erasures.take)
    if (broken) return { last, failure: failureOf(broken, last.seq + 1) }
    const other = events.find(({ seq, hash }) => {
      const hashes = hashOfSeq.get(seq)
      return hashes !== undefined && (hashes.size > 1 || !hashes.has(hash))
    })
    if (other)
      return { last, failure: { seq: other.seq, reason: `Entry ${other.seq} does not match its signed checkpoint.` } }
    last = headOf(events)
  }
}

/** The sentence names the entry. */
function failureOf(reason: string, otherwise: number): Failure {
  return { seq: Number(/\d+/.exec(reason)?.[0] ?? otherwise), reason }
}

function firstOf<Item>(items: readonly Item[], check: (item: Item) => string | null): string | null {
  for (const item of items) {
    const sentence = check(item)
    if (sentence !== null) return sentence
  }
  return null
}

function missingEnd(last: ChainHead, head: ChainHead, checkpoints: readonly AuditCheckpoint[]): Failure | undefined {
  const ahead = checkpoints.find(({ seq }) => seq > last.seq)
  const firstMissing = last.seq + 1
  if (ahead)
    return {
      seq: firstMissing,
      reason: `A signed checkpoint names entry ${ahead.seq}, but the log ends at entry ${last.seq}.`,
    }
  if (last.seq < head.seq || (last.seq === head.seq && last.hash !== head.hash))
    return { seq: firstMissing, reason: `The log has ${head.seq} entries, but it ends at entry ${last.seq}.` }
  return undefined
}
