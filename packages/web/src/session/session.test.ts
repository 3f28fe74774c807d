import { expiringWithinMs } from '@kept/domain/session-life.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSession, type Ending, type SessionDeps, type SignedIn, warnBeforeEndMs } from './session.ts'

const minute = 60_000

/** A server's session on a clock of its own, and what the browser did about it. */
function world({ minutes = 60, renewable = true, live = true } = {}) {
  const fake = {
    now: 1_000_000_000_000,
    active: 1_000_000_000_000,
    live,
    reachable: true,
    ends: 1_000_000_000_000 + minutes * minute,
    user: 'ada',
    endings: [] as Ending[],
    broadcasts: [] as string[],
    cleared: 0,
    savedUsers: [] as string[],
    timer: undefined as { run(): void; dueAt: number } | undefined,
    refreshes: 0,
    token: undefined as string | undefined,
  }
  const mustAnswer = () => {
    if (!fake.reachable) throw new Error('offline')
  }
  const deps: SessionDeps = {
    async fetchSession(): Promise<SignedIn | null> {
      mustAnswer()
      if (!fake.live || fake.now >= fake.ends) return null
      const expiresAt = new Date(fake.ends).toISOString()
      const user = { id: fake.user, email: `${fake.user}@kept.test`, role: 'user' as const, full_name: '' }
      return { user, accessToken: 'token', expiresAt, endsBy: renewable ? 'idle' : 'demo', secondFactorDue: false }
    },
    async refresh() {
      mustAnswer()
      fake.refreshes += 1
      if (!fake.live || !renewable || fake.now >= fake.ends) return false
      fake.ends = fake.now + 60 * minute
      return true
    },
    async logout() {
      mustAnswer()
      fake.live = false
    },
    now: () => fake.now,
    lastActive: () => fake.active,
    broadcast: (sessionEvent) => void fake.broadcasts.push(sessionEvent),
    clear() {
      fake.cleared += 1
    },
    leave: (ending) => void fake.endings.push(ending),
    savePage: ({ user }) => void fake.savedUsers.push(user.id),
    setTimer(run, ms) {
      const timer = { run, dueAt: fake.now + ms }
      fake.timer = timer
      return () => {
        if (fake.timer === timer) fake.timer = undefined
      }
    },
    cacheToken(session) {
      fake.token = session?.accessToken
    },
  }
  return { fake, session: createSession(deps) }
}

test('loading, then signed in or signed out; a guest is not redirected', async () => {
  const { session } = world()
  expect(session.state()).toEqual({ status: 'loading' })
  expect(await session.resolveState()).toMatchObject({ status: 'signed_in', session: { user: { id: 'ada' } } })
  const visitor = world({ live: false })
  expect(await visitor.session.resolveState()).toEqual({ status: 'signed_out' })
  expect(visitor.fake.endings).toEqual([])
})

test('past its end: everything of the person is cleared, and the page says that the time is up', async () => {
  const { fake, session } = world({ minutes: 30, renewable: false })
  await session.resolveState()
  fake.now += 30 * minute
  await session.check()
  expect(session.state()).toEqual({ status: 'signed_out' })
  expect(fake).toMatchObject({ endings: ['timeout'], savedUsers: ['ada'], cleared: 1, token: undefined })
})

test('within five minutes of its end it is renewed for an active user', async () => {
  const { fake, session } = world()
  await session.resolveState()
  fake.now = fake.ends - expiringWithinMs
  fake.active = fake.now
  await session.check()
  expect(fake).toMatchObject({ refreshes: 1, broadcasts: ['renewed'], endings: [] })
  fake.now += minute
  await session.check()
  expect(fake.refreshes).toBe(1)
})

const isWarned = ({ session }: ReturnType<typeof world>) => {
  const state = session.state()
  return state.status === 'signed_in' && state.ending
}

test('an idle page does not stay signed in: it warns two minutes ahead, and ends', async () => {
  const tab = world()
  const { fake, session } = tab
  await session.resolveState()
  fake.active = 0
  fake.now = fake.ends - expiringWithinMs
  await session.check()
  expect([isWarned(tab), fake.timer?.dueAt]).toEqual([false, fake.ends - warnBeforeEndMs])
  fake.now = fake.ends - warnBeforeEndMs
  await session.check()
  expect([isWarned(tab), fake.timer?.dueAt]).toEqual([true, fake.ends])
  // The question needs an answer; a pointer that moves over it is none.
  fake.active = fake.now += minute
  await session.check()
  expect([isWarned(tab), fake.refreshes]).toEqual([true, 0])
  fake.now = fake.ends
  await session.check()
  expect(fake).toMatchObject({ endings: ['timeout'], savedUsers: ['ada'], refreshes: 0, timer: undefined })
})

