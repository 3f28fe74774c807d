import type { FastifyRequest } from 'fastify'

/** True when the caller is this machine itself: not a proxy on it that speaks for somebody else. */
export function isLoopback(request: FastifyRequest): boolean {
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded
  if (forwarded !== undefined) return false
  return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '')
}
