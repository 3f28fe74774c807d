/** The outside of a request: where it comes from, its cookies, and what may be said back beside the answer. */
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Visit {
  method: string
  /** As the trusted proxies say; else the other end of the connection. */
  ip: string
  userAgent: string
  header(name: string): string | undefined
  cookie(name: CookieName): string | undefined
  setCookie(name: CookieName, value: string, maxAgeSeconds?: number): void
  clearCookie(name: CookieName): void
  setHeader(name: string, value: string): void
}

/**
 * kept: the session. device: which browser this is, for a year. csrf: what a stranger's CSRF token is bound to.
 * step: a sign-in that waits for its second step. oauth: one that is away at a provider. signup: the browser that
 * signed up. known: accounts this browser signed in to before.
 */
type CookieName = 'kept' | 'kept-device' | 'kept-csrf' | 'kept-step' | 'kept-oauth' | 'kept-signup' | 'kept-known'

/** With TLS the browser itself holds a cookie of this prefix to this host, this path and TLS. */
function cookieName(name: CookieName, tls: boolean): string {
  return tls ? `__Host-${name}` : name
}

export function visitOf(request: FastifyRequest, reply: FastifyReply, { tls }: { tls: boolean }): Visit {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: tls } as const
  return {
    method: request.method,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
    header(name) {
      const value = request.headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    cookie: (name) => request.cookies[cookieName(name, tls)] || undefined,
    setCookie(name, value, maxAgeSeconds) {
      void reply.setCookie(cookieName(name, tls), value, { ...attributes, maxAge: maxAgeSeconds })
    },
    clearCookie(name) {
      void reply.clearCookie(cookieName(name, tls), attributes)
    },
    setHeader(name, value) {
      void reply.header(name, value)
    },
  }
}
