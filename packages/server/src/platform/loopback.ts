import type { FastifyRequest } from 'fastify'

/**
 * True when the caller is this machine itself: not a proxy on it that forwards another client's request, and not a
 * browser on it that was redirected by another site's host name (DNS rebinding).
 */
export function isLoopback(request: FastifyRequest): boolean {
  if (!isLoopbackHost(request.headers.host)) return false
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded
  if (forwarded !== undefined) return false
  return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '')
}

function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host)
}
