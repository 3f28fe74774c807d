/** The HTTP client of this page: one `send`, one CSRF token, and the session once it has registered itself. */

import { createCsrf } from '@kept/client/csrf.ts'
import { createSend, waitFor } from '@kept/client/send.ts'
import { listClientRoutes } from '@kept/contract/client-contract.ts'
import { matchRoutes } from '@kept/contract/match-route.ts'
import { textFieldOf } from '@kept/foundation/narrow.ts'
import { tokens } from '../session/tokens.ts'
import { serverUrl, withoutBase } from '../url/base-path.ts'
import { createReach } from './reachability.ts'

let renewSession: () => Promise<boolean> = async () => true

/** The session is made of requests itself, so it comes after this and says here how it is renewed. */
export function renewWith(renew: () => Promise<boolean>): void {
  renewSession = renew
}

/** Renews the session once, for what does not go through `send`; false when there is none any more. */
export function renewNow(): Promise<boolean> {
  return renewSession()
}

/** Whether the server can be reached from this page. */
export const reach = createReach({
  now: () => Date.now(),
  setTimer(run, ms) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  hasNetwork: () => navigator.onLine,
  probe: () =>
    fetch(serverUrl('/health'), { cache: 'no-store', signal: AbortSignal.timeout(5000) }).then(
      ({ status }) => status !== 502 && status !== 504,
      () => false,
    ),
})

const basicSend = createSend({ fetch: (request) => fetch(request), wait: waitFor, onAttempt: reach.recordResponse })

export const csrf = createCsrf(async () => {
  const answer = await basicSend(new Request(serverUrl('/api/auth/csrf-token')))
  return textFieldOf(await answer.json(), 'csrfToken')
})

const findRoute = matchRoutes(listClientRoutes())

export const send = createSend({
  fetch: (request) => fetch(request),
  wait: waitFor,
  csrf,
  // The short-lived token is for the platform API; everything else knows the session by its cookie.
  pathOf: ({ url }) => withoutBase(new URL(url).pathname),
  bearer: (path) => (path.startsWith('/v1/') ? tokens.current() : undefined),
  renew: renewNow,
  idempotencyOf: (method, path) => findRoute(method, path)?.idempotency,
  onAttempt: reach.recordResponse,
})
