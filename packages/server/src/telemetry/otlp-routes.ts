/** `POST /v1/traces`, `/v1/metrics`, `/v1/logs`: OTLP over HTTP, protobuf or JSON, gzip or plain. */
import type { OtlpSignal } from '@kept/connectors/telemetry/otlp-protobuf.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RawRoutes } from '../platform/app.ts'
import { bodyStream } from '../platform/body-limits.ts'
import type { RequestContext } from '../platform/context.ts'
import { toHttpError } from '../platform/errors.ts'
import { admit } from '../platform/guard.ts'
import { contentTypes, exportAnswer, type OtlpEncoding, statusAnswer } from './answer.ts'
import type { GatheredTelemetry } from './public/gathered-telemetry.ts'
import { IntakeQueue } from './queue.ts'
import { decodeBody, largestBody, receiveBody } from './read-body.ts'

/**
 * Where decoded telemetry goes: to the loops feature, passed in because features do not import each other. It resolves
 * when the delivery is on disk.
 */
export type TakeIn = (
  scope: Scope,
  signal: OtlpSignal,
  gathered: GatheredTelemetry,
  delivery: { encoding: OtlpEncoding; packing: string; body: Buffer },
) => Promise<void>

const needs = 'telemetry:write'
/** Parts dropped from one span or record, which itself was accepted. */
const onlyParts = /^attributes /

export function otlpRoutes(takeIn: TakeIn, queue = new IntakeQueue()): RawRoutes {
  return (app, contextOf) => {
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
      for (const signal of ['traces', 'metrics', 'logs'] as const) {
        // Rejected here only far above the limit: below it the response is in the sender's encoding.
        scope.post(`/v1/${signal}`, { config: { needs, maxBody: 2 * largestBody } }, async (request, reply) => {
          const encoding = encodingOf(request)
          try {
            const answer = await handle(request, await contextOf(request), signal)
            return reply.type(contentTypes[encoding ?? 'json']).send(answer)
          } catch (error) {
            // The rest of the body would be parsed as the next request.
            if (!request.raw.complete) void reply.header('connection', 'close')
            if (encoding !== 'protobuf') throw error
            return refuseInProtobuf(error, request, reply)
          }
        })
      }
    })
  }

  async function handle(request: FastifyRequest, context: RequestContext, signal: OtlpSignal): Promise<Buffer> {
    const { scope: owner } = admit(context, needs)
    const encoding = encodingOf(request)
    if (!encoding) throw badInput('Unsupported Content-Type. Send application/x-protobuf or application/json.')
    const contentLength = Number(request.headers['content-length'])
    // Without a length, the maximum: the reserved room must fit.
    const release = queue.reserve(
      owner.organizationId,
      Number.isFinite(contentLength) ? Math.min(contentLength, largestBody) : largestBody,
    )
    try {
      const body = contentLength === 0 ? Buffer.alloc(0) : await receiveBody(bodyStream(request))
      const packing = String(request.headers['content-encoding'] ?? '').toLowerCase()
      const gathered = await queue.run(() => decodeBody(body, { signal, encoding, packing }))
      // Not in the queue: deliveries that wait for the disk share one fsync.
      await takeIn(owner, signal, gathered, { encoding, packing, body })
      return exportAnswer(encoding, signal, rejectedOf(gathered))
    } finally {
      release()
    }
  }
}

function rejectedOf({ dropped }: GatheredTelemetry): { rejected: number; message: string } {
  const rejected = [...dropped].reduce((sum, [reason, items]) => (onlyParts.test(reason) ? sum : sum + items), 0)
  return { rejected, message: [...dropped].map(([reason, items]) => `${items} ${reason}`).join('; ') }
}

function encodingOf({ headers }: FastifyRequest): OtlpEncoding | undefined {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  if (type === 'application/x-protobuf' || type === 'application/protobuf') return 'protobuf'
  return type === 'application/json' ? 'json' : undefined
}

/** Codes of gRPC, as in Status. */
const codes: Record<number, number> = { 401: 16, 403: 7, 429: 14 }
const [invalidArgument, unavailable] = [3, 14]

function refuseInProtobuf(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, headers } = toHttpError(error, request.id)
  if (status >= 500) request.log.error({ event: 'telemetry.ingest_failed', err: error }, 'telemetry not ingested')
  const code = codes[status] ?? (status >= 500 ? unavailable : invalidArgument)
  return reply.status(status).headers(headers).type(contentTypes.protobuf).send(statusAnswer(code, body.message))
}
