/** The contract as a list, and the route that matches a request. */
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

/** Finds the route of a request by its method and its path; undefined where there is none. */
export function matchContractRoutes(contract: object): (method: string, path: string) => ContractRoute | undefined {
  const fixed = new Map<string, ContractRoute>()
  const templates: { route: ContractRoute; pattern: RegExp }[] = []
  for (const route of listContractRoutes(contract)) {
    if (!route.path.includes('{')) fixed.set(`${route.method} ${route.path}`, route)
    else templates.push({ route, pattern: toPattern(route.path) })
  }
  return (method, url) => {
    const path = (url.split('?', 1)[0] ?? '').replace(/\/+$/, '')
    const exact = fixed.get(`${method} ${path}`)
    return exact ?? templates.find(({ route, pattern }) => route.method === method && pattern.test(path))?.route
  }
}

function toPattern(path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)
}
