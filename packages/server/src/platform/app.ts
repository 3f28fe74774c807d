/** HTTP server: Fastify with security headers, request ids, the contract's routes and the dashboard. */
import { randomUUID } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import { badInput, KeptError } from '@kept/domain/errors.ts'
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
import type { Identity, RequestContext, Services } from './context.ts'
import { watchRoutes } from './declared-routes.ts'
import { toHttpError } from './errors.ts'
import { setHeaders } from './headers.ts'
import { requestSeconds } from './metrics.ts'
import { openPages } from './pages.ts'
import { warnOfUntrustedProxy } from './proxy.ts'
import { checkQueryNames, listQueryNames } from './query-names.ts'
import { openRequestContexts, type RequestContexts } from './request-contexts.ts'
import { createRequestShares } from './request-share.ts'
import { serveContract } from './serve-contract.ts'
import { serveMetrics } from './serve-metrics.ts'
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

type SendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

/** The order is that in which hooks run and routes are matched. */
export async function createApp({ services, router, rawRoutes, identify, site }: AppParts): Promise<FastifyInstance> {
  const { log, config } = services
  const tls = config.publicUrl?.startsWith('https:') ?? false
  const app = createServer(services, { tls, sendError })
  services.drain.watch(app.server)
  const declaredRoutes = watchRoutes(app)
  const shares = createRequestShares()
  const requests = openRequestContexts(services, shares, identify)
  const { contextOf, contractRouteOf, measuredRouteOf, visitOf: knownVisitOf } = requests
  if (config.tracing) traceRequests(app, { routeOf: measuredRouteOf, continuesTraces: config.trustProxy !== undefined })
  limitBodies(app, {
    maxBytesOf: (request) =>
      contractRouteOf(request)?.maxBodyBytes ?? request.routeOptions.config?.maxBody ?? DEFAULT_BODY_BYTES,
    bodyTimeoutMs: config.requestTimeoutMs,
    streamIdleMs: config.requestTimeoutMs,
  })
  app.addHook('onRequest', async (request) => checkAddress(request.url))
  warnOfUntrustedProxy(app, config, log)
  await app.register(fastifyCookie)
  app.addHook('onRequest', async (request, reply) =>
    requests.noteVisit(request, visitOf(request, reply, { tls, basePath: config.basePath })),
  )
  checkQueries(app, requests)
  const pages = openPages({ site, contextOf, basePath: config.basePath })
  app.addHook('onSend', async (request, reply) => setHeaders(request, reply, { tls, route: contractRouteOf(request) }))
  observeResponses(app, log, measuredRouteOf)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) => notFound(request, reply))

  await app.register(async (scope) => {
    recordRawRoutes(scope, { contextOf, visitOf: knownVisitOf })
    for (const raw of rawRoutes) raw(scope, contextOf)
  })
  await app.register((scope) => serveContract(scope, { services, router, requests, shares, notFound, sendError }))
  serveMetrics(app, services)
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

function createServer(
  { log, config }: Services,
  { tls, sendError }: { tls: boolean; sendError: SendError },
): FastifyInstance {
  return Fastify({
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
}

function checkQueries(app: FastifyInstance, { routeOf }: RequestContexts): void {
  const queryNames = listQueryNames()
  app.addHook('preHandler', async (request) => {
    const { method, path } = routeOf(request)
    const allowed = queryNames.get(`${method} ${path}`)
    if (allowed) checkQueryNames(request.url, allowed)
  })
}

function observeResponses(
  app: FastifyInstance,
  log: Services['log'],
  measuredRouteOf: RequestContexts['measuredRouteOf'],
): void {
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
