/**
 * The session as the browser knows it: loading, then signed out or signed in. Looked after once a minute; the server
 * alone decides whether it lives, this only notices. Kept beside React, so that the API client can ask it as well.
 */
import type { Role } from '@kept/domain/permission.ts'
import { expiringWithinMs, isExpiring } from '@kept/domain/session-life.ts'

/** Who the server says is signed in, and until when. */
export interface SignedIn {
  user: { id: string; email: string; role: Role | null; full_name: string }
  accessToken: string | undefined
  /** When it ends if nothing happens, ISO. */
  expiresAt: string
  /** What sets its end: inactivity, the maximum age of a session, or the half hour of a demo. */
  endsBy: 'idle' | 'absolute' | 'demo'
  /** The organization wants a second factor of its admins before anything else. */
  secondFactorDue: boolean
}

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed_out' }
  /** `ending`: two minutes or less are left without activity; the user is asked to stay. */
  | { status: 'signed_in'; session: SignedIn; ending: boolean }

export type Ending = 'signed_out' | 'timeout' | 'lost'
/** Messages between tabs; `renewed` means that the end has moved. */
export type News = 'signed_in' | 'signed_out' | 'renewed'

/** What the session needs of the browser and the server; tests give their own. */
export interface SessionDeps {
  /** The session the server sees, null when there is none. Rejects when the server cannot be asked. */
  fetchSession(): Promise<SignedIn | null>
  /** True when the server renewed it. */
  refresh(): Promise<boolean>
  logout(): Promise<void>
  now(): number
  /** When the person last did something here. */
  lastActive(): number
  /** Told to the other tabs of this browser. */
  broadcast(sessionEvent: News): void
  /** Takes out whatever belonged to the person: answers, tokens. */
  clear(): void
  /** Leads to the page that fits the ending. */
  leave(ending: Ending): void
  /** Before anything is cleared: what was typed and not sent may wait for the same person. */
  savePage(session: SignedIn): void
  /** Runs later; answers how to call it off. */
  setTimer(run: () => void, ms: number): () => void
  /** A new token came, or the old one is void. */
  cacheToken(session: SignedIn | null): void
}

export const checkEveryMs = 60_000
/** From here on the person is asked whether to stay. */
export const warnBeforeEndMs = 120_000
/** Browsers count the milliseconds of a timer in 31 bits. */
const longestWaitMs = 2 ** 31 - 1

export function createSession(deps: SessionDeps) {
  let state: SessionState = { status: 'loading' }
  let checking: Promise<void> | undefined
  let renewing: Promise<boolean> | undefined
  let callOff: () => void = () => undefined
  const listeners = new Set<() => void>()

  const set = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }

  const applySession = (session: SignedIn | null) => {
    const before = state.status === 'signed_in' ? state.session.user.id : undefined
    if (before !== undefined && session?.user.id !== before) deps.clear()
    deps.cacheToken(session)
    lookAgainFor(session)
    if (!session) return set({ status: 'signed_out' })
    const isEnding = state.status === 'signed_in' && state.ending && isClosing(session)
    set({ status: 'signed_in', session, ending: isEnding })
  }

  /** The minute's rhythm is too coarse for the two moments that matter: when to ask, and the end itself. */
  const lookAgainFor = (session: SignedIn | null) => {
    callOff()
    if (!session) return
    const remainingMs = Date.parse(session.expiresAt) - deps.now()
    const wait = remainingMs > warnBeforeEndMs ? remainingMs - warnBeforeEndMs : Math.max(remainingMs, 0)
    callOff = deps.setTimer(() => void check(), Math.min(wait, longestWaitMs))
  }

  const end = (ending: Ending) => {
    if (state.status === 'signed_out') return
    if (ending === 'timeout' && state.status === 'signed_in') deps.savePage(state.session)
    callOff()
    deps.clear()
    deps.cacheToken(null)
    set({ status: 'signed_out' })
    deps.leave(ending)
  }

  const checkServer = async () => {
    const was = state
    let current: SignedIn | null
    try {
      current = await deps.fetchSession()
    } catch {
      // An unreachable server signs no one out, unless the session has expired anyway.
      if (was.status === 'loading') set({ status: 'signed_out' })
      if (was.status !== 'signed_in' || state !== was) return
      if (isPast(was.session)) return end('timeout')
      lookAgainFor(was.session)
      if (isClosing(was.session)) set({ ...was, ending: true })
      return
    }
    if (state !== was) return
    if (!current || isPast(current)) return was.status === 'signed_in' ? end('timeout') : applySession(null)
    applySession(current)
    if (!isExpiring(Date.parse(current.expiresAt), deps.now()) || isWarned()) return
    // Renewed only for an active user: a page left open must not stay signed in.
    if (current.endsBy === 'idle' && deps.now() - deps.lastActive() < expiringWithinMs) await renew()
    if (state.status === 'signed_in' && isClosing(state.session)) set({ ...state, ending: true })
  }

  const check = () => {
    checking ??= checkServer().finally(() => {
      checking = undefined
    })
    return checking
  }

  const renewOnce = async () => {
    try {
      if (await deps.refresh()) {
        const current = await deps.fetchSession()
        if (current) {
          applySession(current)
          deps.broadcast('renewed')
        }
        return current !== null
      }
      // Not every living session can be renewed (a demo), so a refusal is not the end yet.
      const current = await deps.fetchSession()
      if (current && !isPast(current)) return true
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

  const isPast = ({ expiresAt }: SignedIn) => Date.parse(expiresAt) <= deps.now()
  const isClosing = ({ expiresAt }: SignedIn) => Date.parse(expiresAt) - deps.now() <= warnBeforeEndMs
  /** The question needs an answer: a pointer that moves over it is none. */
  const isWarned = () => state.status === 'signed_in' && state.ending

  return {
    state: () => state,
    subscribe(changed: () => void) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    check,
    /** Tries to renew it once, however many ask; false when it is gone, and the person is on the way to sign in. */
    renew,
    /** After signing in, by any method: this tab and the others refetch. */
    async handleSignIn() {
      set({ status: 'loading' })
      await check()
      deps.broadcast('signed_in')
    },
    async signOut() {
      await deps.logout()
      deps.broadcast('signed_out')
      end('signed_out')
    },
    /** The session changed in a way other tabs should look at. */
    notifyOtherTabs: () => deps.broadcast('signed_in'),
    /** News from another tab. */
    async hear(sessionEvent: News) {
      if (sessionEvent === 'signed_out') end('signed_out')
      else await check()
    },
    /** Resolves when it is known whether a user is signed in. */
    async resolveState(): Promise<SessionState> {
      if (state.status === 'loading') await check()
      return state
    },
  }
}

export type Session = ReturnType<typeof createSession>
