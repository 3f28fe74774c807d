/**
 * How much of a request is taken in, and how long it may take to arrive. Every route has a limit, declared or the
 * default; it holds for bodies of announced and of unknown length alike, before anything is parsed.
 */
import type { IncomingMessage } from 'node:http'
import { Readable, Transform } from 'node:stream'
import { KeptError } from '@kept/domain/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Bytes of a body when its route declares nothing else. */
export const DEFAULT_BODY_BYTES = 1024 * 1024

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Bytes a body may have; `stream` for files, whose handler counts against the upload limit. */
    maxBody?: number | 'stream'
  }
}

interface BodyLimitOptions {
  /** The limit of a contract route, which Fastify knows only as a wildcard. */
  maxBytesOf(request: FastifyRequest): number | 'stream'
  /** A body without a stream's limit must have arrived by then. */
  bodyTimeoutMs: number
  /** A stream that sends nothing for so long is ended. */
  streamIdleMs: number
}

export function limitBodies(app: FastifyInstance, options: BodyLimitOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request.raw)) return
    const limit = options.maxBytesOf(request)
    const announced = Number(request.headers['content-length'] ?? 0)
    if (limit !== 'stream' && announced > limit) {
      void reply.header('connection', 'close')
      throw tooLarge(limit)
    }
    endSlowBody(request.raw, limit === 'stream', options)
  })
  app.addHook('onResponse', async ({ raw }) => discardRest(raw))
  app.addHook('preParsing', async (request, reply, payload) => {
    const limit = options.maxBytesOf(request)
    if (limit === 'stream' || !hasBody(request.raw)) return payload
    return countBytes(payload, limit, () => void reply.header('connection', 'close'))
  })
}

/** The body of a route that reads it itself, counted against the route's limit on the way. */
export function bodyStream({ body }: FastifyRequest): Readable {
  return (body as Readable | undefined) ?? Readable.from([])
}

/** The whole body of such a route; its declared limit holds. */
export async function readBody(request: FastifyRequest): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of bodyStream(request) as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A refused body is read to its end, or the next request on its connection would wait behind it. */
function discardRest(raw: IncomingMessage): void {
  if (raw.complete || raw.destroyed || !hasBody(raw)) return
  let bytes = 0
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DEFAULT_BODY_BYTES) raw.socket.destroy()
  })
  raw.resume()
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function countBytes(payload: NodeJS.ReadableStream, limit: number, onTooLarge: () => void): Readable {
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes <= limit) return done(null, chunk)
      onTooLarge()
      done(tooLarge(limit))
    },
  })
  // Nobody may be reading any more, once the request was refused: an error nobody hears ends the process.
  counted.on('error', () => undefined)
  // Whatever the sender did, a reader of the body gets one clear error and never waits for more.
  const breakOff = () => {
    if (!counted.writableEnded && !counted.destroyed)
      counted.destroy(new KeptError('bad_input', 'The request was interrupted.'))
  }
  payload.on('error', breakOff)
  payload.on('close', breakOff)
  return payload.pipe(counted)
}

/** Ends the connection of a body that does not arrive: in time as a whole, or for a stream, at all for a while. */
function endSlowBody(raw: IncomingMessage, isStream: boolean, { bodyTimeoutMs, streamIdleMs }: BodyLimitOptions): void {
  const { socket } = raw
  let bytesSeen = socket.bytesRead
  const check = () => {
    if (raw.complete || socket.destroyed) return clearInterval(timer)
    // What waits in our own buffer is our slowness, not the sender's.
    const isOurs = isStream && raw.readableLength > 0
    if (isStream && (isOurs || socket.bytesRead > bytesSeen)) {
      bytesSeen = socket.bytesRead
      return
    }
    clearInterval(timer)
    socket.destroy()
  }
  const timer = setInterval(check, isStream ? streamIdleMs : bodyTimeoutMs)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
}

function tooLarge(limit: number): KeptError {
  const size = limit >= 1024 ** 2 ? `${Math.round(limit / 1024 ** 2)} MB` : `${Math.round(limit / 1024)} KB`
  return new KeptError('too_large', `The request is larger than ${size}. Send smaller requests.`)
}
