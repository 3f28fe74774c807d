/** The route, the visit and the context of each request: made once, and asked for by hooks, handlers and pages. */
import { contract } from '@kept/contract/contract.ts'
import { type ContractRoute, listContractRoutes } from '@kept/contract/list-routes.ts'
import { matchRoutes } from '@kept/contract/match-route.ts'
import type { FastifyRequest } from 'fastify'
import type { Identity, RequestContext, Services } from './context.ts'
import type { createRequestShares } from './request-share.ts'
import type { Visit } from './visit.ts'

export interface RequestContexts {
  /** The contract's route; undefined for raw routes, pages and unknown addresses. */
  contractRouteOf(request: FastifyRequest): ContractRoute | undefined
  /** For metrics and traces. Never the requested path: a client could create unlimited labels. */
  measuredRouteOf(request: FastifyRequest): string | undefined
  /** The path is the contract's, or the raw route's in the contract's notation. */
  routeOf(request: FastifyRequest): RequestContext['route']
  noteVisit(request: FastifyRequest, visit: Visit): void
  visitOf(request: FastifyRequest): Visit | undefined
  contextOf(request: FastifyRequest): Promise<RequestContext>
}

export function openRequestContexts(
  services: Services,
  shares: ReturnType<typeof createRequestShares>,
  identify: (request: FastifyRequest, visit: Visit) => Promise<Identity>,
): RequestContexts {
  const findContractRoute = matchRoutes(listContractRoutes(contract))
  const visits = new WeakMap<FastifyRequest, Visit>()
  const contexts = new WeakMap<FastifyRequest, Promise<RequestContext>>()
  const isOfContract = ({ routeOptions }: FastifyRequest) => routeOptions.config?.needs === 'contract'
  const contractRouteOf = (request: FastifyRequest) =>
    isOfContract(request) ? findContractRoute(request.method, request.url) : undefined
  const routeOf = (request: FastifyRequest): RequestContext['route'] => {
    const route = contractRouteOf(request)
    const path = route?.path ?? templateOf(request.routeOptions.url ?? '')
    return { method: request.method, path, cache: route?.cache }
  }
  const makeContext = async (request: FastifyRequest): Promise<RequestContext> => {
    const visit = visits.get(request)
    if (!visit) throw new Error('the visit of a request was read before it was set')
    return {
      services,
      requestId: request.id,
      visit,
      route: routeOf(request),
      ip: visit.ip,
      ...(await shares.identify(credentialOf(request), () => identify(request, visit))),
    }
  }
  return {
    contractRouteOf,
    routeOf,
    measuredRouteOf: (request) => (isOfContract(request) ? contractRouteOf(request)?.path : request.routeOptions.url),
    noteVisit: (request, visit) => void visits.set(request, visit),
    visitOf: (request) => visits.get(request),
    contextOf(request) {
      const context = contexts.get(request) ?? makeContext(request)
      contexts.set(request, context)
      return context
    },
  }
}

/** The path of a raw route in the contract's notation: "/v1/files/{id}". */
function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

/** Identifies callers before authentication. */
function credentialOf({ headers, ip }: FastifyRequest): string {
  return headers.authorization ?? headers.cookie ?? ip
}
