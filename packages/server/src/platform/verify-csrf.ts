/**
 * Whether a request may have been made by another site in somebody's browser. Asked of everything that changes
 * something and comes with a cookie or with nothing; a bearer token or an API key is not sent by a browser by itself.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { RequestContext } from './context.ts'
import { isCsrfToken } from './csrf.ts'
import { isOwnOrigin } from './origin.ts'

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/** Throws unless the request is our own page's; `bodyToken` is the token where the body carries it. */
export function verifyCsrf(
  { visit, services, by: authMethod, session }: Pick<RequestContext, 'visit' | 'services' | 'by' | 'session'>,
  bodyToken?: string,
): void {
  if (authMethod !== 'cookie' && authMethod !== 'nobody') return
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

/** What a token is bound to: the session, else the cookie of a stranger. */
export function csrfBinding({ visit, session }: Pick<RequestContext, 'visit' | 'session'>): string | undefined {
  if (session) return `session:${session.id}:${session.token_hash}`
  const anonymousToken = visit.cookie('kept-csrf')
  return anonymousToken && `stranger:${anonymousToken}`
}
