/**
 * Checks events that were erased after they were written. Their own hash can't be recalculated; instead, each batch of
 * erased events is followed by an event `audit_log.erased`, whose hash holds and which has the digest of what is left of
 * them. Reads the log in order and remembers one digest for each batch.
 */
import { type AuditErasure, type AuditEvent, erasedBatchSchema } from '@kept/domain/audit.ts'
import type { Sha256 } from '@kept/foundation/hash/chain.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'

interface ErasureCheck {
  /** Events in order. Returns what is wrong, as a sentence; null when nothing is. */
  take(event: AuditEvent): string | null
  finish(): string | null
}

interface Batch {
  first: number
  count: number
  digest: string
}

/** Digest of one erased event as it stands. */
export function digestOfErased(event: AuditEvent, sha256: Sha256): string {
  return sha256(canonicalJson(event))
}

/** Digest of a batch: each event's digest appended to the one before. */
export function appendDigest(before: string, digest: string, sha256: Sha256): string {
  return sha256(`${before}${digest}`)
}

export function createErasureCheck(sha256: Sha256): ErasureCheck {
  const open = new Map<string, Batch>()
  let firstSeq: number | undefined

  function add(batch: string, seq: number, digest: string): void {
    const { first, count, digest: before } = open.get(batch) ?? { first: seq, count: 0, digest: '' }
    open.set(batch, { first, count: count + 1, digest: appendDigest(before, digest, sha256) })
  }

  function takeErased(event: AuditEvent, { batch, earlier }: AuditErasure): void {
    for (const erasure of earlier) add(erasure.batch, event.seq, erasure.digest)
    add(batch, event.seq, digestOfErased(event, sha256))
  }

  function takeBatch({ seq, details }: AuditEvent, start: number): string | null {
    const parsed = erasedBatchSchema.safeParse(details)
    if (!parsed.success) return `Entry ${seq} does not say what was erased.`
    const { batch, first, count, digest } = parsed.data
    const stored = open.get(batch)
    open.delete(batch)
    // Begins before this stretch of the log.
    if (first < start) return null
    if (!stored || stored.count !== count)
      return `Entry ${seq} names ${count} erased entries from entry ${first} on, but other ones are erased.`
    return stored.digest === digest ? null : `An entry between ${first} and ${seq} was changed after it was erased.`
  }

  return {
    take(event) {
      firstSeq ??= event.seq
      if (event.erased) takeErased(event, event.erased)
      else if (event.action === 'audit_log.erased') return takeBatch(event, firstSeq)
      return null
    },
    finish() {
      const [left] = [...open.values()]
      return left ? `Entry ${left.first} is erased, and no later entry says why. Export the log up to today.` : null
    },
  }
}
