/** HTTP server: Fastify with security headers, request ids, the contract's routes and the dashboard. */

import { randomUUID, timingSafeEqual } from 'node:crypto'
import fastifyCompress from '@fastify/compress'
import fastifyCookie from '@fastify/cookie'
import { contract } from '@kept/contract/contract.ts'
import { type ContractRoute, listContractRoutes } from '@kept/contract/list-routes.ts'
import { matchRoutes } from '@kept/contract/match-route.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { asError } from '@kept/foundation/thrown.ts'
import { OpenAPIHandler } from '@orpc/openapi/fastify'
import { ORPCError } from '@orpc/server'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { recordRawRoutes } from './audit/record-raw.ts'
import { withoutBase } from './base-path.ts'
import { DEFAULT_BODY_BYTES, limitBodies } from './body-limits.ts'
import { COMPRESSION } from './compression.ts'
import type { Identity, RequestContext, Services } from './context.ts'
import { watchRoutes } from './declared-routes.ts'
import { isErrorBody, toHttpError } from './errors.ts'
import { setHeaders } from './headers.ts'
import { MAX_VALUES, parseJsonBody } from './json-body.ts'
import { isLoopback } from './loopback.ts'
import { measureState } from './measure-state.ts'
import { registry, requestSeconds } from './metrics.ts'
import { openPages } from './pages.ts'
import { checkPathValues } from './path-values.ts'
import { warnOfUntrustedProxy } from './proxy.ts'
import { checkQueryNames, listQueryNames } from './query-names.ts'
import { createRequestShares } from './request-share.ts'
import { ResponseCache } from './response-cache.ts'
import type { Site } from './site.ts'
import { traceRequests } from './tracing/trace-requests.ts'
import { type Visit, visitOf } from './visit.ts'

/** Routes with a streamed body (uploads, CSV): plain Fastify with the same context as contract handlers. */
export type RawRoutes = (app: FastifyInstance, contextOf: (request: FastifyRequest) => Promise<RequestContext>) => void

interface AppParts {
  services: Services
  // biome-ignore lint/suspicious/noExplicitAny: oRPC's own handler takes any router; ours is typed where it is made.
  router: any
  rawRoutes: RawRoutes[]
  identify(request: FastifyRequest, visit: Visit): Promise<Identity>
  /** The marketing site, when it was built. */
  site?: Site
}

