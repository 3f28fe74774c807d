import {
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
  verify as verifySignature,
} from 'node:crypto'
import {
  type AuditCheckpoint,
  type AuditEvent,
  type AuditExport,
  type AuditExportLine,
  signedAuditText,
} from '@kept/domain/audit.ts'
import { appendEntries, emptyChain, headOf } from '@kept/foundation/hash/chain.ts'
import { keysOf } from '@kept/foundation/keys.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AuditCheckInput, checkAuditExport } from './check-export.ts'

const sha256 = (text: string) => hash('sha256', text)
const verify = (publicKey: string, text: string, signature: string) => {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return verifySignature(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
}
const [ownKey, otherKey] = [generateKeyPairSync('ed25519').privateKey, generateKeyPairSync('ed25519').privateKey]
const own = '6f6d7e32-3a6c-4a0e-9a53-0a4c4f8f1a01'
const other = '6f6d7e32-3a6c-4a0e-9a53-0a4c4f8f1a02'
const publicOf = (key: KeyObject) => createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64')

function signed<Unsigned extends Omit<AuditExport, 'signature'> | Omit<AuditCheckpoint, 'signature'>>(
  unsigned: Unsigned,
  key: KeyObject,
) {
  const value = sign(null, Buffer.from(signedAuditText(unsigned)), key).toString('base64')
  return { ...unsigned, signature: { algorithm: 'Ed25519' as const, public_key: publicOf(key), value } }
}

function eventsOf(organization_id: string, count: number): AuditEvent[] {
  const drafts = Array.from({ length: count }, (_, index) => ({
    organization_id,
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
    action: index % 2 ? 'budget.updated' : 'session.begun',
    outcome: 'allowed' as const,
    actor_kind: 'person' as const,
    actor_id: String(index % 3),
    actor_name: `Person ${index % 3}`,
    resource_type: 'budget',
    resource_id: null,
    resource_name: null,
    summary: `Event ${index}`,
    ip: '192.0.2.1',
    user_agent: null,
    request_id: null,
    before: index % 2 ? { amount: '10.00' } : null,
    after: index % 2 ? { amount: '11.00' } : null,
    details: {},
  }))
  return appendEntries(emptyChain, drafts, sha256)
}

/** An export of the events after `skipped`, with a checkpoint after every tenth. */
function exportOf(organization_id: string, count: number, { key = ownKey, skipped = 0 } = {}): AuditExportLine[] {
  const events = eventsOf(organization_id, count)
  const exported = events.slice(skipped)
  const lines = exported.flatMap((event): AuditExportLine[] => {
    if (event.seq % 10 !== 0) return [{ kind: 'event', event }]
    const { seq, hash, created_at } = event
    return [{ kind: 'event', event }, signed({ kind: 'checkpoint', organization_id, seq, hash, created_at }, key)]
  })
  const checkpoints = lines.filter(({ kind }) => kind === 'checkpoint').length
  const header = {
    ...{ kind: 'export' as const, version: 1 as const, organization_id, checkpoints },
    exported_at: '2026-02-01T00:00:00.000Z',
    before: headOf(events.slice(0, skipped)),
    head: headOf(events),
  }
  return [signed(header, key), ...lines]
}

function check(lines: readonly unknown[], input?: AuditCheckInput) {
  const checked = checkAuditExport({ sha256, verify }, input)
  for (const line of lines) if (!checked.takeLine(JSON.stringify(line))) break
  return checked.finish()
}

const lines = exportOf(own, 37)
const foreign = exportOf(other, 37)
const position = fc.nat({ max: lines.length - 1 })

/** Each changes the file; the same position in a row of equal lines may leave it as it was. */
const attacks = {
  edit: fc
    .tuple(position, fc.constantFrom('Person 9', 'x', ''))
    .map(([at, text]) =>
      lines.map((line, index) =>
        index === at && line.kind === 'event'
          ? { ...line, event: { ...line.event, actor_name: text } }
          : index === at
            ? { ...line, organization_id: other }
            : line,
      ),
    ),
  'edit and hash again': fc.nat({ max: 35 }).map((at) => {
    const events = lines.flatMap((line) => (line.kind === 'event' ? [line.event] : []))
    const drafts = events.map(({ prev_hash: _, hash: __, ...draft }, index) =>
      index === at ? { ...draft, summary: 'Nothing happened' } : draft,
    )
    const again = appendEntries(emptyChain, drafts, sha256)
    return lines.map((line) => (line.kind === 'event' ? { kind: 'event', event: again[line.event.seq - 1] } : line))
  }),
  remove: position.map((at) => lines.filter((_, index) => index !== at)),
  swap: fc
    .tuple(position, position)
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => lines.with(a, lines[b] as AuditExportLine).with(b, lines[a] as AuditExportLine)),
  repeat: position.map((at) => lines.toSpliced(at, 0, lines[at] as AuditExportLine)),
  'cut the tail': position.map((at) => lines.slice(0, at)),
  'forge a checkpoint': fc.tuple(fc.nat({ max: 36 }), fc.boolean()).map(([at, byOtherKey]) => {
    const event = lines.flatMap((line) => (line.kind === 'event' ? [line.event] : []))[at] as AuditEvent
    const forged = { kind: 'checkpoint' as const, organization_id: own, seq: event.seq, hash: sha256('forged') }
    const checkpoint = signed({ ...forged, created_at: event.created_at }, byOtherKey ? otherKey : ownKey)
    const index = lines.findIndex((line) => line.kind === 'event' && line.event.seq === event.seq)
    return lines.toSpliced(index + 1, 0, checkpoint)
  }),
  'move a row from another organization': fc.tuple(position, fc.boolean()).map(([at, renamed]) => {
    const moved = foreign[at] as AuditExportLine
    if (moved.kind === 'event' && renamed)
      return lines.with(at, { kind: 'event', event: { ...moved.event, organization_id: own, actor_name: 'Other' } })
    return lines.with(at, moved)
  }),
  'sign it all with another key': fc.constant(exportOf(own, 36, { key: otherKey })),
}

