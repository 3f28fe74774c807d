import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  askWithinMs,
  createSession,
  type Ending,
  expiringWithinMs,
  type SessionDoors,
  type SignedIn,
} from './session.ts'

const minute = 60_000

/** A server's session on a clock of its own, and what the browser did about it. */
function world({ minutes = 60, renewable = true, live = true } = {}) {
  const seen = {
    now: 1_000_000_000_000,
    active: 1_000_000_000_000,
    live,
    reachable: true,
    ends: 1_000_000_000_000 + minutes * minute,
    user: 'ada',
    left: [] as Ending[],
    told: [] as string[],
    cleared: 0,
    aside: [] as string[],
    timer: undefined as { run(): void; at: number } | undefined,
    refreshes: 0,
    token: undefined as string | undefined,
  }
  const mustAnswer = () => {
    if (!seen.reachable) throw new Error('offline')
  }
  const doors: SessionDoors = {
    async ask(): Promise<SignedIn | null> {
      mustAnswer()
      if (!seen.live || seen.now >= seen.ends) return null
      const expiresAt = new Date(seen.ends).toISOString()
      const user = { id: seen.user, email: `${seen.user}@kept.test`, role: 'user' as const, full_name: '' }
      return { user, accessToken: 'token', expiresAt, endsBy: renewable ? 'idle' : 'demo', secondFactorDue: false }
    },
    async refresh() {
      mustAnswer()
      seen.refreshes += 1
      if (!seen.live || !renewable || seen.now >= seen.ends) return false
      seen.ends = seen.now + 60 * minute
      return true
    },
    async logout() {
      mustAnswer()
      seen.live = false
    },
    now: () => seen.now,
    lastActive: () => seen.active,
    broadcast: (news) => void seen.told.push(news),
    clear() {
      seen.cleared += 1
    },
    leave: (ending) => void seen.left.push(ending),
    setAside: ({ user }) => void seen.aside.push(user.id),
    later(run, ms) {
      const timer = { run, at: seen.now + ms }
      seen.timer = timer
      return () => {
        if (seen.timer === timer) seen.timer = undefined
      }
    },
    keepToken(session) {
      seen.token = session?.accessToken
    },
  }
  return { seen, session: createSession(doors) }
}

test('loading, then signed in or signed out; a stranger is led nowhere', async () => {
  const { session } = world()
  expect(session.state()).toEqual({ status: 'loading' })
  expect(await session.known()).toMatchObject({ status: 'signed_in', session: { user: { id: 'ada' } } })
  const stranger = world({ live: false })
  expect(await stranger.session.known()).toEqual({ status: 'signed_out' })
  expect(stranger.seen.left).toEqual([])
})

test('past its end: everything of the person is cleared, and the page says that the time is up', async () => {
  const { seen, session } = world({ minutes: 30, renewable: false })
  await session.known()
  seen.now += 30 * minute
  await session.check()
  expect(session.state()).toEqual({ status: 'signed_out' })
  expect(seen).toMatchObject({ left: ['timeout'], aside: ['ada'], cleared: 1, token: undefined })
})

test('within five minutes of its end it is renewed for somebody who is there', async () => {
  const { seen, session } = world()
  await session.known()
  seen.now = seen.ends - expiringWithinMs
  seen.active = seen.now
  await session.check()
  expect(seen).toMatchObject({ refreshes: 1, told: ['renewed'], left: [] })
  seen.now += minute
  await session.check()
  expect(seen.refreshes).toBe(1)
})

const isAsked = ({ session }: ReturnType<typeof world>) => {
  const state = session.state()
  return state.status === 'signed_in' && state.ending
}

