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
  /** A demo ends when it ends; it cannot be renewed. */
  renewable: boolean
  /** The organisation wants a second factor of its admins before anything else. */
  secondFactorDue: boolean
}

export type SessionState = { status: 'loading' } | { status: 'signed_out' } | { status: 'signed_in'; session: SignedIn }

export type Ending = 'signed_out' | 'timeout' | 'lost'

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
  broadcast(news: 'signed_in' | 'signed_out'): void
  /** Takes out whatever belonged to the person: answers, tokens. */
  clear(): void
  /** Leads to the page that fits the ending. */
  leave(ending: Ending): void
  /** It will end soon and nobody has touched the page: the person decides. */
  warn(session: SignedIn): void
  /** A new token came, or the old one is void. */
  keepToken(session: SignedIn | null): void
}

export const checkEveryMs = 60_000
/** From here on a session counts as expiring. */
export const expiringWithinMs = 300_000

export function createSession(doors: SessionDoors) {
  let state: SessionState = { status: 'loading' }
  let checking: Promise<void> | undefined
  let renewing: Promise<boolean> | undefined
  let warnedFor = ''
  const listeners = new Set<() => void>()

  const set = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }

  const take = (session: SignedIn | null) => {
    const before = state.status === 'signed_in' ? state.session.user.id : undefined
    if (before !== undefined && session?.user.id !== before) doors.clear()
    doors.keepToken(session)
    set(session ? { status: 'signed_in', session } : { status: 'signed_out' })
  }

  const end = (ending: Ending) => {
    if (state.status === 'signed_out') return
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
      if (was.status === 'signed_in' && isPast(was.session)) end('timeout')
      return
    }
    if (state !== was) return
    if (!found || isPast(found)) return was.status === 'signed_in' ? end('timeout') : take(null)
    take(found)
    if (!isExpiring(found)) return
    // Renewed only for somebody who is there: a page left open must not keep itself signed in.
    if (found.renewable && doors.now() - doors.lastActive() < expiringWithinMs) await renew()
    else if (warnedFor !== found.expiresAt) {
      warnedFor = found.expiresAt
      doors.warn(found)
    }
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
        if (found) take(found)
        return found !== null
      }
      // Not every living session can be renewed (a demo), so a refusal is not the end yet.
      const found = await doors.ask()
      if (found && !isPast(found)) return true
    } catch {
      // Out of reach is not gone.
      return true
    }
    end('lost')
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
    hear(news: 'signed_in' | 'signed_out') {
      if (news === 'signed_out') end('signed_out')
      else void check()
    },
    /** Resolves when it is known whether somebody is signed in. */
    async known(): Promise<SessionState> {
      if (state.status === 'loading') await check()
      return state
    },
  }
}

export type Session = ReturnType<typeof createSession>
