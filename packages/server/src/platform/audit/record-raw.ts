/** Records requests of routes outside the contract: uploads, telemetry, exports. Before the response is sent. */
import { streamRoutes } from '@kept/contract/streams/all.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { isObject } from '@kept/foundation/narrow.ts'
import { type AuditRecording, runInRecording } from '@kept/store/audit/recording.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestContext } from '../context.ts'
import type { Visit } from '../visit.ts'
import { auditedRouteOf } from './audited-routes.ts'
import { type RequestedRoute, recordDone, recordRefusal } from './record-request.ts'

interface RawRecorderParts {
  contextOf(request: FastifyRequest): Promise<RequestContext>
  visitOf(request: FastifyRequest): Visit | undefined
}

export function recordRawRoutes(scope: FastifyInstance, { contextOf, visitOf }: RawRecorderParts): void {
  const recordings = new WeakMap<FastifyRequest, AuditRecording>()
  const errors = new WeakMap<FastifyRequest, unknown>()
  scope.addHook('preHandler', (request, _reply, done) => {
    const visit = visitOf(request)
    const recording = {
      ip: visit?.ip || null,
      userAgent: visit?.userAgent || null,
      requestId: request.id,
      // Who calls is not identified yet: events of these routes name the session themselves.
      sessionId: null,
      recorded: 0,
    }
    recordings.set(request, recording)
    runInRecording(recording, done)
  })
  scope.addHook('onError', async (request, _reply, error) => void errors.set(request, error))
  scope.addHook('onSend', async (request, reply) => {
    const recording = recordings.get(request)
    // A request that ended before its handler changed nothing.
    if (recording && !isOfInstallation(request)) await record(request, reply, recording)
  })

  async function record(request: FastifyRequest, reply: FastifyReply, recording: AuditRecording): Promise<void> {
    const context = await contextOf(request)
    const { method, path } = context.route
    const audited = auditedRouteOf(method, path)
    if (reply.statusCode >= 400) return recordRefusal(context, audited, errors.get(request) ?? errorOf(reply))
    return recordDone(context, recording, audited, routeOf(method, path, request))
  }
}

/** What the operator does to the installation belongs to no organization's log; the server log has it. */
function isOfInstallation({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.needs === 'operator' && headers['x-kept-organization'] === undefined
}

function routeOf(method: string, path: string, { params, query }: FastifyRequest): RequestedRoute {
  const described = streamRoutes.find((route) => route.method === method && route.path === path)
  return {
    summary: described?.summary ?? `${method} ${path}`,
    inputSchema: described?.query,
    input: { ...(isObject(query) && query), ...(isObject(params) && params) },
  }
}

function errorOf({ statusCode }: FastifyReply): KeptError {
  return new KeptError(statusCode === 403 ? 'forbidden' : 'internal', `The response was ${statusCode}.`)
}
