/** The session of this page, joined to the server, the other tabs and the clock. */
import { toasts } from '@kept/ui/toast/toasts.ts'
import { api } from '../api/client.ts'
import { csrf, renewWith } from '../api/door.ts'
import { ApiError } from '../api/errors.ts'
import { queryClient } from '../api/query-client.ts'
import { lastActiveAt, watchActivity } from './device.ts'
import { checkEveryMs, createSession, type Ending, type SignedIn } from './session.ts'
import { tokens } from './tokens.ts'

/** A token lives five minutes; the last half minute is left out, for clocks that differ. */
const tokenLifeMs = 270_000

const endings: Record<Ending, string> = {
  signed_out: '/auth/login',
  timeout: '/auth/login?timeout=true',
  lost: '/login',
}

const otherTabs = new BroadcastChannel('kept.session')

export const session = createSession({
  async ask(): Promise<SignedIn | null> {
    const { session: found, user } = await api.auth.session.call({})
    if (!found || !user) return null
    return {
      user,
      accessToken: found.access_token,
      expiresAt: found.expires_at,
      renewable: found.kind === 'ordinary' && found.expires_at < found.absolute_expires_at,
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
  broadcast: (news) => otherTabs.postMessage(news),
  clear() {
    queryClient.clear()
    csrf.forget()
  },
  leave(ending) {
    // A page loaded anew: nothing the former person saw is left in memory.
    location.assign(endings[ending])
  },
  warn({ expiresAt, renewable }) {
    const minutes = Math.max(1, Math.round((Date.parse(expiresAt) - Date.now()) / 60_000))
    const when = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
    toasts.show({
      title: `You will be signed out ${when}`,
      body: renewable ? undefined : 'This session cannot be made longer. Sign in again to go on.',
      action: renewable ? { label: 'Stay signed in', run: () => void session.renew() } : undefined,
    })
  },
  keepToken(found) {
    if (!found?.accessToken) return tokens.forget()
    void tokens.keep({ token: found.accessToken, expiresAt: new Date(Date.now() + tokenLifeMs).toISOString() })
  },
})

/** Looks after the session from now on. */
export function watchSession(): void {
  renewWith(session.renew)
  otherTabs.onmessage = ({ data }) => {
    if (data === 'signed_in' || data === 'signed_out') session.hear(data)
  }
  watchActivity()
  void tokens.recall()
  setInterval(() => {
    if (session.state().status === 'signed_in') void session.check()
  }, checkEveryMs)
  // A laptop that was closed for the night: the time is up before the next minute is.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && session.state().status === 'signed_in') void session.check()
  })
}
