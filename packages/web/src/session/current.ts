/** The session of this page, joined to the server, the other tabs and the clock. */

import { ApiError } from '@kept/client/errors.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { api } from '../api/client.ts'
import { csrf, renewWith } from '../api/http-client.ts'
import { queryClient } from '../api/query-client.ts'
import { publicPath, withoutBase } from '../url/base-path.ts'
import { lastActiveAt, trackActivity } from './device.ts'
import { drafts } from './drafts.ts'
import { createResume } from './resume.ts'
import { checkEveryMs, createSession, type Ending, type News, type SignedIn } from './session.ts'
import { tokens } from './tokens.ts'

/** A token lives five minutes; the last half minute is left out, for clocks that differ. */
const tokenLifeMs = 270_000

const endings: Record<Ending, string> = {
  signed_out: '/auth/login',
  timeout: '/auth/login?timeout=true',
  lost: '/login',
}

const otherTabs = new BroadcastChannel('kept.session')
const sessionEvents: readonly unknown[] = ['signed_in', 'signed_out', 'renewed'] satisfies News[]

/** Goes to an address without reloading the page; the router, which is created later, replaces it. */
let lead: (href: string) => Promise<void> = async (href) => location.assign(publicPath(href))

/** The user's page when the session expired, and what was typed. */
const resume = createResume({
  setTimer,
  // Nothing of the former person is left in memory after this.
  reload: () => location.reload(),
})

export const session = createSession({
  async fetchSession(): Promise<SignedIn | null> {
    const { session: activeSession, user } = await api.auth.session.call({})
    if (!activeSession || !user) return null
    return {
      user,
      accessToken: activeSession.access_token,
      expiresAt: activeSession.expires_at,
      endsBy:
        activeSession.kind === 'demo'
          ? 'demo'
          : activeSession.expires_at < activeSession.absolute_expires_at
            ? 'idle'
            : 'absolute',
      secondFactorDue: activeSession.second_factor_due,
    }
  },
  async refresh() {
    try {
      await api.auth.refreshToken.call({})
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false
      throw error
    }
  },
  async logout() {
    await api.auth.logout.call({})
  },
  now: () => Date.now(),
  lastActive: lastActiveAt,
  broadcast: (sessionEvent) => otherTabs.postMessage(sessionEvent),
  setTimer,
  savePage({ user, endsBy }) {
    const typed = drafts.capture()
    // All visitors of the demo are the same user to the server, so drafts could reach another visitor.
    resume.save({ userId: user.id, href: hereNow(), typed: endsBy === 'demo' ? [] : typed })
  },
  clear() {
    queryClient.clear()
    csrf.forget()
  },
  leave(ending) {
    if (ending === 'timeout') {
      for (const { id } of toasts.list()) toasts.close(id)
      return void lead(endings.timeout)
    }
    // Reloads the page, so that no data of the previous user is left in memory.
    location.assign(publicPath(endings[ending]))
  },
  cacheToken(signedIn) {
    if (!signedIn?.accessToken) return tokens.forget()
    void tokens.save({ token: signedIn.accessToken, expiresAt: new Date(Date.now() + tokenLifeMs).toISOString() })
  },
})

/** Looks after the session from now on. */
export function followSession(navigate: typeof lead): void {
  lead = navigate
  renewWith(session.renew)
  otherTabs.onmessage = ({ data }) => {
    if (sessionEvents.includes(data)) void hear(data as News)
  }
  trackActivity()
  drafts.startTracking()
  void tokens.recall()
  setInterval(() => {
    if (session.state().status === 'signed_in') void session.check()
  }, checkEveryMs)
  // A laptop that was closed for the night: the time is up before the next minute is.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && session.state().status === 'signed_in') void session.check()
  })
}

/** After a sign-in in another tab, this tab also returns to its page. */
async function hear(sessionEvent: News): Promise<void> {
  await session.hear(sessionEvent)
  const state = session.state()
  if (sessionEvent !== 'signed_in' || state.status !== 'signed_in') return
  const resumePoint = backFor(state.session.user.id)
  if (resumePoint?.needsReload) location.reload()
  else if (resumePoint) await lead(resumePoint.href)
}

/**
 * The user's page when the session expired; what was typed returns to its fields once they appear. `needsReload`
 * when it was another user's: the page must be reloaded, so that none of their data is left.
 */
export function backFor(userId: string): { needsReload: false; href: string } | { needsReload: true } | undefined {
  const snapshot = resume.claim(userId)
  if (snapshot === 'other') return { needsReload: true }
  if (!snapshot) return undefined
  drafts.restore(snapshot.typed, new URL(snapshot.href, location.origin).pathname)
  if (snapshot.typed.length > 0) toasts.show({ title: 'Welcome back', body: whatIsBack })
  return { needsReload: false, href: snapshot.href }
}

const whatIsBack = 'We restored your unsaved changes. Open the form to see them.'

function hereNow(): string {
  return withoutBase(location.pathname) + location.search + location.hash
}

function setTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