export async function createApp({ services, router, rawRoutes, identify, site }: AppParts): Promise<FastifyInstance> {
  const { log, config } = services
  const tls = config.publicUrl?.startsWith('https:') ?? false
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // Requests are logged once, by the onResponse hook.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: DEFAULT_BODY_BYTES,
    http: {
      headersTimeout: config.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(5000, config.requestTimeoutMs),
    },
    trustProxy: config.trustProxy ?? false,
    rewriteUrl: ({ url = '/' }) => withoutBase(url, config.basePath),
    forceCloseConnections: true,
    // A URL that cannot be decoded reaches no route and no hook.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply, { tls })
      sendError(error, request, reply)
    },
  })
  services.drain.watch(app.server)
  // oRPC reads the URL as it came.
  const basePrefix = config.basePath as `/${string}`
  const isBelowBase = ({ originalUrl }: FastifyRequest) => withoutBase(originalUrl, config.basePath) !== originalUrl
  const declaredRoutes = watchRoutes(app)
  const findContractRoute = matchRoutes(listContractRoutes(contract))
  const contractRouteOf = (request: FastifyRequest): ContractRoute | undefined =>
    request.routeOptions.config?.needs === 'contract' ? findContractRoute(request.method, request.url) : undefined
  // Never the requested path: a client could create unlimited labels.
  const measuredRouteOf = (request: FastifyRequest): string | undefined =>
    request.routeOptions.config?.needs === 'contract' ? contractRouteOf(request)?.path : request.routeOptions.url
  if (config.tracing) traceRequests(app, { routeOf: measuredRouteOf, continuesTraces: config.trustProxy !== undefined })
  limitBodies(app, {
    maxBytesOf: (request) =>
      contractRouteOf(request)?.maxBodyBytes ?? request.routeOptions.config?.maxBody ?? DEFAULT_BODY_BYTES,
    bodyTimeoutMs: config.requestTimeoutMs,
    streamIdleMs: config.requestTimeoutMs,
  })
  app.addHook('onRequest', async (request) => checkAddress(request.url))
  warnOfUntrustedProxy(app, config, log)
  const shares = createRequestShares()
  await app.register(fastifyCookie)
  const visits = new WeakMap<FastifyRequest, Visit>()
  app.addHook(
    'onRequest',
    async (request, reply) => void visits.set(request, visitOf(request, reply, { tls, basePath: config.basePath })),
  )
  const contexts = new WeakMap<FastifyRequest, Promise<RequestContext>>()
  const contextOf = (request: FastifyRequest): Promise<RequestContext> => {
    const context = contexts.get(request) ?? makeContext(request)
    contexts.set(request, context)
    return context
  }
  async function makeContext(request: FastifyRequest): Promise<RequestContext> {
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

  /** The path is the contract's, or the raw route's in the contract's notation. */
  function routeOf(request: FastifyRequest): RequestContext['route'] {
    const route = contractRouteOf(request)
    const path = route?.path ?? request.routeOptions.url ?? ''
    return { method: request.method, path: path.replaceAll(/:(\w+)/g, '{$1}'), cache: route?.cache }
  }

  const queryNames = listQueryNames()
  app.addHook('preHandler', async (request) => {
    const { method, path } = routeOf(request)
    const allowed = queryNames.get(`${method} ${path}`)
    if (allowed) checkQueryNames(request.url, allowed)
  })

  const pages = openPages({ site, contextOf, basePath: config.basePath })
  app.addHook('onSend', async (request, reply) => setHeaders(request, reply, { tls, route: contractRouteOf(request) }))
  app.addHook('onResponse', async (request, reply) => {
    requestSeconds.observe(
      { method: request.method, route: measuredRouteOf(request) ?? 'unmatched', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    log.info(
      {
        event: 'request.completed',
        request_id: request.id,
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) => notFound(request, reply))

  await app.register(async (scope) => {
    recordRawRoutes(scope, { contextOf, visitOf: (request) => visits.get(request) })
    for (const raw of rawRoutes) raw(scope, contextOf)
  })

  const handler = new OpenAPIHandler(router, {
    clientInterceptors: [
      async ({ next, context }) => {
        try {
          return await next()
        } catch (error) {
          const { status, body, headers } = toHttpError(error, context.requestId)
          for (const [name, value] of Object.entries(headers)) context.visit.setHeader(name, value)
          if (body.code === 'internal')
            log.error({ event: 'request.handler_failed', request_id: context.requestId, err: error }, 'handler failed')
          // Status and message come from our error catalog, not from oRPC.
          throw new ORPCError(body.code, { status, message: body.message, data: body, cause: error })
        }
      },
    ],
    customErrorResponseBodyEncoder: (error) => (isErrorBody(error.data) ? error.data : toHttpError(error, '').body),
  })
  await app.register(async (scope) => {
    const responses = new ResponseCache()
    responses.watch(scope)
    await scope.register(fastifyCompress, COMPRESSION)
    // oRPC reads bodies without a limit, so they are read and checked here.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: MAX_CONTRACT_BODY_BYTES },
      (request, body, done) => {
        try {
          done(null, parseContractBody(request, body as string, contractRouteOf(request)))
        } catch (error) {
          done(asError(error))
        }
      },
    )
    const serve = async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        const context = await contextOf(request)
        const cachedRequest = { request, reply, context, route: contractRouteOf(request) }
        const { matched } = await responses.answer(cachedRequest, () =>
          shares.run(context, () =>
            handler.handle(request, reply, { context, ...(isBelowBase(request) && { prefix: basePrefix }) }),
          ),
        )
        if (!matched) await notFound(request, reply)
      } catch (error) {
        sendError(error, request, reply)
      }
    }
    for (const path of ['/v1/*', '/api/*', '/health', '/ready'])
      scope.all(path, { config: { needs: 'contract' } }, serve)
  })

  app.get('/metrics', { config: { needs: 'metrics' } }, async (request, reply) => {
    if (!mayReadMetrics(request, config.metricsToken))
      throw new KeptError('forbidden', '/metrics is available from this machine only, or with KEPT_METRICS_TOKEN.')
    await measureState(services)
    return reply.type(registry.contentType).send(await registry.metrics())
  })

  await declaredRoutes.during('public', () => pages.register(app))
  return app

  function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { status, body, headers } = toHttpError(error, request.id)
    if (status >= 500) log.error({ event: 'request.failed', request_id: request.id, err: error }, 'request failed')
    if (reply.sent || (status >= 500 && pages.answerBroken(request, reply))) return
    void reply.status(status).headers(headers).send(body)
  }

  /** Answers with a page for browsers and with JSON for other clients. */
  async function notFound(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (await pages.answerMissing(request, reply)) return
    sendError(new KeptError('not_found', `Not found: ${request.url.split('?')[0]?.slice(0, 200)}.`), request, reply)
  }
}

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return isLoopback(request)
  const received = Buffer.from(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
  const expected = Buffer.from(token)
  return received.length === expected.length && timingSafeEqual(received, expected)
}

/** Values in the body of a route for bulk data. */
const MAX_BULK_VALUES = 4_000_000

/** Identifies callers before authentication. */
function credentialOf({ headers, ip }: FastifyRequest): string {
  return headers.authorization ?? headers.cookie ?? ip
}

/** Above every declared limit; each route has its own. */
const MAX_CONTRACT_BODY_BYTES = 64 * 1024 ** 2

function parseContractBody(request: FastifyRequest, body: string, route: ContractRoute | undefined): unknown {
  const type = request.headers['content-type'] ?? 'application/json'
  if (body !== '' && !/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) {
    throw badInput('Send the body as JSON with the content type application/json.')
  }
  const value = parseJsonBody(body, route?.maxBodyBytes === undefined ? MAX_VALUES : MAX_BULK_VALUES)
  if (route) checkPathValues(route.path, request.url, value)
  return value
}

/** Rejects URLs with characters that databases cannot store. */
function checkAddress(url: string): void {
  if (/%00/.test(url)) throw badInput('The URL contains a NUL character (%00). Remove it.')
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
  } catch {
    throw badInput('The URL is not valid: its percent encoding cannot be decoded.')
  }
}
