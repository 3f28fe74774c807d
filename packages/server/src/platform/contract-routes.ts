/** The contract's routes by what a request asks for: their path as a template, and how large a body they take. */
import type { RouteMeta } from '@kept/contract/route.ts'

export interface ContractRoute {
  method: string
  /** "/v1/imports/{id}": the only form in which a path reaches the metrics. */
  path: string
  maxBodyBytes: number | undefined
}

interface Procedure {
  '~orpc': { route: { method?: string; path?: string }; meta: RouteMeta }
}

/** Finds the route of a request; undefined where there is none. */
export function matchContractRoutes(contract: object): (method: string, url: string) => ContractRoute | undefined {
  const fixed = new Map<string, ContractRoute>()
  const templates: { route: ContractRoute; pattern: RegExp }[] = []
  for (const route of listRoutes(contract)) {
    if (!route.path.includes('{')) fixed.set(`${route.method} ${route.path}`, route)
    else templates.push({ route, pattern: toPattern(route.path) })
  }
  return (method, url) => {
    const path = (url.split('?', 1)[0] ?? '').replace(/\/+$/, '')
    const exact = fixed.get(`${method} ${path}`)
    return exact ?? templates.find(({ route, pattern }) => route.method === method && pattern.test(path))?.route
  }
}

function listRoutes(tree: object): ContractRoute[] {
  return Object.values(tree).flatMap((node: object) => {
    if (!('~orpc' in node)) return listRoutes(node)
    const { route, meta } = (node as Procedure)['~orpc']
    return [{ method: route.method ?? '', path: route.path ?? '', maxBodyBytes: meta.maxBodyBytes }]
  })
}

function toPattern(path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)
}
