import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noteAudit, recordAudit } from '../audit/record.ts'
import { runInDemoVisit } from '../database/demo-visit.ts'
import { countDemoChange, endDemoVisits } from '../demo/visits.ts'
import { recordLoopAction } from '../loops/act.ts'
import { endUnseenLoops } from '../loops/end-unseen.ts'
import { moveOneLoop } from '../loops/move.ts'
import { type SeenLoop, saveLoops } from '../loops/save.ts'
import { addNotification } from '../notifications/add.ts'
import { createApiKey, revokeApiKey, revokeApiKeysOf } from '../people/api-keys.ts'
import { addMembership, changeMembership, removeMembership, restoreMembership } from '../people/members.ts'
import { attachSession, detachSessions } from '../people/organizations.ts'
import { changeSession, createSession, endSession, endSessionsOf } from '../people/sessions.ts'
import { endSessionsIn } from '../people/sessions-in.ts'
import { sweepIdentity } from '../people/sweep.ts'
import { openWorld, type World } from '../testing/world.ts'
import { readLiveEvents } from './events.ts'
import { listenLive } from './listen.ts'

const now = new Date('2026-11-20T12:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const actor = { kind: 'operator', id: null, name: 'Operator' } as const

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

async function eventsOf(change: () => Promise<unknown>): Promise<string[]> {
  const read = async () => (await readLiveEvents(world.database, world.scope, 0)).events
  const before = (await read()).length
  await change()
  return (await read())
    .slice(before)
    .map(({ channel, type, payload }) => `${channel} ${type} ${payload.kind ?? payload.action}`)
}

const scoped: World['database']['scoped'] = (...work) => world.database.scoped(...work)

describe('publish', () => {
  it.each([
    ['anomaly', 'alerts cost_alert anomaly'],
    ['recommendations', 'metrics metrics_update recommendations'],
  ] as const)('is called for a notification of %s', async (kind, event) => {
    const add = () =>
      scoped(world.scope, (tx) => addNotification(tx, world.scope, { kind, title: 't', body: 'b', href: '/' }))
    expect(await eventsOf(add)).toEqual([event])
  })

  const audited = 'audit audit_event audit_event'

  it('is called for every audit event, and again for those that admins see at once', async () => {
    const record = (action: `${string}.${string}`) => () =>
      scoped(world.scope, (tx) => recordAudit(tx, { action, actor, summary: 's', at: now }))
    expect(await eventsOf(record('api_key.created'))).toEqual(['security security_alert api_key.created', audited])
    expect(await eventsOf(record('budget.created'))).toEqual([audited])
    expect(await eventsOf(async () => undefined)).toEqual([])
  })

  it('announces audit events that no one read meanwhile once, with the number of the last', async () => {
    const record = () =>
      noteAudit(world.database, world.scope, { action: 'budget.created', actor, summary: 's', at: now })
    await record()
    expect(await eventsOf(() => Promise.all([record(), record(), record()]))).toEqual([audited])
    // Two readers at once announce it once.
    await record()
    const both = await Promise.all([0, 0].map((seq) => readLiveEvents(world.database, world.scope, seq)))
    expect(both.map(({ events }) => events.map(({ payload }) => payload.seq))).toEqual([
      [1, 4, 5],
      [1, 4, 5],
    ])
  })

  it('is called for each visible change of a loop', async () => {
    const save = (loop: SeenLoop) => () => saveLoops(world.database, world.scope, [loop], { now, source: 'live' })
    const changed = ['metrics metrics_update loop_changed']
    expect(await eventsOf(save(loopAt(now)))).toEqual(changed)
    expect(await eventsOf(save(loopAt(now)))).toEqual([])
    expect(await eventsOf(save(loopAt(later(1))))).toEqual(changed)
    const action = { id: 'loop', event: 'stop', actorName: 'Kept', note: '', at: now }
    const act = (values: object) => () =>
      scoped(world.scope, (tx) => recordLoopAction(tx, world.scope, { ...action, ...values }))
    expect(await eventsOf(act({ action: { name: 'Stopped', success: true } }))).toEqual(changed)
    expect(await eventsOf(act({}))).toEqual([])
    const move = {
      id: 'loop',
      move: 'acknowledge',
      actorName: 'Ada',
      note: '',
      auditContext: { actor, at: now },
    } as const
    expect((await eventsOf(() => moveOneLoop(world.database, world.scope, move))).toSorted()).toEqual([
      audited,
      ...changed,
    ])
    const end = () => endUnseenLoops(world.database, world.scope, { before: later(5), now: later(9) })
    expect(await eventsOf(end)).toEqual(changed)
    expect(await eventsOf(end)).toEqual([])
  })

  it('is called for a loop that the end of a demo visit changes back', async () => {
    const { database, scope } = world
    await saveLoops(database, scope, [loopAt(now)], { now, source: 'live' })
    const visit = randomUUID()
    const quota = { changesPerVisit: 9, changes: 9, changedRows: 9 }
    const move = {
      id: 'loop',
      move: 'acknowledge',
      actorName: 'Ada',
      note: '',
      auditContext: { actor, at: now },
    } as const
    await runInDemoVisit(visit, async () => {
      await countDemoChange(database, scope, { id: visit, expiresAt: now, quota, isMark: true })
      await moveOneLoop(database, scope, move)
    })
    const end = () => endDemoVisits(database, scope, 'all')
    expect(await eventsOf(end)).toEqual(['metrics metrics_update loop_changed'])
  })

  it('publishes nothing when the transaction fails', async () => {
    const failing = () =>
      scoped(world.scope, async (tx) => {
        await addNotification(tx, world.scope, { kind: 'loop', title: 't', body: 'b', href: '/' })
        throw new Error('rolled back')
      }).catch(() => undefined)
    expect(await eventsOf(failing)).toEqual([])
  })
})

describe('notifyRights', () => {
  it('is called for every change of what a user may do', async () => {
    const received: (string | null)[] = []
    const stop = await listenLive(world.database, { events: () => undefined, rights: (id) => received.push(id) })
    try {
      const { database, scope } = world
      const { id: userId } = await database.shared
        .insertInto('users')
        .values({ email: 'ada@example.com' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const newSession = () => sessionOf(userId)
      const newKey = () => scoped(scope, (tx) => createApiKey(tx, keyOf(userId)))
      await scoped(scope, (tx) => addMembership(tx, userId, 'user', now))
      const changes: Record<string, () => Promise<unknown>> = {
        endSession: async () => endSession(database, userId, await newSession()),
        endSessionsOf: () => newSession().then(() => endSessionsOf(database, userId)),
        endSessionsIn: () => newSession().then(() => scoped(scope, (tx) => endSessionsIn(tx, userId))),
        changeSession: async () => changeSession(database, await newSession(), { active_organization_id: null }),
        detachSessions: () => newSession().then(() => scoped(scope, (tx) => detachSessions(tx, userId))),
        attachSession: async () => {
          const id = await newSession()
          await scoped(scope, (tx) => attachSession(tx, id))
        },
        sweepIdentity: () => sweepIdentity(database, later(100_000)),
        changeMembership: () => scoped(scope, (tx) => changeMembership(tx, userId, { role: 'admin' })),
        removeMembership: () => scoped(scope, (tx) => removeMembership(tx, userId, now)),
        restoreMembership: () => scoped(scope, (tx) => restoreMembership(tx, userId)),
        addMembership: () => scoped(scope, (tx) => addMembership(tx, userId, 'user', now)),
        revokeApiKey: async () => {
          const { id } = await newKey()
          await scoped(scope, (tx) => revokeApiKey(tx, id, now))
        },
        revokeApiKeysOf: () => newKey().then(() => scoped(scope, (tx) => revokeApiKeysOf(tx, userId, now))),
      }
      for (const [name, change] of Object.entries(changes)) {
        received.length = 0
        await change()
        await vi.waitFor(() => expect(received, name).toContain(userId), { timeout: 60_000 })
      }
    } finally {
      await stop()
    }
  })
})

/** Statements that change what open screens show or what users may do, and what must stand before they are executed. */
const watchedStatements: [statement: RegExp, published: RegExp][] = [
  [/insertInto\('notification'\)[\s\S]*?\n\}/g, /\bpublish\(/],
  [/\.with\([\s\S]*?insertInto\('audit_event'\)/g, /\bpublication\(/],
  [/(insertInto|updateTable)\('loop_incident'\)[\s\S]*?\n\}/g, /\bpublishLoopChange\(/],
  [/(deleteFrom|updateTable)\('(session|membership)'\)[\s\S]*?execute/g, /\bnotifyRights\(/],
  [/updateTable\('api_key'\)\s*\.set\(\{ revoked_at[\s\S]*?execute/g, /\bnotifyRights\(/],
]

it('every repository that writes such a row publishes beside it', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(testing|database)\//.test(file),
  )
  const publishers = files.flatMap((file) => {
    const text = readFileSync(`${folder}/${file}`, 'utf8')
    return watchedStatements.flatMap(([statement, published]) =>
      [...text.matchAll(statement)].map(([match]) => ({ file, publishes: published.test(match) })),
    )
  })
  expect(publishers.length).toBeGreaterThanOrEqual(18)
  expect(publishers.filter(({ publishes }) => !publishes)).toEqual([])
})

function sessionOf(userId: string): Promise<string> {
  return createSession(world.database, {
    token_hash: randomUUID(),
    user_id: userId,
    active_organization_id: world.scope.organizationId,
    kind: 'ordinary',
    fingerprint: '',
    bound: false,
    ip: '',
    user_agent: '',
    created_at: now,
    authenticated_at: now,
    expires_at: later(60),
    absolute_expires_at: later(600),
  })
}

function keyOf(userId: string) {
  const id = randomUUID().slice(-12)
  return {
    id,
    name: id,
    hash: id,
    scopes: ['costs:read' as const],
    ranges: [],
    created_by: userId,
    at: now,
    expires_at: later(60),
  }
}

/** What saving reads of a loop. */
function loopAt(lastSeenAt: Date): SeenLoop {
  return {
    detection: {
      id: 'loop',
      resource_id: 'resizer',
      resource_name: 'resizer',
      loop_type: 'infinite_retry',
      severity: 'high',
      status: 'active',
      detected_at: now.toISOString(),
      cost_impact: { currency: 'USD', estimated_hourly_cost: null, estimated_total_cost: null },
      auto_remediation: { enabled: false },
    } as SeenLoop['detection'],
    evidence: { fingerprint: 'f' } as SeenLoop['evidence'],
    rule_id: 'r',
    confirmed: true,
    onset_at: now.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    rates: [],
    critical: false,
    target_id: '',
  }
}
