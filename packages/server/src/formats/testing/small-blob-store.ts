/** The part of Azure Blob Storage that reading needs: list a container, and get blobs in ranges. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SmallBlobStore {
  /** As a storage account's page shows it, with the key of who asks. */
  connectionString(key: string): string
  close(): Promise<void>
}

const account = 'bills'

/** Blobs by "container/path". Every request must be signed with `key` (base64), or it is rejected. */
export async function startSmallBlobStore(blobs: ReadonlyMap<string, Buffer>, key: string): Promise<SmallBlobStore> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const path = decodeURIComponent(url.pathname.slice(account.length + 2))
    const query = url.searchParams
    if (request.headers.authorization !== `SharedKey ${account}:${signatureOf(request, url, key)}`)
      fail(response, 403, 'AuthenticationFailed')
    else if (query.get('comp') === 'list') send(response, 200, listing(blobs, path, query.get('prefix') ?? ''))
    else if (query.get('restype') === 'container') container(response)
    else blob(request, response, blobs.get(path))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${account}`
  return {
    connectionString: (callers) =>
      `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${callers};BlobEndpoint=${url};`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The Shared Key of Azure Storage: what is signed of a request, in its documented order. */
function signatureOf({ method = 'GET', headers }: IncomingMessage, url: URL, key: string): string {
  const headerValues = [
    ...['content-encoding', 'content-language', 'content-length', 'content-md5', 'content-type', 'date'],
    ...['if-modified-since', 'if-match', 'if-none-match', 'if-unmodified-since', 'range'],
  ].map((name) => (name === 'content-length' && headers[name] === '0' ? '' : (headers[name] ?? '')))
  const msHeaders = Object.keys(headers)
    .filter((name) => name.startsWith('x-ms-'))
    .sort()
    .map((name) => `${name}:${headers[name]}\n`)
  const query = [...url.searchParams].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `\n${name}:${value}`)
  const text = `${[method, ...headerValues].join('\n')}\n${msHeaders.join('')}/${account}${url.pathname}${query.join('')}`
  return createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64')
}

function listing(blobs: ReadonlyMap<string, Buffer>, container: string, prefix: string): string {
  const matches = [...blobs].filter(([path]) => path.startsWith(`${container}/${prefix}`))
  const entries = matches.map(
    ([path, bytes]) =>
      `<Blob><Name>${path.slice(container.length + 1)}</Name><Properties><Creation-Time>Fri, 01 Mar 2024 00:00:00 GMT</Creation-Time><Last-Modified>Fri, 01 Mar 2024 00:00:00 GMT</Last-Modified><Etag>0x1</Etag><Content-Length>${bytes.length}</Content-Length><BlobType>BlockBlob</BlobType></Properties></Blob>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?><EnumerationResults ServiceEndpoint="http://localhost/" ContainerName="${container}"><Prefix>${prefix}</Prefix><Blobs>${entries.join('')}</Blobs><NextMarker /></EnumerationResults>`
}

/** For a container itself, only its existence is requested. */
function container(response: ServerResponse): void {
  response.writeHead(200, { ...unchanged, ...ofContainer, 'content-length': 0 })
  response.end()
}

/** The library inside the engine requires all of them. */
const ofContainer = {
  'x-ms-lease-status': 'unlocked',
  'x-ms-lease-state': 'available',
  'x-ms-has-immutability-policy': 'false',
  'x-ms-has-legal-hold': 'false',
  'x-ms-immutable-storage-with-versioning-enabled': 'false',
  'x-ms-default-encryption-scope': '$account-encryption-key',
  'x-ms-deny-encryption-scope-override': 'false',
}

const unchanged = { etag: '"0x1"', 'last-modified': 'Fri, 01 Mar 2024 00:00:00 GMT' }

function blob(request: IncomingMessage, response: ServerResponse, bytes: Buffer | undefined): void {
  if (!bytes) {
    fail(response, 404, 'BlobNotFound')
    return
  }
  const range = /^bytes=(\d+)-(\d*)$/.exec(String(request.headers['x-ms-range'] ?? request.headers.range ?? ''))
  const first = Number(range?.[1] ?? 0)
  const last = Math.min(range?.[2] ? Number(range[2]) : bytes.length - 1, bytes.length - 1)
  const part = bytes.subarray(first, last + 1)
  response.writeHead(range ? 206 : 200, {
    'content-length': part.length,
    ...unchanged,
    'x-ms-creation-time': 'Fri, 01 Mar 2024 00:00:00 GMT',
    'x-ms-blob-type': 'BlockBlob',
    'x-ms-version': '2023-11-03',
    ...(range && { 'content-range': `bytes ${first}-${last}/${bytes.length}` }),
  })
  response.end(request.method === 'HEAD' ? undefined : part)
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.setHeader('x-ms-error-code', code)
  send(
    response,
    status,
    `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  )
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}
