/** The contract's routes: bodies read and checked, responses compressed and kept, errors from our catalog. */
import fastifyCompress from '@fastify/compress'
import type { ContractRoute } from '@kept/contract/list-routes.ts'
import { badInput } from '@kept/domain/errors.ts'
import { asError } from '@kept/foundation/thrown.ts'
import { OpenAPIHandler } from '@orpc/openapi/fastify'
import { ORPCError } from '@orpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withoutBase } from './base-path.ts'
import { COMPRESSION } from './compression.ts'
import type { Services } from './context.ts'
import { isErrorBody, toHttpError } from './errors.ts'
import { MAX_VALUES, parseJsonBody } from './json-body.ts'
import { checkPathValues } from './path-values.ts'
import type { RequestContexts } from './request-contexts.ts'
import type { createRequestShares } from './request-share.ts'
import { ResponseCache } from './response-cache.ts'

interface ContractParts {
  services: Pick<Services, 'log' | 'config'>
  // biome-ignore lint/suspicious/noExplicitAny: oRPC's own handler takes any router; ours is typed where it is made.
  router: any
  requests: Pick<RequestContexts, 'contextOf' | 'contractRouteOf'>
  shares: ReturnType<typeof createRequestShares>
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<void>
  sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void
}

export async function serveContract(scope: FastifyInstance, parts: ContractParts): Promise<void> {
  const { services, router, requests, shares, notFound, sendError } = parts
  const { contextOf, contractRouteOf } = requests
  const { basePath } = services.config
  const handler = createHandler(router, services.log)
  const responses = new ResponseCache()
  responses.watch(scope)
  await scope.register(fastifyCompress, COMPRESSION)
  readBodies(scope, contractRouteOf)
  // oRPC reads the URL as it came.
  const isBelowBase = ({ originalUrl }: FastifyRequest) => withoutBase(originalUrl, basePath) !== originalUrl
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const context = await contextOf(request)
      const cachedRequest = { request, reply, context, route: contractRouteOf(request) }
      const { matched } = await responses.answer(cachedRequest, () =>
        shares.run(context, () =>
          handler.handle(request, reply, {
            context,
            ...(isBelowBase(request) && { prefix: basePath as `/${string}` }),
          }),
        ),
      )
      if (matched) return
      await notFound(request, reply)
    } catch (error) {
      sendError(error, request, reply)
    }
    // Until it is sent: Fastify would send it a second time.
    return reply
  }
  for (const path of ['/v1/*', '/api/*', '/health', '/ready']) scope.all(path, { config: { needs: 'contract' } }, serve)
}

function createHandler(router: ContractParts['router'], log: Services['log']) {
  return new OpenAPIHandler(router, {
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
}

/** oRPC reads bodies without a limit, so they are read and checked here. */
function readBodies(scope: FastifyInstance, routeOf: RequestContexts['contractRouteOf']): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser<string>(
    '*',
    { parseAs: 'string', bodyLimit: MAX_CONTRACT_BODY_BYTES },
    (request, body, done) => {
      try {
        done(null, parseContractBody(request, body, routeOf(request)))
      } catch (error) {
        done(asError(error))
      }
    },
  )
}

/** Values in the body of a route for bulk data. */
const MAX_BULK_VALUES = 4_000_000

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
