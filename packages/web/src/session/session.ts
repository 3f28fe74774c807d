/**
 * The session as the browser knows it: loading, then signed out or signed in. Looked after once a minute; the server
 * alone decides whether it lives, this only notices. Kept beside React, so that the API client can ask it as well.
 */
import type { Role } from '@kept/domain/permission.ts'

/** Who the server says is signed in, and until when. */
export interface SignedIn {
  user: { id: string; email: string; role: Role | null; full_name: string }
  accessToken: string | undefined
  /** When it ends if nothing happens, ISO. */
  expiresAt: string
  /** What sets its end: nobody works, the longest a session may be, or the half hour of a demo. */
  endsBy: 'idle' | 'absolute' | 'demo'
  /** The organisation wants a second factor of its admins before anything else. */
  secondFactorDue: boolean
}

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed_out' }
  /** `ending`: two minutes or less are left and nobody was there; the person is asked. */
  | { status: 'signed_in'; session: SignedIn; ending: boolean }

export type Ending = 'signed_out' | 'timeout' | 'lost'
/** What tabs tell one another; `renewed` says that the end has moved. */
export type News = 'signed_in' | 'signed_out' | 'renewed'

/** What the session needs of the browser and the server; tests give their own. */
export interface SessionDoors {
  /** The session the server sees, null when there is none. Rejects when the server cannot be asked. */
  ask(): Promise<SignedIn | null>
  /** True when the server renewed it. */
  refresh(): Promise<boolean>
  logout(): Promise<void>
  now(): number
  /** When the person last did something here. */
  lastActive(): number
  /** Told to the other tabs of this browser. */
  broadcast(news: News): void
  /** Takes out whatever belonged to the person: answers, tokens. */
  clear(): void
  /** Leads to the page that fits the ending. */
  leave(ending: Ending): void
  /** Before anything is cleared: what was typed and not sent may wait for the same person. */
  setAside(session: SignedIn): void
  /** Runs later; answers how to call it off. */
  later(run: () => void, ms: number): () => void
  /** A new token came, or the old one is void. */
  keepToken(session: SignedIn | null): void
}

export const checkEveryMs = 60_000
/** From here on a session counts as expiring. */
export const expiringWithinMs = 300_000
/** From here on the person is asked whether to stay. */
export const askWithinMs = 120_000
/** Browsers count the milliseconds of a timer in 31 bits. */
const longestWaitMs = 2 ** 31 - 1

export function createSession(doors: SessionDoors) {
  let state: SessionState = { status: 'loading' }
  let checking: Promise<void> | undefined
  let renewing: Promise<boolean> | undefined
  let callOff: () => void = () => undefined
  const listeners = new Set<() => void>()

  const set = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }

  const take = (session: SignedIn | null) => {
    const before = state.status === 'signed_in' ? state.session.user.id : undefined
    if (before !== undefined && session?.user.id !== before) doors.clear()
    doors.keepToken(session)
    lookAgainFor(session)
    if (!session) return set({ status: 'signed_out' })
    const asked = state.status === 'signed_in' && state.ending && isClosing(session)
    set({ status: 'signed_in', session, ending: asked })
  }

  /** The minute's rhythm is too coarse for the two moments that matter: when to ask, and the end itself. */
  const lookAgainFor = (session: SignedIn | null) => {
    callOff()
    if (!session) return
    const left = Date.parse(session.expiresAt) - doors.now()
    const wait = left > askWithinMs ? left - askWithinMs : Math.max(left, 0)
    callOff = doors.later(() => void check(), Math.min(wait, longestWaitMs))
  }

  const end = (ending: Ending) => {
    if (state.status === 'signed_out') return
    if (ending === 'timeout' && state.status === 'signed_in') doors.setAside(state.session)
    callOff()
    doors.clear()
    doors.keepToken(null)
    set({ status: 'signed_out' })
    doors.leave(ending)
  }

  const look = async () => {
    const was = state
    let found: SignedIn | null
    try {
      found = await doors.ask()
    } catch {
      // The server is out of reach: nobody is thrown out for that, unless the time is up anyway.
      if (was.status === 'loading') set({ status: 'signed_out' })
      if (was.status !== 'signed_in' || state !== was) return
      if (isPast(was.session)) return end('timeout')
      lookAgainFor(was.session)
      if (isClosing(was.session)) set({ ...was, ending: true })
      return
    }
    if (state !== was) return
    if (!found || isPast(found)) return was.status === 'signed_in' ? end('timeout') : take(null)
    take(found)
    if (!isExpiring(found) || isAsked()) return
    // Renewed only for somebody who is there: a page left open must not keep itself signed in.
    if (found.endsBy === 'idle' && doors.now() - doors.lastActive() < expiringWithinMs) await renew()
    if (state.status === 'signed_in' && isClosing(state.session)) set({ ...state, ending: true })
  }

  const check = () => {
    checking ??= look().finally(() => {
      checking = undefined
    })
    return checking
  }

  const renewOnce = async () => {
    try {
      if (await doors.refresh()) {
        const found = await doors.ask()
        if (found) {
          take(found)
          doors.broadcast('renewed')
        }
        return found !== null
      }
      // Not every living session can be renewed (a demo), so a refusal is not the end yet.
      const found = await doors.ask()
      if (found && !isPast(found)) return true
    } catch {
      // Out of reach is not gone.
      return true
    }
    end(state.status === 'signed_in' && isPast(state.session) ? 'timeout' : 'lost')
    return false
  }

  const renew = () => {
    renewing ??= renewOnce().finally(() => {
      renewing = undefined
    })
    return renewing
  }

  const isPast = ({ expiresAt }: SignedIn) => Date.parse(expiresAt) <= doors.now()
  const isExpiring = ({ expiresAt }: SignedIn) => Date.parse(expiresAt) - doors.now() <= expiringWithinMs
  const isClosing = ({ expiresAt }: SignedIn) => Date.parse(expiresAt) - doors.now() <= askWithinMs
  /** Whoever is asked answers: a pointer that moves over the question is no answer. */
  const isAsked = () => state.status === 'signed_in' && state.ending

  return {
    state: () => state,
    subscribe(changed: () => void) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    check,
    /** Tries to renew it once, however many ask; false when it is gone, and the person is on the way to sign in. */
    renew,
    /** After signing in, by whatever means: this tab and the others look anew. */
    async arrive() {
      set({ status: 'loading' })
      await check()
      doors.broadcast('signed_in')
    },
    async signOut() {
      await doors.logout()
      doors.broadcast('signed_out')
      end('signed_out')
    },
    /** The session changed in a way other tabs should look at. */
    tellOthers: () => doors.broadcast('signed_in'),
    /** News from another tab. */
    async hear(news: News) {
      if (news === 'signed_out') end('signed_out')
      else await check()
    },
    /** Resolves when it is known whether somebody is signed in. */
    async known(): Promise<SessionState> {
      if (state.status === 'loading') await check()
      return state
    },
  }
}

export type Session = ReturnType<typeof createSession>
