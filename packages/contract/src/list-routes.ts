/** The contract as a list. */
import type * as z from 'zod'
import type { CacheLifetime, Idempotency, Needs, RouteMeta } from './route.ts'

export interface ContractRoute {
  method: string
  /** "/v1/imports/{id}": metrics use this template, never the path of a request. */
  path: string
  needs: Needs
  idempotency: Idempotency
  maxBodyBytes: number | undefined
  cache: CacheLifetime | undefined
  /** Undefined when the route takes no input. */
  input: z.ZodType | undefined
}

interface Procedure {
  '~orpc': { route: { method?: string; path?: string }; meta: RouteMeta; inputSchema?: z.ZodType }
}

export function listContractRoutes(tree: object): ContractRoute[] {
  return Object.values(tree).flatMap((node: object) => {
    if (!('~orpc' in node)) return listContractRoutes(node)
    const { route, meta, inputSchema: input } = (node as Procedure)['~orpc']
    const { needs, idempotency, maxBodyBytes, cache } = meta
    return [{ method: route.method ?? '', path: route.path ?? '', needs, idempotency, maxBodyBytes, cache, input }]
  })
}
