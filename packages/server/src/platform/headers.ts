/** The headers of every response. */
import type { ContractRoute } from '@kept/contract/list-routes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isApi } from './pages.ts'

const contentSecurityPolicy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"

/** `route` is the contract route, if it is one; `tls` whether people reach Kept over HTTPS. */
export function setHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { tls, route }: { tls: boolean; route?: ContractRoute | undefined },
): void {
  void reply
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
    // Stricter, and a browser would send the forms of our own pages with the origin "null".
    .header('referrer-policy', 'same-origin')
  if (tls) void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  if (!reply.hasHeader('content-security-policy')) void reply.header('content-security-policy', contentSecurityPolicy)
  if (isApi(request.url) && !reply.hasHeader('cache-control'))
    void reply.header('cache-control', cacheControlOf(reply.statusCode, route))
}

/** Errors, and whatever belongs to an organization or a user, are stored by no client. */
function cacheControlOf(status: number, route: ContractRoute | undefined): string {
  if (status !== 200 || !route?.cache || !('clientSeconds' in route.cache)) return 'no-store'
  return `${route.needs === 'public' ? 'public' : 'private'}, max-age=${route.cache.clientSeconds}`
}
