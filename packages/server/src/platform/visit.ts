/** The transport side of a request: its origin, its cookies, and the cookies of the response. */
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Visit {
  method: string
  /** As reported by trusted proxies; else the peer of the connection. */
  ip: string
  userAgent: string
  header(name: string): string | undefined
  cookie(name: CookieName): string | undefined
  setCookie(name: CookieName, value: string, maxAgeSeconds?: number): void
  clearCookie(name: CookieName): void
  setHeader(name: string, value: string): void
}

/**
 * kept: the session. device: identifies the browser, for a year. csrf: binds an anonymous CSRF token. step: a sign-in
 * that waits for its second factor. oauth: a sign-in that is at a provider. signup: the browser that signed up. known:
 * accounts that this browser signed in to before.
 */
type CookieName = 'kept' | 'kept-device' | 'kept-csrf' | 'kept-step' | 'kept-oauth' | 'kept-signup' | 'kept-known'

interface CookieScope {
  tls: boolean
  /** Other applications of this host must not get the cookies. */
  basePath: string
}

/** With TLS, browsers bind `__Host-` to this host, its root and TLS. Below a path only TLS can be asked for. */
function cookieName(name: CookieName, { tls, basePath }: CookieScope): string {
  if (!tls) return name
  return basePath === '' ? `__Host-${name}` : `__Secure-${name}`
}

export function visitOf(request: FastifyRequest, reply: FastifyReply, scope: CookieScope): Visit {
  const { tls, basePath } = scope
  const attributes = { path: basePath || '/', httpOnly: true, sameSite: 'lax', secure: tls } as const
  return {
    method: request.method,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
    header(name) {
      const value = request.headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    cookie: (name) => request.cookies[cookieName(name, scope)] || undefined,
    setCookie(name, value, maxAgeSeconds) {
      void reply.setCookie(cookieName(name, scope), value, { ...attributes, maxAge: maxAgeSeconds })
    },
    clearCookie(name) {
      void reply.clearCookie(cookieName(name, scope), attributes)
    },
    setHeader(name, value) {
      void reply.header(name, value)
    },
  }
}
