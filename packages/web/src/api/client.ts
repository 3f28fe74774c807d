/** The one API client of the dashboard, typed by the contract. */
import type { KeptClient } from '@kept/contract/contract.ts'
import { contract } from '@kept/contract/contract.ts'
import { createORPCClient } from '@orpc/client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { send } from './http-client.ts'

// Errors become sentences in `send`, so the link is made here rather than by the contract's own client,
// which would bring the schemas of every route into the browser.
const client: KeptClient = createORPCClient(
  new OpenAPILink(contract, { url: () => window.location.origin, fetch: (request) => send(request) }),
)

/** Queries and mutations of every route, ready for TanStack Query: `api.costs.query.queryOptions({ input })`. */
export const api = createTanstackQueryUtils(client)
