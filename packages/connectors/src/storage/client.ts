/** What every object storage can do for Kept: list objects and read one. Hosts are built here, never taken from a path. */
import type { NewConnection } from '@kept/domain/connection.ts'

export interface StorageObject {
  /** Inside the bucket or container. */
  path: string
  bytes: number
}

export interface StorageClient {
  /** Objects whose path begins with `prefix`, at most `limit`; refuses when there are more. */
  list(prefix: string, limit: number): Promise<StorageObject[]>
  /** The answer whose body is the object; anything but success is thrown as a `StorageError`. */
  read(path: string): Promise<Response>
}

/** fetch as the server allows it: no redirects, no private networks. A redirect comes back as its 3xx answer. */
export type StorageFetch = (
  url: string,
  options: { method: 'GET'; headers: Record<string, string> },
) => Promise<Response>

export type ConnectionOf<Kind extends NewConnection['kind']> = Extract<NewConnection, { kind: Kind }>

/** The storage refused or does not have it. Its own text is not carried along: it may repeat what was signed. */
export class StorageError extends Error {
  readonly status: number
  /** The region the bucket is in, when the storage says that it is another. */
  readonly region: string | undefined

  constructor(status: number, region?: string) {
    super(`The object storage returned HTTP ${status}.`)
    this.status = status
    this.region = region
  }
}

/** The answer when it is a success; otherwise its body is discarded and its status thrown. */
export async function requireSuccess(response: Response): Promise<Response> {
  if (response.status === 200) return response
  await response.body?.cancel()
  throw new StorageError(response.status, response.headers.get('x-amz-bucket-region') ?? undefined)
}

export class TooManyObjectsError extends Error {}

/** Walks the pages of a listing. */
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

/** Encodes each part of an object's path for an address; "/" stays. */
export function encodePath(path: string): string {
  return path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/')
}

const MAX_LISTING_BYTES = 32 * 1024 * 1024

/** A page of a listing; a storage that sends more than any real page holds is refused. */
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
