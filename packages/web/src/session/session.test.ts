import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSession, type Ending, expiringWithinMs, type SessionDoors, type SignedIn } from './session.ts'

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
    warned: 0,
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
      return { user, accessToken: 'token', expiresAt, renewable, secondFactorDue: false }
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
    warn() {
      seen.warned += 1
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
  expect(seen).toMatchObject({ left: ['timeout'], cleared: 1, token: undefined })
})

test('within five minutes of its end it is renewed for somebody who is there', async () => {
  const { seen, session } = world()
  await session.known()
  seen.now = seen.ends - expiringWithinMs
  seen.active = seen.now
  await session.check()
  expect(seen).toMatchObject({ refreshes: 1, warned: 0, left: [] })
  seen.now += minute
  await session.check()
  expect(seen.refreshes).toBe(1)
})

test('a page nobody touches is not kept signed in: it warns once, and ends', async () => {
  const { seen, session } = world()
  await session.known()
  for (seen.now = seen.ends - expiringWithinMs; seen.now < seen.ends; seen.now += minute) await session.check()
  expect(seen).toMatchObject({ refreshes: 0, warned: 1, left: [] })
  await session.check()
  expect(seen.left).toEqual(['timeout'])
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
