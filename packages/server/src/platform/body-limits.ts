/**
 * Size and time limits of request bodies. Every route has a limit, its own or the default, for bodies with or without
 * Content-Length, enforced before anything is parsed.
 */
import type { IncomingMessage } from 'node:http'
import { Readable, Transform } from 'node:stream'
import { KeptError } from '@kept/domain/errors.ts'
import { chunksOf } from '@kept/store/reading/chunks.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Bytes of a body when its route declares nothing else. */
export const DEFAULT_BODY_BYTES = 1024 * 1024

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Bytes a body may have; `stream` for files, whose handler applies the upload limit. */
    maxBody?: number | 'stream'
  }
}

interface BodyLimitOptions {
  /** The limit of a contract route, which Fastify knows only as a wildcard. */
  maxBytesOf(request: FastifyRequest): number | 'stream'
  /** A body that is not streamed must arrive within this time. */
  bodyTimeoutMs: number
  /** A stream without data for this long is ended. */
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

/** The body of a route that reads it itself, counted against the route's limit. */
export function bodyStream({ body }: FastifyRequest): Readable {
  return (body as Readable | undefined) ?? Readable.from([])
}

/** The complete body of such a route, within its limit. */
export async function readBody(request: FastifyRequest): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of chunksOf(bodyStream(request))) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A rejected body is read to its end, or the next request on its connection would wait behind it. */
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
  // After a rejection the stream has no reader: an unhandled error event would end the process.
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

/** Closes the connection of a body that does not arrive: within a total time, or for a stream, within an idle time. */
function endSlowBody(raw: IncomingMessage, isStream: boolean, { bodyTimeoutMs, streamIdleMs }: BodyLimitOptions): void {
  const { socket } = raw
  let bytesSeen = socket.bytesRead
  const check = () => {
    if (raw.complete || socket.destroyed) return clearInterval(timer)
    // Data that waits in our buffer is our delay, not the sender's.
    const isOurs = isStream && raw.readableLength > 0
    if (isStream && (isOurs || socket.bytesRead > bytesSeen)) {
      bytesSeen = socket.bytesRead
      return
    }
    clearInterval(timer)
    socket.destroy()
  }
  // What arrived while this process was busy is read first.
  const timer = setInterval(() => setImmediate(check), isStream ? streamIdleMs : bodyTimeoutMs)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
}

function tooLarge(limit: number): KeptError {
  const size = limit >= 1024 ** 2 ? `${Math.round(limit / 1024 ** 2)} MB` : `${Math.round(limit / 1024)} KB`
  return new KeptError('too_large', `The request is larger than ${size}. Send smaller requests.`)
}
