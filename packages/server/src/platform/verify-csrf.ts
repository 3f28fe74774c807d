/**
 * Whether a request may have been made by another site in a user's browser. Checked for every write with a cookie or
 * without authentication; a browser never sends a bearer token or an API key by itself.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { RequestContext } from './context.ts'
import { isCsrfToken } from './csrf.ts'
import { isOwnOrigin } from './origin.ts'

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/** Throws unless the request is from our own page; `bodyToken` is the token when it is in the body. */
export function verifyCsrf(
  {
    visit,
    services,
    authenticatedBy,
    session,
  }: Pick<RequestContext, 'visit' | 'services' | 'authenticatedBy' | 'session'>,
  bodyToken?: string,
): void {
  if (authenticatedBy !== 'cookie' && authenticatedBy !== 'none') return
  if (safeMethods.includes(visit.method)) return
  if (!isOwnOrigin(visit, services.config.publicUrl)) {
    throw new KeptError('forbidden', 'This request came from another site and was refused.')
  }
  const token = visit.header('x-csrf-token') ?? bodyToken
  const boundTo = csrfBinding({ visit, session })
  if (token && boundTo && isCsrfToken(services.secrets, boundTo, token)) return
  throw new KeptError('forbidden', 'CSRF token not available. Please refresh the page and try again.', {
    details: { reason: 'csrf' },
  })
}

/** What a token is bound to: the session, else the cookie of an anonymous visitor. */
export function csrfBinding({ visit, session }: Pick<RequestContext, 'visit' | 'session'>): string | undefined {
  if (session) return `session:${session.id}:${session.token_hash}`
  const anonymousToken = visit.cookie('kept-csrf')
  return anonymousToken && `anonymous:${anonymousToken}`
}
