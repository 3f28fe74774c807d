/** A span for each request, in which its queries are recorded. */
import { context, propagation, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

interface RequestTracing {
  /** The route in the contract's notation; undefined when nothing matches the path. */
  routeOf(request: FastifyRequest): string | undefined
  /** Behind a trusted proxy a request goes on with the trace of its caller. Strangers do not decide what is recorded. */
  continuesTraces: boolean
}

/** Asked every few seconds by machines; they would hide everything else. */
const untracedPaths = new Set(['/health', '/ready', '/metrics'])

export function traceRequests(app: FastifyInstance, { routeOf, continuesTraces }: RequestTracing): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  const tracer = trace.getTracer('kept')
  const enter = (request: FastifyRequest, done: () => void) => {
    const span = spans.get(request)
    if (span) context.with(trace.setSpan(context.active(), span), done)
    else done()
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const path = request.url.split('?')[0] ?? ''
    // A live connection stays for hours: its span would end long after those below it.
    if (untracedPaths.has(path) || request.headers.upgrade) return done()
    const parent = continuesTraces ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT
    const route = routeOf(request) ?? 'unmatched'
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'kept.request_id': request.id }
    spans.set(request, tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent))
    enter(request, done)
  })
  // What follows the end of a body runs in the context of its socket.
  app.addHook('preValidation', (request, _reply, done) => enter(request, done))
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
  // The client closed the connection before the response: no other hook is called.
  app.addHook('onRequestAbort', async (request) => spans.get(request)?.end())
}
