/**
 * The file in a request: its entire body, or the one file of a `multipart/form-data` form, as `curl -F file=@...` and
 * every HTML form send it. Streamed in both cases; nothing is held in memory.
 */
import { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { badInput, type KeptError } from '@kept/domain/errors.ts'
import { chunksOf } from '@kept/store/reading/chunks.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bodyStream } from './body-limits.ts'

interface FileBody {
  body: Readable
  /** The file name in the form; empty for a plain body. */
  name: string
}

/** Leaves bodies of every type unread, for `fileBody`. */
export function leaveBodiesUnread(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

/** Limits for fields before the file; only the file is read. */
const limits = { fields: 20, fieldSize: 8 * 1024, fieldNameSize: 200, headerPairs: 50, headerSize: 16 * 1024 }

/** The overhead of a form, for checks of the announced length. */
export const formAllowance = 256 * 1024

export async function fileBody(request: FastifyRequest): Promise<FileBody> {
  const raw = bodyStream(request)
  const type = request.headers['content-type'] ?? ''
  if (!/^\s*multipart\//i.test(type)) return { body: raw, name: '' }
  if (!/^\s*multipart\/form-data\b/i.test(type)) {
    throw badInput('This multipart type is not supported. Send the file as the body or as multipart/form-data.')
  }
  const form = openForm(request.headers as BusboyHeaders)
  let files = 0
  let current: Readable | undefined
  const formEnded = Promise.withResolvers<void>()
  // The reader of the file awaits it; without a reader, a late error is ignored.
  formEnded.promise.catch(() => undefined)
  const first = Promise.withResolvers<FileBody>()
  const fail = (error: KeptError) => {
    first.reject(error)
    formEnded.reject(error)
    current?.destroy(error)
    raw.unpipe(form)
    raw.resume()
  }
  form.on('file', (_field, stream, name) => {
    files += 1
    // A file whose form is truncated fails as well; the form's own error is the one in the response.
    stream.on('error', () => fail(brokenOff()))
    if (files > 1) {
      stream.resume()
      return fail(badInput('The form has more than one file. Send one file per request.'))
    }
    current = stream
    first.resolve({
      body: Readable.from(contentOf(stream, formEnded.promise), { objectMode: false }),
      name: name ?? '',
    })
  })
  form.on('finish', () => {
    if (files === 0)
      fail(badInput('The form has no file. Send it as a form field, for example curl -F file=@bill.csv.'))
    formEnded.resolve()
  })
  form.on('error', () => fail(brokenOff()))
  raw.on('error', () => fail(brokenOff()))
  request.raw.on('aborted', () => fail(brokenOff()))
  raw.pipe(form)
  return first.promise
}

function openForm(headers: BusboyHeaders): InstanceType<typeof Busboy> {
  try {
    return new Busboy({ headers, limits, isPartAFile: (_field, _type, name) => name !== undefined })
  } catch {
    throw badInput('The content type of the form has no boundary.')
  }
}

/** The file's bytes, and only then the end of the form: the file of a truncated form is incomplete. */
async function* contentOf(stream: Readable, formEnded: Promise<void>): AsyncGenerator<Buffer> {
  try {
    yield* chunksOf(stream)
    await formEnded
  } finally {
    // There is no reader: the rest of the form is discarded.
    stream.resume()
  }
}

function brokenOff(): KeptError {
  return badInput('The form is damaged or incomplete. Nothing was uploaded.')
}