describe('checkAuditExport', () => {
  it('accepts an export, of the whole log or of its end', () => {
    expect(check(lines)).toMatchObject({ agrees: true, events: 37 })
    expect(check(exportOf(own, 37, { skipped: 12 }), { trustedKey: publicOf(ownKey) })).toMatchObject({ events: 25 })
    expect(check(exportOf(own, 0))).toMatchObject({ agrees: true, events: 0 })
  })

  it('detects each of 1,000 random attacks', () => {
    const kinds = keysOf(attacks)
    const detected = new Map<string, number>()
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds).chain((kind) => attacks[kind].map((attacked) => ({ kind, attacked }))),
        ({ kind, attacked }) => {
          fc.pre(JSON.stringify(attacked) !== JSON.stringify(lines))
          expect(check(attacked, { trustedKey: publicOf(ownKey) }).agrees, kind).toBe(false)
          detected.set(kind, (detected.get(kind) ?? 0) + 1)
        },
      ),
      { numRuns: 1_000 },
    )
    // The kinds are drawn evenly; each has its share of the 1,000.
    expect([...detected.keys()].sort()).toEqual(kinds.toSorted())
    expect([...detected.values()].reduce((sum, count) => sum + count, 0)).toBe(1_000)
    for (const [kind, count] of detected) expect(count, kind).toBeGreaterThan(70)
  })

  it('detects an older export by a checkpoint that was saved later', () => {
    const later = lines.filter((line) => line.kind === 'checkpoint')
    expect(check(exportOf(own, 25), { checkpoints: later })).toMatchObject({ agrees: false })
    expect(check(lines, { checkpoints: later })).toMatchObject({ agrees: true })
  })

  it('names the line that is wrong', () => {
    const third = lines[3]
    const edited = third?.kind === 'event' ? { ...third, event: { ...third.event, ip: '192.0.2.2' } } : third
    expect(check(lines.with(3, edited as AuditExportLine))).toEqual({
      agrees: false,
      sentence: 'Line 4: Entry 3 was changed after it was written.',
    })
    expect(check([])).toMatchObject({ agrees: false, sentence: 'The file is empty. Export the audit log again.' })
    expect(check(['hello'])).toMatchObject({ sentence: 'Line 1 is not a line of an audit log export.' })
  })
})
