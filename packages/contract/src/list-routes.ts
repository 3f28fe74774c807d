/** The contract as a list. */
import { isContractProcedure } from '@orpc/contract'
import type * as z from 'zod'
import type { CacheLifetime, Idempotency, Needs, RouteMeta } from './route.ts'

export interface ContractRoute {
  method: string
  summary: string
  /** "/v1/imports/{id}": metrics use this template, never the path of a request. */
  path: string
  needs: Needs
  idempotency: Idempotency
  maxBodyBytes: number | undefined
  cache: CacheLifetime | undefined
  /** Undefined when the route takes no input. */
  input: z.ZodType | undefined
}

export function listContractRoutes(tree: object): ContractRoute[] {
  return Object.values(tree).flatMap((node: object) => {
    if (!isContractProcedure(node)) return listContractRoutes(node)
    const { route, inputSchema: input } = node['~orpc']
    const { needs, idempotency, maxBodyBytes, cache }: RouteMeta = node['~orpc'].meta
    const { method = '', summary = '', path = '' } = route
    return [{ method, summary, path, needs, idempotency, maxBodyBytes, cache, input }]
  })
}
