/** The operations of every object storage: list objects and read one. Hosts are built here, never taken from a path. */
import type { NewStorageConnection } from '@kept/domain/connection.ts'

export interface StorageObject {
  /** Inside the bucket or container. */
  path: string
  bytes: number
  /** Changes when the object is written again; '' when the storage does not say. */
  version: string
}

export interface StorageClient {
  /** Objects whose path begins with `prefix`, at most `limit`; throws when there are more. */
  list(prefix: string, limit: number): Promise<StorageObject[]>
  /** The response whose body is the object; anything but success is thrown as a `StorageError`. */
  read(path: string): Promise<Response>
}

/** The server's fetch: no redirects, no private networks. A redirect is returned as its 3xx response. */
export type StorageFetch = (
  url: string,
  options: { method: 'GET'; headers: Record<string, string> },
) => Promise<Response>

export type ConnectionOf<Kind extends NewStorageConnection['kind']> = Extract<NewStorageConnection, { kind: Kind }>

/** The storage denied access or has no such object. Its own message is dropped: it may repeat what was signed. */
export class StorageError extends Error {
  readonly status: number
  /** The bucket's region, when the storage reports that it is another. */
  readonly region: string | undefined

  constructor(status: number, region?: string) {
    super(`The object storage returned HTTP ${status}.`)
    this.status = status
    this.region = region
  }
}

/** The response if it is a success; otherwise its body is discarded and its status thrown. */
export async function requireSuccess(response: Response): Promise<Response> {
  if (response.status === 200) return response
  await response.body?.cancel()
  throw new StorageError(response.status, response.headers.get('x-amz-bucket-region') ?? undefined)
}

export class TooManyObjectsError extends Error {}

/** Iterates over the pages of a listing. */
export async function collectPages(
  readPage: (cursor: string | undefined) => Promise<{ objects: StorageObject[]; next: string | undefined }>,
  limit: number,
): Promise<StorageObject[]> {
  const objects: StorageObject[] = []
  const cursors = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await readPage(cursor)
    objects.push(...page.objects)
    if (objects.length > limit) throw new TooManyObjectsError()
    // A storage that repeats a cursor would be listed forever.
    if (page.next !== undefined && cursors.has(page.next)) throw new StorageError(502)
    cursor = page.next
    if (cursor !== undefined) cursors.add(cursor)
  } while (cursor !== undefined)
  return objects
}

/** Encodes each part of an object's path for a URL; "/" stays. */
export function encodePath(path: string): string {
  return path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/')
}

const MAX_LISTING_BYTES = 32 * 1024 * 1024

/** A page of a listing; rejected when it is larger than any real page. */
export async function readListingText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_LISTING_BYTES) throw new StorageError(502)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