test('staying in one tab takes the question away in the others', async () => {
  const firstTab = world()
  const other = world()
  for (const { fake, session } of [firstTab, other]) {
    await session.resolveState()
    fake.active = 0
    fake.now = fake.ends - minute
    await session.check()
  }
  expect([isWarned(firstTab), isWarned(other)]).toEqual([true, true])
  await firstTab.session.renew()
  other.fake.ends = firstTab.fake.ends
  for (const sessionEvent of firstTab.fake.broadcasts) await other.session.hear(sessionEvent as 'renewed')
  expect([isWarned(firstTab), isWarned(other), firstTab.fake.broadcasts]).toEqual([false, false, ['renewed']])
})

test('a session that cannot be renewed warns as well, also when the server is unreachable', async () => {
  const demo = world({ minutes: 30, renewable: false })
  await demo.session.resolveState()
  demo.fake.now = demo.fake.active = demo.fake.ends - warnBeforeEndMs
  demo.fake.reachable = false
  await demo.session.check()
  expect(isWarned(demo)).toBe(true)
  expect(await demo.session.renew()).toBe(true)
  expect(isWarned(demo)).toBe(true)
})

test('refused by the server: renewed once for all who ask, then lost', async () => {
  const { fake, session } = world()
  await session.resolveState()
  expect(await Promise.all([session.renew(), session.renew()])).toEqual([true, true])
  expect(fake.refreshes).toBe(1)
  fake.live = false
  expect(await Promise.all([session.renew(), session.renew()])).toEqual([false, false])
  expect(fake).toMatchObject({ refreshes: 2, endings: ['lost'] })
})

test('a demo that is refused something is still signed in', async () => {
  const { fake, session } = world({ renewable: false })
  await session.resolveState()
  expect(await session.renew()).toBe(true)
  expect(fake.endings).toEqual([])
})

test('an unreachable server signs no one out before the session expires', async () => {
  const { fake, session } = world({ minutes: 10 })
  await session.resolveState()
  fake.reachable = false
  await session.check()
  expect(await session.renew()).toBe(true)
  expect(session.state().status).toBe('signed_in')
  fake.now = fake.ends
  await session.check()
  expect(fake.endings).toEqual(['timeout'])
})

test('signing out in one tab signs out the others, once', async () => {
  const firstTab = world()
  const other = world()
  await Promise.all([firstTab.session.resolveState(), other.session.resolveState()])
  await firstTab.session.signOut()
  for (const sessionEvent of firstTab.fake.broadcasts) other.session.hear(sessionEvent as 'signed_out')
  other.session.hear('signed_out')
  expect(other.fake).toMatchObject({ endings: ['signed_out'], cleared: 1 })
})

test('after another user signed in, no data of the previous user remains', async () => {
  const { fake, session } = world()
  await session.resolveState()
  fake.user = 'grace'
  await session.check()
  expect(fake.cleared).toBe(1)
  expect(session.state()).toMatchObject({ session: { user: { id: 'grace' } } })
})

test('law: whatever happens, who is past the end is not signed in after the next look', async () => {
  const step = fc.record({
    do: fc.constantFrom('check', 'renew', 'active', 'offline', 'online', 'away'),
    after: fc.integer({ min: 0, max: 90 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.boolean(), async (steps, renewable) => {
      const { fake, session } = world({ renewable })
      await session.resolveState()
      for (const { do: action, after } of steps) {
        fake.now += after * minute
        if (action === 'active') fake.active = fake.now
        if (action === 'offline') fake.reachable = false
        if (action === 'online') fake.reachable = true
        if (action === 'renew' && session.state().status === 'signed_in') await session.renew()
        await session.check()
        if (fake.now >= fake.ends) expect(session.state().status).toBe('signed_out')
      }
      expect(fake.endings.length).toBeLessThanOrEqual(1)
    }),
  )
})
