import { randomUUID } from 'node:crypto'
import { emptyChain, firstBreak } from '@kept/foundation/hash/chain.ts'
import { keysOf } from '@kept/foundation/keys.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eraseDemoAuditLog } from '../demo/erase-audit-log.ts'
import { ensureOrganization } from '../organizations/ensure.ts'
import { openWorld, type World } from '../testing/world.ts'
import { findAuditEvent, listAuditEvents, readAuditMatches } from './list.ts'
import { readAuditEvents, readAuditHead } from './read.ts'
import { type NewAuditEvent, noteAudit, recordAudit } from './record.ts'
import { recordWrites } from './record-writes.ts'
import { type AuditRecording, runInRecording } from './recording.ts'
import { sha256 } from './sha256.ts'
import { readSnapshot, snapshots } from './snapshots.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const actor = { kind: 'person', id: 'p1', name: 'Ann' } as const
const event = (fields: Partial<NewAuditEvent> = {}): NewAuditEvent => ({
  action: 'budget.created',
  actor,
  summary: 'Created the budget "ML".',
  at: new Date('2026-03-01T10:00:00.123Z'),
  ...fields,
})
const allEvents = () => readAuditEvents(world.database, world.scope, { after: 0, limit: 10_000 })

describe('readSnapshot', () => {
  it.each(keysOf(snapshots))('reads declared columns that %s has', async (name) => {
    const { database, scope } = world
    expect(await database.scoped(scope, (tx) => readSnapshot(tx, name, randomUUID()))).toBeNull()
  })
})

