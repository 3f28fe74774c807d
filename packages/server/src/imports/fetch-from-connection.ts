/**
 * Fetches the objects of a connection to disk in this process, so that the warehouse never sees the
 * connection's credentials and never opens an address that an organization entered.
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
import type { Scope } from '@kept/domain/scope.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { getConnection, type SealedConnection } from '@kept/store/connections/connections.ts'
import { openBillingExport } from '../connections/public/open-billing-export.ts'
import { openCostReports } from '../connections/public/open-cost-reports.ts'
import { openStorage } from '../connections/public/open-storage.ts'
import { checkStorageAddress } from '../connections/public/storage-address.ts'
import type { Services } from '../platform/context.ts'
import { arrivingSuffix } from '../platform/upload-path.ts'
import { limitFetch } from './fetch-limit.ts'
import type { FetchFromConnection } from './open-delivery.ts'

const MAX_OBJECTS = 10_000

type Needs = Pick<Services, 'state' | 'secrets' | 'config' | 'now' | 'pace' | 'folder' | 'log'>

export function connectionFetcher(services: Needs): FetchFromConnection {
  const { state, config, folder, log } = services
  return async (scope, { url, connectionId, files, signal: stopped }) => {
    const connection = await getConnection(state.database, scope, connectionId).catch((error: unknown) => {
      if (error instanceof KeptError && error.code === 'not_found')
        throw badInput('This connection was removed. Choose another one.')
      throw error
    })
    // A billing export is made of rows, so that its months have no size before they are read.
    const isMeasured = connection.kind !== 'gcp' || files === undefined
    const time = limitFetch(url, { isMeasured })
    const signal = AbortSignal.any([stopped, time.signal])
    const target = join(folder.uploads, `${randomUUID()}${arrivingSuffix}`)
    const remove = () => rm(target, { recursive: true, force: true })
    try {
      const { storage, objects, path } = await openObjects(services, scope, connection, {
        url,
        files,
        signal,
      })
      if (objects.length === 0) throw badInput(`Nothing found at ${url}. Check the address.`)
      const limit = config.uploadLimitBytes
      const tooLarge = tooMuch(url, { limit, isMonth: files !== undefined })
      if (objects.reduce((total, { bytes }) => total + bytes, 0) > limit) throw tooLarge
      const unmeasured = isMeasured ? undefined : { limit, tooLarge }
      await fetchObjects(storage, objects, { target, signal, unmeasured, received: time.received })
      const [single] = objects
      const isOneObject = objects.length === 1 && single?.path === path
      return { path: isOneObject ? join(target, localPath(path)) : target, remove }
    } catch (error) {
      await remove()
      stopped.throwIfAborted()
      time.signal.throwIfAborted()
      throw describeFailure(error, url, (cause) =>
        log.warn({ event: 'connection.fetch_failed', connection_id: connectionId, ...cause }),
      )
    } finally {
      time.end()
    }
  }
}

/** The objects to fetch, and the storage that has them. Cost reports of a cloud are only ever passed by name. */
async function openObjects(
  services: Needs,
  scope: Scope,
  connection: SealedConnection,
  { url, files, signal }: Pick<Parameters<FetchFromConnection>[1], 'url' | 'files' | 'signal'>,
) {
  if (connection.kind === 'oci' && files !== undefined)
    return {
      storage: await openCostReports(services, scope, connection, { address: url, signal }),
      objects: files,
      path: '',
    }
  if (connection.kind === 'gcp' && files !== undefined)
    return {
      storage: await openBillingExport(services, scope, connection, { address: url, signal }),
      objects: files,
      path: '',
    }
  const { bucket, path } = checkStorageAddress(url, connection)
  const storage = openStorage(services, scope, connection, bucket, signal)
  return { storage, objects: files ?? (await listObjects(storage, path)), path }
}

