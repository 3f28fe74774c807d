/** Sends the SDK's requests through the caller's fetch, which guards networks, sizes and redirects. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { LiveFetch } from '@kept/domain/sync/live-fetch.ts'

/** The parts of the SDK's request that are used. */
interface SdkRequest {
  protocol: string
  hostname: string
  port?: number
  path: string
  query?: Record<string, string | string[] | null>
  method: string
  headers: Record<string, string>
  body?: unknown
}

const awsHost = /^(?:[a-z0-9-]+\.)*amazonaws\.com(?:\.cn)?$/

/** The SDK may read an address from the environment: with credentials of a customer, only AWS or `endpoint` is asked. */
export function requestHandler(
  fetch: LiveFetch,
  endpoint: string | undefined,
  onRequest: () => void,
): Record<string, unknown> {
  const allowedHost = endpoint === undefined ? undefined : new URL(endpoint).hostname
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    destroy() {
      // Nothing is held open here: the connections belong to the fetch.
    },
    async handle(request: SdkRequest, { abortSignal }: { abortSignal?: AbortSignal } = {}) {
      const isAllowed =
        allowedHost === undefined
          ? request.protocol === 'https:' && awsHost.test(request.hostname)
          : request.hostname === allowedHost || request.hostname.endsWith(`.${allowedHost}`)
      if (!isAllowed)
        throw new SyncFailure(
          'unavailable',
          `Kept sends the keys of a connection only to AWS, not to ${request.hostname}.`,
        )
      onRequest()
      const { host: _host, ...headers } = request.headers
      // Some services put the account before the name; an endpoint of one's own has no such name.
      const response = await fetch(urlOf({ ...request, hostname: allowedHost ?? request.hostname }), {
        method: request.method,
        headers,
        ...(request.body !== undefined && request.method !== 'GET' && { body: request.body }),
        signal: abortSignal,
      })
      return {
        response: {
          statusCode: response.status,
          headers: Object.fromEntries(response.headers),
          body: await response.bytes(),
        },
      }
    },
  }
}

function urlOf({ protocol, hostname, port, path, query }: SdkRequest): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === null
      ? [encodeUri(name)]
      : (Array.isArray(value) ? value : [value]).map((item) => `${encodeUri(name)}=${encodeUri(item)}`),
  )
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}

/** As it was signed. */
function encodeUri(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
