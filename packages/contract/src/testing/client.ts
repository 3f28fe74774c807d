/** A typed client for tests and benchmarks; programs use the `client` package, which retries and keeps a session. */

import { createORPCClient, ORPCError } from '@orpc/client'
import { OpenAPILink, type OpenAPILinkOptions } from '@orpc/openapi-client/fetch'
import { contract, type KeptClient } from '../contract.ts'
import { errorBodySchema } from '../route.ts'

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