/** Lists the objects of an address: one object, a folder or a pattern. */
async function listObjects(storage: StorageClient, path: string): Promise<StorageObject[]> {
  const pattern = /[*?{]/.exec(path)
  const prefix = pattern ? path.slice(0, pattern.index) : path
  const listed = (await storage.list(prefix, MAX_OBJECTS)).filter(
    ({ path: objectPath, bytes }) => bytes > 0 && !objectPath.endsWith('/'),
  )
  if (pattern) return listed.filter((object) => matchesGlob(object.path, path))
  const exact = listed.filter((object) => object.path === path)
  if (exact.length > 0) return exact
  return path === '' || path.endsWith('/') ? listed : listed.filter((object) => object.path.startsWith(`${path}/`))
}

interface FetchOptions {
  target: string
  signal: AbortSignal
  /** For files that are made of rows, so that they have no size before they are read: their reader counts the rows. */
  unmeasured: { limit: number; tooLarge: KeptError } | undefined
  received(): void
}

async function fetchObjects(
  storage: Pick<StorageClient, 'read'>,
  objects: readonly Pick<StorageObject, 'path' | 'bytes'>[],
  { target, signal, unmeasured, received: onReceived }: FetchOptions,
): Promise<void> {
  let left = unmeasured?.limit ?? 0
  for (const { path, bytes } of objects) {
    const file = join(target, localPath(path))
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const { body } = await storage.read(path)
    if (!body) throw new StorageError(502)
    const received = unmeasured
      ? countBytes(left, unmeasured.tooLarge, onReceived)
      : countBytes(bytes, new StorageError(502), onReceived)
    await pipeline(
      Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
      received.stream,
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
      { signal },
    )
    if (!unmeasured && received.bytes() !== bytes) throw new StorageError(502)
    left -= received.bytes()
  }
}

/** Fails when an object is larger than it may be, so that no storage can fill the disk. */
function countBytes(most: number, tooLarge: Error, onReceived: () => void) {
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      onReceived()
      done(bytes > most ? tooLarge : null, chunk)
    },
  })
  return { stream, bytes: () => bytes }
}

/** Returns the object name as a safe relative path without traversal. */
function localPath(path: string): string {
  return path
    .split('/')
    .map((part) => (part === '' || part === '.' || part === '..' ? '_' : part.replaceAll(/[\0\\]/g, '_')))
    .join('/')
}

/** A month of exports is imported as one, so that no smaller part of it can be chosen. */
function tooMuch(url: string, { limit, isMonth }: { limit: number; isMonth: boolean }): KeptError {
  const most = `${Math.round(limit / 1024 ** 2)} MB`
  return new KeptError(
    'too_large',
    isMonth
      ? `This month of ${url} has more than ${most}. Raise KEPT_UPLOAD_LIMIT_MB, then choose "Sync now".`
      : `${url} has more than ${most}. Choose a smaller folder, or raise KEPT_UPLOAD_LIMIT_MB.`,
  )
}

/** Error message without the response of the storage, which may contain signed values. */
function describeFailure(
  error: unknown,
  url: string,
  log: (cause: { status?: number; code?: string }) => void,
): unknown {
  if (error instanceof KeptError) return error
  if (error instanceof TooManyObjectsError)
    return badInput(`${url} has more than ${formatCount(MAX_OBJECTS)} objects. Choose a smaller folder.`)
  if (error instanceof StorageError) {
    const { status, region } = error
    log({ status })
    if (status === 401 || status === 403)
      return badInput(`Access to ${url} was denied. Check the credentials and permissions of the connection.`)
    if (status === 404) return badInput(`Nothing found at ${url}. Check the address.`)
    if (status >= 300 && status < 400) {
      return badInput(
        region && /^[a-z0-9-]{1,30}$/.test(region)
          ? `${url} is in the region ${region}. Add a connection for that region.`
          : `${url} redirects to another address. Check the address and the region.`,
      )
    }
    if (status === 400)
      return badInput(
        `The storage rejected the request for ${url}. Check the address and the credentials of the connection.`,
      )
    return badInput(`${url} could not be read completely. Try again later.`)
  }
  const refused = refusalIn(error)
  if (refused) return refused
  log({ code: codeOf(error) })
  return badInput(`${url} cannot be reached. Check the address, the region and the network.`)
}

/** Unwraps the refusal of a private network from the guarded fetch. */
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
