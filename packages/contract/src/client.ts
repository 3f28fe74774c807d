/** A typed client of the contract over HTTP; the web room and the command line both stand on it. */

import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink, type OpenAPILinkOptions } from '@orpc/openapi-client/fetch'
import { contract } from './contract.ts'
import { errorBodySchema } from './route.ts'

export type KeptClient = ContractRouterClient<typeof contract>

export function createKeptClient(options: OpenAPILinkOptions<Record<never, never>>): KeptClient {
  return createORPCClient(new OpenAPILink(contract, { customErrorResponseBodyDecoder: toError, ...options }))
}

/** What the server says went wrong, with its code and sentence; anything else (a proxy's page) is left to the link. */
function toError(body: unknown, { status }: { status: number }): ORPCError<string, unknown> | undefined {
  const parsed = errorBodySchema.safeParse(body)
  if (!parsed.success) return undefined
  const { code, message, ...data } = parsed.data
  return new ORPCError(code, { status, message, data })
}
