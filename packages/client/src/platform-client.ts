/**
 * The client of Kept's platform API, for programs: a bearer token, 30 s per request, retries after 1, 2 and 4 s for
 * idempotent requests (a POST with an `Idempotency-Key`), and a WebSocket with five reconnects that double from 1 s and
 * a heartbeat every 30 s.
 */

import { clientContract, listClientRoutes } from '@kept/contract/client-contract.ts'
import type { KeptClient } from '@kept/contract/contract.ts'
import { matchRoutes } from '@kept/contract/match-route.ts'
import { createORPCClient } from '@orpc/client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { connectPlatform, type PlatformConnection, type PlatformListener } from './platform-connection.ts'
import { createSend, waitFor } from './send.ts'
import type { OpenSocket } from './web-socket.ts'

interface PlatformClientOptions {
  /** The base URL of Kept: "https://kept.example.com". */
  baseUrl: string
  /** An API key or a short-lived token of the platform API; a function is called before each request. */
  token: string | (() => string | undefined)
  /** The organization, when the token acts for several. */
  organization?: string | undefined
  timeoutSeconds?: number
  fetch?: (request: Request) => Promise<Response>
  openSocket?: OpenSocket
  /** Called on 401 and 403: renews the token; false when that is not possible. */
  renew?(): Promise<boolean>
}

/** Every response of the platform API: `data`, sometimes a `message`, and `meta` for pages of lists. */
interface PlatformAnswer<Data> {
  data: Data
  message?: string | undefined
  meta?: Record<string, unknown> | undefined
}

interface PlatformClient {
  /** Every route of the contract, typed: `client.api.costs.query({ ... })`. Rejects with ApiError. */
  api: KeptClient
  /** Any path under `baseUrl`, such as "/v1/users?page=2". Rejects with ApiError. */
  request<Data>(method: string, path: string, body?: unknown): Promise<PlatformAnswer<Data>>
  /** A live connection to `/ws`; the last 100 messages and 10 alerts are stored. */
  connect(listener: PlatformListener): PlatformConnection
}

/** The header in which an operator names the organization of a request. */
const organizationHeader = 'x-kept-organization'

export function createPlatformClient(options: PlatformClientOptions): PlatformClient {
  const { token, organization, timeoutSeconds, fetch: fetchOnce = fetch, renew } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const bearer = typeof token === 'function' ? token : () => token
  const findRoute = matchRoutes(listClientRoutes())
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '')
  const send = createSend({
    fetch: fetchOnce,
    wait: waitFor,
    timeoutSeconds,
    bearer,
    renew,
    idempotencyOf: (method, path) => findRoute(method, path.slice(prefix.length))?.idempotency,
  })
  const headers: Record<string, string> = organization === undefined ? {} : { [organizationHeader]: organization }
  const api: KeptClient = createORPCClient(
    new OpenAPILink(clientContract, { url: baseUrl, headers: () => headers, fetch: (request) => send(request) }),
  )
  return {
    api,
    async request<Data>(method: string, path: string, body?: unknown): Promise<PlatformAnswer<Data>> {
      const response = await send(
        new Request(new URL(path, `${baseUrl}/`), {
          method,
          headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      )
      return (await response.json()) as PlatformAnswer<Data>
    },
    connect: (listener) => connectPlatform({ baseUrl, bearer, headers, openSocket: options.openSocket }, listener),
  }
}
