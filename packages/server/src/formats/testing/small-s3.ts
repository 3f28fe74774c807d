/** The part of S3 that reading needs: list a bucket, and get objects in ranges. Records requests for the tests. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SmallS3 {
  url: string
  requests: { method: string; path: string; authorization: string }[]
  close(): Promise<void>
}

/** Objects by "bucket/key". Every request must be signed with `accessKey`, or it is rejected. */
export async function startSmallS3(objects: ReadonlyMap<string, Buffer>, accessKey: string): Promise<SmallS3> {
  const requests: SmallS3['requests'] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const authorization = request.headers.authorization ?? ''
    requests.push({ method: request.method ?? '', path: `${url.pathname}${url.search}`, authorization })
    if (!authorization.includes(`Credential=${accessKey}/`)) {
      send(response, 403, '<Error><Code>InvalidAccessKeyId</Code><Message>unknown key</Message></Error>')
    } else if (url.searchParams.has('list-type')) {
      send(response, 200, listing(objects, url.pathname.slice(1), url.searchParams))
    } else {
      object(request, response, objects.get(decodeURIComponent(url.pathname.slice(1))))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** In the order of the keys, a thousand to a page. */
function listing(objects: ReadonlyMap<string, Buffer>, bucket: string, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const matches = [...objects]
    .filter(([path]) => path.startsWith(`${bucket}/${prefix}`))
    .toSorted(([path], [other]) => (path < other ? -1 : 1))
  const start = Number(query.get('continuation-token') ?? 0)
  const next = start + 1000 < matches.length ? start + 1000 : undefined
  const contents = matches
    .slice(start, start + 1000)
    .map(
      ([path, bytes]) =>
        `<Contents><Key>${path.slice(bucket.length + 1)}</Key><LastModified>2024-03-01T00:00:00.000Z</LastModified><ETag>${etagOf(bytes)}</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    )
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><Prefix>${prefix}</Prefix><KeyCount>${contents.length}</KeyCount><MaxKeys>1000</MaxKeys><IsTruncated>${next !== undefined}</IsTruncated>${next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`}${contents.join('')}</ListBucketResult>`
}

function object(request: IncomingMessage, response: ServerResponse, bytes: Buffer | undefined): void {
  if (!bytes) {
    send(response, 404, '<Error><Code>NoSuchKey</Code><Message>no such key</Message></Error>')
    return
  }
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  const first = Number(range?.[1] ?? 0)
  const last = Math.min(range?.[2] ? Number(range[2]) : bytes.length - 1, bytes.length - 1)
  const part = bytes.subarray(first, last + 1)
  response.writeHead(range ? 206 : 200, {
    'content-length': part.length,
    etag: etagOf(bytes),
    'last-modified': 'Fri, 01 Mar 2024 00:00:00 GMT',
    ...(range && { 'content-range': `bytes ${first}-${last}/${bytes.length}` }),
  })
  response.end(request.method === 'HEAD' ? undefined : part)
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}
