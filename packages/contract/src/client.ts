/** A typed client of the contract over HTTP, used by the web application and the command line. */

import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink, type OpenAPILinkOptions } from '@orpc/openapi-client/fetch'
import { contract } from './contract.ts'
import { errorBodySchema } from './route.ts'

export type KeptClient = ContractRouterClient<typeof contract>

export function createKeptClient(options: OpenAPILinkOptions<Record<never, never>>): KeptClient {
  return createORPCClient(new OpenAPILink(contract, { customErrorResponseBodyDecoder: toError, ...options }))
}

/** The error of the server with its code and message; undefined for another body, such as the page of a proxy. */
function toError(body: unknown, { status }: { status: number }): ORPCError<string, unknown> | undefined {
  const parsed = errorBodySchema.safeParse(body)
  if (!parsed.success) return undefined
  const { code, message, ...data } = parsed.data
  return new ORPCError(code, { status, message, data })
}
