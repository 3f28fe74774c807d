/** The session of this page, joined to the server, the other tabs and the clock. */

import { ApiError } from '@kept/client/errors.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { api } from '../api/client.ts'
import { csrf, renewWith } from '../api/door.ts'
import { queryClient } from '../api/query-client.ts'
import { lastActiveAt, watchActivity } from './device.ts'
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
const news: readonly unknown[] = ['signed_in', 'signed_out', 'renewed'] satisfies News[]

/** Goes to an address without loading the page anew; the router comes after this and says how. */
let lead: (href: string) => Promise<void> = async (href) => location.assign(href)

/** Where somebody was when the time was up, and what they had typed. */
export const resume = createResume({
  later,
  // Nothing of the former person is left in memory after this.
  startAnew: () => location.reload(),
})

export const session = createSession({
  async ask(): Promise<SignedIn | null> {
    const { session: found, user } = await api.auth.session.call({})
    if (!found || !user) return null
    return {
      user,
      accessToken: found.access_token,
      expiresAt: found.expires_at,
      endsBy: found.kind === 'demo' ? 'demo' : found.expires_at < found.absolute_expires_at ? 'idle' : 'absolute',
      secondFactorDue: found.second_factor_due,
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
  broadcast: (said) => otherTabs.postMessage(said),
  later,
  setAside({ user, endsBy }) {
    const typed = drafts.capture()
    // Everybody in the demo is the same person to the server: nobody can be recognised there.
    resume.setAside({ userId: user.id, href: hereNow(), typed: endsBy === 'demo' ? [] : typed })
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
    // A page loaded anew: nothing the former person saw is left in memory.
    location.assign(endings[ending])
  },
  keepToken(found) {
    if (!found?.accessToken) return tokens.forget()
    void tokens.keep({ token: found.accessToken, expiresAt: new Date(Date.now() + tokenLifeMs).toISOString() })
  },
})

/** Looks after the session from now on. */
export function watchSession(leadTo: typeof lead): void {
  lead = leadTo
  renewWith(session.renew)
  otherTabs.onmessage = ({ data }) => {
    if (news.includes(data)) void hear(data as News)
  }
  watchActivity()
  drafts.watch()
  void tokens.recall()
  setInterval(() => {
    if (session.state().status === 'signed_in') void session.check()
  }, checkEveryMs)
  // A laptop that was closed for the night: the time is up before the next minute is.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && session.state().status === 'signed_in') void session.check()
  })
}

/** Signed in again in another tab: this one goes back to where it was as well. */
async function hear(said: News): Promise<void> {
  await session.hear(said)
  const state = session.state()
  if (said !== 'signed_in' || state.status !== 'signed_in') return
  const back = backFor(state.session.user.id)
  if (back?.anew) location.reload()
  else if (back) await lead(back.href)
}

/**
 * Where this person was when their time was up; what they had typed goes back into its fields once they appear. `anew`
 * when it was somebody else who was here: the page must be loaded anew, so that nothing of them is left in it.
 */
export function backFor(userId: string): { anew: false; href: string } | { anew: true } | undefined {
  const kept = resume.take(userId)
  if (kept === 'other') return { anew: true }
  if (!kept) return undefined
  drafts.restore(kept.typed, new URL(kept.href, location.origin).pathname)
  if (kept.typed.length > 0) toasts.show({ title: 'You are back where you were', body: whatIsBack })
  return { anew: false, href: kept.href }
}

const whatIsBack = 'What you had typed stands in its form again, as soon as the form is open.'

function hereNow(): string {
  return location.pathname + location.search + location.hash
}

function later(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
