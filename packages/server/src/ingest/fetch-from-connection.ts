/**
 * Objects that an import names by a connection's address, fetched to disk by this process: the engine never sees the
 * connection's credentials and opens no address that an organization typed in.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join, matchesGlob } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  type StorageClient,
  StorageError,
  type StorageObject,
  TooManyObjectsError,
} from '@kept/connectors/storage/client.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { getConnection } from '@kept/store/connections/connections.ts'
import type { Services } from '../platform/context.ts'
import { openStorage } from '../platform/storage/open-storage.ts'
import { checkStorageAddress } from '../platform/storage/storage-address.ts'
import type { FetchFromConnection } from './open-delivery.ts'
import { arrivingSuffix } from './upload-path.ts'

const MAX_OBJECTS = 10_000
const MAX_FETCH_MS = 2 * 3_600_000

type Needs = Pick<Services, 'state' | 'secrets' | 'config' | 'now' | 'folder' | 'log'>

export function connectionFetcher(services: Needs): FetchFromConnection {
  const { state, config, folder, log } = services
  return async (scope, { url, connectionId, signal: stopped }) => {
    const connection = await getConnection(state.database, scope, connectionId).catch((error: unknown) => {
      if (error instanceof KeptError && error.code === 'not_found')
        throw badInput('The connection was removed; choose another one.')
      throw error
    })
    const { bucket, path } = checkStorageAddress(url, connection)
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(MAX_FETCH_MS)])
    const target = join(folder.uploads, `${randomUUID()}${arrivingSuffix}`)
    const remove = () => rm(target, { recursive: true, force: true })
    try {
      const storage = openStorage(services, scope, connection, bucket, signal)
      const objects = await listObjects(storage, path)
      if (objects.length === 0) throw badInput(`There is nothing at ${url}; check the address.`)
      const limit = config.uploadLimitBytes
      if (objects.reduce((total, { bytes }) => total + bytes, 0) > limit) throw tooMuch(url, limit)
      await fetchObjects(storage, objects, target, signal)
      const [only] = objects
      const isOneObject = objects.length === 1 && only?.path === path
      return { path: isOneObject ? join(target, localPath(path)) : target, remove }
    } catch (error) {
      await remove()
      stopped.throwIfAborted()
      throw describeFailure(error, url, (cause) =>
        log.warn({ event: 'connection.fetch_failed', connection_id: connectionId, ...cause }),
      )
    }
  }
}

/** What an address stands for: one object, everything below a folder, or what matches a pattern. */
async function listObjects(storage: StorageClient, path: string): Promise<StorageObject[]> {
  const pattern = /[*?{]/.exec(path)
  const prefix = pattern ? path.slice(0, pattern.index) : path
  const found = (await storage.list(prefix, MAX_OBJECTS)).filter(
    ({ path: each, bytes }) => bytes > 0 && !each.endsWith('/'),
  )
  if (pattern) return found.filter((object) => matchesGlob(object.path, path))
  const exact = found.filter((object) => object.path === path)
  if (exact.length > 0) return exact
  return path === '' || path.endsWith('/') ? found : found.filter((object) => object.path.startsWith(`${path}/`))
}

async function fetchObjects(
  storage: StorageClient,
  objects: StorageObject[],
  target: string,
  signal: AbortSignal,
): Promise<void> {
  for (const { path, bytes } of objects) {
    const file = join(target, localPath(path))
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const { body } = await storage.read(path)
    if (!body) throw new StorageError(502)
    const received = countBytes(bytes)
    await pipeline(
      Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
      received.stream,
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
      { signal },
    )
    if (received.bytes() !== bytes) throw new StorageError(502)
  }
}

/** An object that sends more than its listing said is cut off, so that no storage can fill the disk. */
function countBytes(expected: number) {
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > expected ? new StorageError(502) : null, chunk)
    },
  })
  return { stream, bytes: () => bytes }
}

/** An object's name as a path below the folder it is fetched to: it can never lead out of it. */
function localPath(path: string): string {
  return path
    .split('/')
    .map((part) => (part === '' || part === '.' || part === '..' ? '_' : part.replaceAll(/[\0\\]/g, '_')))
    .join('/')
}

function tooMuch(url: string, limit: number): KeptError {
  return new KeptError(
    'too_large',
    `${url} holds more than ${Math.round(limit / 1024 ** 2)} MB; name a smaller folder, or raise KEPT_UPLOAD_LIMIT_MB.`,
  )
}

/** One sentence about the address; never what the storage or the network answered, which may repeat what was signed. */
function describeFailure(
  error: unknown,
  url: string,
  log: (cause: { status?: number; code?: string }) => void,
): unknown {
  if (error instanceof KeptError) return error
  if (error instanceof TooManyObjectsError)
    return badInput(`${url} holds more than ${MAX_OBJECTS.toLocaleString('en-US')} objects; name a smaller folder.`)
  if (error instanceof StorageError) {
    const { status, region } = error
    log({ status })
    if (status === 401 || status === 403)
      return badInput(
        `${url} cannot be read with this connection: access was denied; check its credentials and what they allow.`,
      )
    if (status === 404) return badInput(`There is nothing at ${url}; check the address.`)
    if (status >= 300 && status < 400) {
      return badInput(
        region && /^[a-z0-9-]{1,30}$/.test(region)
          ? `${url} is in the region ${region}; add a connection for that region.`
          : `${url} was redirected to another address, which Kept does not follow; check the address and the region.`,
      )
    }
    if (status === 400)
      return badInput(`${url} was refused by the storage; check the address and the credentials of the connection.`)
    return badInput(`${url} could not be read completely; please try again later.`)
  }
  const refused = refusalIn(error)
  if (refused) return refused
  log({ code: codeOf(error) })
  return badInput(`${url} cannot be reached; check the address, the region and the network.`)
}

/** The guarded fetch wraps its own refusal of a private network. */
function refusalIn(error: unknown): KeptError | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof KeptError) return cause
  return undefined
}

function codeOf(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause) return String(cause.code)
  return error instanceof Error ? error.name : 'unknown'
}
