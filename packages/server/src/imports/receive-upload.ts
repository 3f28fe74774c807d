/**
 * `POST /v1/uploads?name=bill.csv.gz`: the body is the file, or a form with one file (`curl -F file=@bill.csv.gz`). It is streamed to disk under a temporary name, counted and
 * hashed, synced, renamed and only then recorded. An interrupted upload leaves nothing.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Upload } from '@kept/contract/routes/imports.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { codeOf } from '@kept/foundation/thrown.ts'
import { syncFolder } from '@kept/store/sync-folder.ts'
import { recordUpload } from '@kept/store/uploads/record.ts'
import type { RawRoutes } from '../platform/app.ts'
import { fileBody, formAllowance, leaveBodiesUnread } from '../platform/file-body.ts'
import { admit } from '../platform/guard.ts'
import { arrivingSuffix, uploadPath } from '../platform/upload-path.ts'

export const uploadRoutes: RawRoutes = (app, contextOf) => {
  app.register(async (scope) => {
    leaveBodiesUnread(scope)
    scope.post<{ Querystring: { name?: string } }>(
      '/v1/uploads',
      { config: { needs: 'costs:import', maxBody: 'stream' } },
      async (request, reply) => {
        const { services, scope: owner } = admit(await contextOf(request), 'costs:import')
        const { config, folder, state } = services
        const announced = Number(request.headers['content-length'] ?? 0)
        if (announced > config.uploadLimitBytes + formAllowance) throw tooLarge(config.uploadLimitBytes)
        const id = randomUUID()
        const arriving = `${uploadPath(folder, id)}${arrivingSuffix}`
        const file = await fileBody(request)
        const name = cleanName(request.query.name || file.name)
        try {
          const { bytes, sha256 } = await receive(file.body, arriving, config.uploadLimitBytes)
          if (bytes === 0) throw badInput(`"${name}" is empty. Choose a file with rows in it.`)
          await rename(arriving, uploadPath(folder, id))
          await syncFolder(folder.uploads)
          const upload: Upload = { id, name, bytes, sha256 }
          await recordUpload(state.database, owner, upload)
          return reply.send({ data: upload })
        } catch (error) {
          await rm(arriving, { force: true })
          await rm(uploadPath(folder, id), { force: true })
          throw readable(error)
        }
      },
    )
  })
}

async function receive(
  body: NodeJS.ReadableStream,
  path: string,
  limit: number,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > limit) return done(tooLarge(limit))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(body, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Returns the base name without control characters, for display only. */
function cleanName(rawName: string): string {
  const last = rawName.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
  const name = last.replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim()
  return (name.length > 200 ? `${name.slice(0, 150)}…${name.slice(-40)}` : name) || 'unnamed file'
}

function tooLarge(limit: number): KeptError {
  const megabytes = Math.round(limit / 1024 / 1024)
  return new KeptError(
    'too_large',
    `The file is larger than ${megabytes} MB. Raise KEPT_UPLOAD_LIMIT_MB, or import it from a bucket.`,
  )
}

function readable(error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'ENOSPC') return new KeptError('unavailable', 'The disk is full. Nothing was uploaded.')
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
    return badInput('The upload was interrupted. Nothing was uploaded.')
  }
  return error
}
