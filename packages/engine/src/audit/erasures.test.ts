import { hash } from 'node:crypto'
import type { AuditErasure, AuditEvent } from '@kept/domain/audit.ts'
import { appendEntries, emptyChain, firstBreak } from '@kept/foundation/hash/chain.ts'
import { describe, expect, it } from 'vitest'
import { appendDigest, createErasureCheck, digestOfErased } from './erasures.ts'

const sha256 = (text: string) => hash('sha256', text)
const batch = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

function draftOf(index: number, action: string, details: Record<string, unknown> = {}) {
  return {
    organization_id: batch(9),
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
    ...{ action, outcome: 'allowed' as const, actor_kind: 'person' as const, actor_id: 'p', actor_name: 'Ana Silva' },
    ...{ resource_type: 'budget', resource_id: null, resource_name: null, summary: `Event ${index} of Ana Silva` },
    ...{ ip: '192.0.2.1', user_agent: null, request_id: null, before: null, after: null, details },
  }
}

function erase(event: AuditEvent, erasure: Omit<AuditErasure, 'earlier'>): AuditEvent {
  const { erased } = event
  const earlier = erased ? [...erased.earlier, { batch: erased.batch, digest: digestOfErased(event, sha256) }] : []
  return { ...event, actor_name: `Deleted ${erasure.batch.slice(-1)}`, summary: '', erased: { ...erasure, earlier } }
}

/** A log whose entries `seqs` are erased and explained by its next entry. */
function eraseIn(events: readonly AuditEvent[], seqs: readonly number[], id: string): AuditEvent[] {
  const erasure = { batch: id, reason: 'account_deleted' as const, at: '2026-02-01T00:00:00.000Z' }
  const changed = events.map((event) => (seqs.includes(event.seq) ? erase(event, erasure) : event))
  const erased = changed.filter(({ seq }) => seqs.includes(seq))
  const digest = erased.reduce((before, event) => appendDigest(before, digestOfErased(event, sha256), sha256), '')
  const [first, last] = [Math.min(...seqs), Math.max(...seqs)]
  const details = { batch: id, reason: 'account_deleted', first, last, count: seqs.length, digest }
  const { seq, hash: end } = events.at(-1) as AuditEvent
  return [...changed, ...appendEntries({ seq, hash: end }, [draftOf(seq, 'audit_log.erased', details)], sha256)]
}

function check(events: readonly AuditEvent[]): string | null {
  const [first] = events
  const before = first && first.seq > 1 ? { seq: first.seq - 1, hash: first.prev_hash } : emptyChain
  const broken = firstBreak(events, before, sha256, ({ erased }) => erased !== undefined)
  if (broken) return broken
  const erasures = createErasureCheck(sha256)
  for (const event of events) {
    const sentence = erasures.take(event)
    if (sentence) return sentence
  }
  return erasures.finish()
}

const original = appendEntries(
  emptyChain,
  Array.from({ length: 6 }, (_, index) => draftOf(index, 'budget.updated')),
  sha256,
)
const once = eraseIn(original, [2, 4], batch(1))
const twice = eraseIn(once, [1, 4], batch(2))

describe('createErasureCheck', () => {
  it('accepts a log with erased entries, also when one was erased twice', () => {
    expect(check(original)).toBeNull()
    expect(check(once)).toBeNull()
    expect(check(twice)).toBeNull()
  })

  it('accepts the end of a log, whose first erased entries are missing', () => {
    expect(check(twice.slice(2))).toBeNull()
  })

  it('detects an erased entry that was changed afterwards', () => {
    const changed = twice.map((event) => (event.seq === 2 ? { ...event, actor_name: 'Another person' } : event))
    expect(check(changed)).toMatch(/changed after it was erased/)
  })

  it('detects an entry that is erased without an explanation', () => {
    const silent = original.map((event) =>
      event.seq === 3 ? erase(event, { batch: batch(3), reason: 'retention', at: '2026-02-01T00:00:00.000Z' }) : event,
    )
    expect(check(silent)).toBe('Entry 3 is erased, and no later entry says why. Export the log up to today.')
  })

  it('detects an entry that was edited without being marked, and one that was added to a batch', () => {
    expect(check(twice.with(2, { ...(twice[2] as AuditEvent), summary: 'Nothing' }))).toMatch(/Entry 3 was changed/)
    const added = twice.map((event) =>
      event.seq === 3
        ? erase(event, { batch: batch(1), reason: 'account_deleted', at: '2026-02-01T00:00:00.000Z' })
        : event,
    )
    expect(check(added)).toMatch(/other ones are erased/)
  })
})