describe('recordAudit', () => {
  it('chains events whose fields hold any text, number or nesting', async () => {
    const { database, scope } = world
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' })),
        async (text, details) => {
          await noteAudit(database, scope, event({ summary: text, details, after: { text, at: new Date(0) } }))
        },
      ),
      { numRuns: 60 },
    )
    const events = await allEvents()
    expect(firstBreak(events, emptyChain, sha256)).toBeNull()
    expect(await readAuditHead(database, scope)).toEqual({ seq: events.length, hash: events.at(-1)?.hash })
  })

  it('chains an event whose name is cut in the middle of a character', async () => {
    const { database, scope } = world
    await noteAudit(database, scope, event({ summary: `Created "${'a'.repeat(199)}😀 and more".` }))
    const events = await allEvents()
    expect(events.at(-1)?.resource_name).toBe(`${'a'.repeat(199)}\ufffd`)
    expect(firstBreak(events, emptyChain, sha256)).toBeNull()
  })

  it('keeps one chain when many write at once', async () => {
    const { database, scope, otherScope } = world
    const before = await readAuditHead(database, scope)
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => noteAudit(database, index % 2 ? scope : otherScope, event())),
    )
    expect((await readAuditHead(database, scope)).seq).toBe(before.seq + 20)
    expect(firstBreak(await allEvents(), emptyChain, sha256)).toBeNull()
    const others = await readAuditEvents(database, otherScope, { after: 0, limit: 100 })
    expect(firstBreak(others, emptyChain, sha256)).toBeNull()
  })

  it('rejects every change, by grant and by trigger', async () => {
    const { database, scope } = world
    const change = (statement: string) => database.scoped(scope, (tx) => sql.raw(statement).execute(tx))
    for (const statement of [
      `UPDATE audit_event SET summary = ''`,
      'DELETE FROM audit_event',
      'TRUNCATE audit_event',
      `UPDATE audit_checkpoint SET body = ''`,
      'DELETE FROM audit_checkpoint',
    ])
      await expect(change(statement), statement).rejects.toThrow(/permission denied|append-only/)
    // Only the log of a demo can be erased.
    const before = (await allEvents()).length
    await change('SELECT erase_demo_audit_log()')
    expect((await allEvents()).length).toBe(before)
  })

  it('starts again at 1 when the log of the demo is erased while an event is being written', async () => {
    const { database } = world
    const demo = { organizationId: (await ensureOrganization(database, { slug: 'demo', name: 'Demo', demo: true })).id }
    const waiting = sql<{ pid: number }>`SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await noteAudit(database, demo, event())
    let erasing: Promise<void> | undefined
    await database.scoped(demo, async (tx) => {
      await recordAudit(tx, event())
      erasing = database.scoped(demo, eraseDemoAuditLog)
      await expect.poll(async () => (await waiting.execute(database.shared)).rows).toHaveLength(1)
    })
    await erasing
    await noteAudit(database, demo, event())
    await noteAudit(database, demo, event())
    const events = await readAuditEvents(database, demo, { after: 0, limit: 10 })
    expect(events.map(({ seq }) => seq)).toEqual([1, 2])
    expect(firstBreak(events, emptyChain, sha256)).toBeNull()
  })

  it('rolls back with the change', async () => {
    const { database, scope } = world
    const before = await readAuditHead(database, scope)
    await expect(
      database.scoped(scope, async (tx) => {
        await recordAudit(tx, event())
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await readAuditHead(database, scope)).toEqual(before)
  })
})

describe('recordWrites', () => {
  const recording = (): AuditRecording => ({
    ip: '192.0.2.7',
    userAgent: 'Test',
    requestId: 'r',
    sessionId: 's',
    recorded: 0,
  })
  const pending = (summary: string) => ({
    organizationId: world.scope.organizationId,
    record: (tx: Parameters<typeof recordAudit>[0]) => recordAudit(tx, event({ summary })),
  })
  const writeConnection = (database: World['database']) =>
    database.scoped(world.scope, (tx) =>
      tx
        .insertInto('connection')
        .values({ organization_id: tx.scopedTo, kind: 'upload', key: randomUUID(), name: 'x' })
        .execute(),
    )

  it('records the event of the request in the first transaction that writes', async () => {
    const database = recordWrites(world.database)
    const own: AuditRecording = { ...recording(), pending: pending('first') }
    await runInRecording(own, async () => {
      await database.scoped(world.scope, (tx) => tx.selectFrom('connection').selectAll().execute())
      expect(own.recorded).toBe(0)
      await writeConnection(database)
      await writeConnection(database)
    })
    expect(own.recorded).toBe(1)
    // The event and the first change are of one transaction.
    const { rows } = await world.database.scoped(world.scope, (tx) =>
      sql<{ changes: string }>`SELECT count(*) AS changes FROM connection
        WHERE xmin = (SELECT xmin FROM audit_event WHERE summary = 'first')`.execute(tx),
    )
    expect(rows).toEqual([{ changes: '1' }])
    expect((await allEvents()).at(-1)).toMatchObject({ summary: 'first', ip: '192.0.2.7', user_agent: 'Test' })
  })

  it('takes the event back when the transaction fails', async () => {
    const database = recordWrites(world.database)
    const own: AuditRecording = { ...recording(), pending: pending('second') }
    await runInRecording(own, async () => {
      await expect(
        database.scoped(world.scope, async (tx) => {
          await recordAudit(tx, event())
          throw new Error('no')
        }),
      ).rejects.toThrow('no')
      expect(own.recorded).toBe(0)
    })
  })
})

describe('listAuditEvents', () => {
  let ids: string[]
  beforeEach(async () => {
    const { database, scope } = world
    const marker = randomUUID().slice(0, 8)
    ids = [marker]
    for (const [index, action] of (['api_key.created', 'api_key.revoked', 'session.refused'] as const).entries())
      await noteAudit(database, scope, {
        ...event({ action, target: `${marker}-${index}`, ip: `198.51.100.${index}` }),
        actor: { kind: 'person', id: marker, name: `Zoë ${marker}` },
        summary: `Something with "Key ${marker}".`,
        at: new Date(Date.UTC(2025, 0, index + 1)),
        outcome: index === 2 ? 'denied' : 'allowed',
      })
  })
  const list = (filter: object) =>
    listAuditEvents(world.database, world.scope, { page: 1, page_size: 50, ...filter }).then(({ events }) =>
      events.map(({ action }) => action),
    )

  it('filters by who, what, on what, outcome and day, the newest first', async () => {
    const actor = ids[0]
    expect(await list({ actor })).toEqual(['session.refused', 'api_key.revoked', 'api_key.created'])
    expect(await list({ actor, action: 'api_key.revoked' })).toEqual(['api_key.revoked'])
    expect(await list({ actor, resource: 'api_key' })).toEqual(['api_key.revoked', 'api_key.created'])
    expect(await list({ resource: `${actor}-1` })).toEqual(['api_key.revoked'])
    expect(await list({ actor, outcome: 'denied' })).toEqual(['session.refused'])
    expect(await list({ actor, start_date: '2025-01-02', end_date: '2025-01-03' })).toEqual(['api_key.revoked'])
  })

  it('searches names, actions and addresses by any part', async () => {
    const marker = ids[0] ?? ''
    expect(await list({ search: `zoë ${marker}` })).toHaveLength(3)
    expect(await list({ search: `KEY ${marker}` })).toHaveLength(3)
    expect(await list({ search: marker, action: 'session.refused' })).toEqual(['session.refused'])
    expect(await list({ search: `${marker}-2` })).toEqual(['session.refused'])
    expect(await list({ search: '%' })).toEqual([])
    expect(await list({ search: 'nowhere to be found' })).toEqual([])
  })

  it('pages the whole log without gaps or repeats', async () => {
    const { database, scope } = world
    const { total } = await listAuditEvents(database, scope, { page: 1, page_size: 1 })
    const seqs: number[] = []
    for (let page = 1; seqs.length < total; page += 1)
      seqs.push(...(await listAuditEvents(database, scope, { page, page_size: 30 })).events.map(({ seq }) => seq))
    expect(seqs).toEqual(Array.from({ length: total }, (_, index) => total - index))
    expect((await readAuditMatches(database, scope, {}, { below: 3, limit: 10 })).map(({ seq }) => seq)).toEqual([2, 1])
  })

  it('finds a text that many names have, wherever their events are', async () => {
    const { database } = world
    const { id } = await ensureOrganization(database, { slug: 'busy', name: 'Busy', demo: false })
    const scope = { organizationId: id }
    const rare = (index: number) => event({ summary: `Something with "Rare ${index}".` })
    for (let index = 0; index < 5; index += 1) await noteAudit(database, scope, rare(index))
    const client = await database.pool.connect()
    try {
      await client.query(`SELECT set_config('app.organization_id', $1, false)`, [scope.organizationId])
      // More names than are searched one by one, in front of more events than are searched at once.
      await client.query(
        `INSERT INTO audit_event (organization_id, seq, action, outcome, actor_kind, actor_name, resource_type,
           resource_name, summary, created_at, prev_hash, hash)
         SELECT $1::uuid, n, 'budget.created', 'allowed', 'person', 'Ann', 'budget',
           CASE WHEN n < 400 THEN 'Rare ' || n ELSE 'Other' END, '', now(), repeat('0', 64), repeat('0', 64)
         FROM generate_series(6, 25000) AS n`,
        [scope.organizationId],
      )
      await client.query(
        `INSERT INTO audit_value SELECT DISTINCT $1::uuid, 'name', resource_name FROM audit_event ON CONFLICT DO NOTHING`,
        [scope.organizationId],
      )
      await client.query('UPDATE audit_head SET seq = 25000')
    } finally {
      client.release(true)
    }
    const rarePage = await listAuditEvents(database, scope, { page: 8, page_size: 50, search: 'rare' })
    expect({ ...rarePage, events: rarePage.events.map(({ seq }) => seq) }).toEqual({
      events: Array.from({ length: 49 }, (_, index) => 49 - index),
      total: 399,
      is_capped: false,
    })
    const common = await listAuditEvents(database, scope, { page: 1, page_size: 2, search: 'r' })
    expect(common).toMatchObject({ events: [{ seq: 25_000 }, { seq: 24_999 }], is_capped: true })
  })

  it('never returns an event of another organization', async () => {
    const { database, scope, otherScope } = world
    const [own] = (await listAuditEvents(database, scope, { page: 1, page_size: 1 })).events
    expect(await findAuditEvent(database, scope, own?.id ?? '')).toEqual(own)
    expect(await findAuditEvent(database, otherScope, own?.id ?? '')).toBeUndefined()
    expect((await listAuditEvents(database, otherScope, { page: 1, page_size: 9, actor: ids[0] })).events).toEqual([])
  })
})
