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

/** With TLS, browsers bind a cookie with this prefix to this host, this path and TLS. */
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