test('a page nobody touches is not kept signed in: it asks two minutes ahead, and ends', async () => {
  const here = world()
  const { seen, session } = here
  await session.known()
  seen.active = 0
  seen.now = seen.ends - expiringWithinMs
  await session.check()
  expect([isAsked(here), seen.timer?.at]).toEqual([false, seen.ends - askWithinMs])
  seen.now = seen.ends - askWithinMs
  await session.check()
  expect([isAsked(here), seen.timer?.at]).toEqual([true, seen.ends])
  // Whoever is asked answers; a pointer over the question is none.
  seen.active = seen.now += minute
  await session.check()
  expect([isAsked(here), seen.refreshes]).toEqual([true, 0])
  seen.now = seen.ends
  await session.check()
  expect(seen).toMatchObject({ left: ['timeout'], aside: ['ada'], refreshes: 0, timer: undefined })
})

test('staying in one tab takes the question away in the others', async () => {
  const one = world()
  const other = world()
  for (const { seen, session } of [one, other]) {
    await session.known()
    seen.active = 0
    seen.now = seen.ends - minute
    await session.check()
  }
  expect([isAsked(one), isAsked(other)]).toEqual([true, true])
  await one.session.renew()
  other.seen.ends = one.seen.ends
  for (const news of one.seen.told) await other.session.hear(news as 'renewed')
  expect([isAsked(one), isAsked(other), one.seen.told]).toEqual([false, false, ['renewed']])
})

test('what cannot be made longer asks all the same, also when nobody can be reached', async () => {
  const demo = world({ minutes: 30, renewable: false })
  await demo.session.known()
  demo.seen.now = demo.seen.active = demo.seen.ends - askWithinMs
  demo.seen.reachable = false
  await demo.session.check()
  expect(isAsked(demo)).toBe(true)
  expect(await demo.session.renew()).toBe(true)
  expect(isAsked(demo)).toBe(true)
})

test('refused by the server: renewed once for all who ask, then lost', async () => {
  const { seen, session } = world()
  await session.known()
  expect(await Promise.all([session.renew(), session.renew()])).toEqual([true, true])
  expect(seen.refreshes).toBe(1)
  seen.live = false
  expect(await Promise.all([session.renew(), session.renew()])).toEqual([false, false])
  expect(seen).toMatchObject({ refreshes: 2, left: ['lost'] })
})

test('a demo that is refused something is still signed in', async () => {
  const { seen, session } = world({ renewable: false })
  await session.known()
  expect(await session.renew()).toBe(true)
  expect(seen.left).toEqual([])
})

test('a server out of reach throws nobody out before the time is up', async () => {
  const { seen, session } = world({ minutes: 10 })
  await session.known()
  seen.reachable = false
  await session.check()
  expect(await session.renew()).toBe(true)
  expect(session.state().status).toBe('signed_in')
  seen.now = seen.ends
  await session.check()
  expect(seen.left).toEqual(['timeout'])
})

test('signing out in one tab signs out the others, once', async () => {
  const one = world()
  const other = world()
  await Promise.all([one.session.known(), other.session.known()])
  await one.session.signOut()
  for (const news of one.seen.told) other.session.hear(news as 'signed_out')
  other.session.hear('signed_out')
  expect(other.seen).toMatchObject({ left: ['signed_out'], cleared: 1 })
})

test('somebody else signed in meanwhile: nothing of the former person stays', async () => {
  const { seen, session } = world()
  await session.known()
  seen.user = 'grace'
  await session.check()
  expect(seen.cleared).toBe(1)
  expect(session.state()).toMatchObject({ session: { user: { id: 'grace' } } })
})

test('law: whatever happens, who is past the end is not signed in after the next look', async () => {
  const step = fc.record({
    do: fc.constantFrom('check', 'renew', 'active', 'offline', 'online', 'away'),
    after: fc.integer({ min: 0, max: 90 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.boolean(), async (steps, renewable) => {
      const { seen, session } = world({ renewable })
      await session.known()
      for (const { do: what, after } of steps) {
        seen.now += after * minute
        if (what === 'active') seen.active = seen.now
        if (what === 'offline') seen.reachable = false
        if (what === 'online') seen.reachable = true
        if (what === 'renew' && session.state().status === 'signed_in') await session.renew()
        await session.check()
        if (seen.now >= seen.ends) expect(session.state().status).toBe('signed_out')
      }
      expect(seen.left.length).toBeLessThanOrEqual(1)
    }),
  )
})
