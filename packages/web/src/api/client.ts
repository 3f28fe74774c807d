/** The one API client of the dashboard, typed by the contract. */

import { clientContract } from '@kept/contract/client-contract.ts'
import type { KeptClient } from '@kept/contract/contract.ts'
import { createORPCClient } from '@orpc/client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { serverUrl } from '../url/base-path.ts'
import { send } from './http-client.ts'

const client: KeptClient = createORPCClient(
  new OpenAPILink(clientContract, {
    url: () => serverUrl('/').href.replace(/\/$/, ''),
    fetch: (request) => send(request),
  }),
)

/** Queries and mutations of every route, ready for TanStack Query: `api.costs.query.queryOptions({ input })`. */
export const api = createTanstackQueryUtils(client)
