/** Every route of the server with its access: the contract's and those outside it. */
import { contract } from '@kept/contract/contract.ts'
import { listContractRoutes } from '@kept/contract/list-routes.ts'
import type * as z from 'zod'
import type { DeclaredRoute, RouteNeeds } from '../platform/declared-routes.ts'

export interface KnownRoute {
  method: string
  /** With parameters as `{id}`. */
  path: string
  needs: RouteNeeds
  /** Beside the contract: plain Fastify. */
  raw: boolean
  /** The input schema of a contract route. */
  input?: z.ZodType
}

export function contractRoutes(): KnownRoute[] {
  return listContractRoutes(contract).map(({ method, path, needs, input }) => ({
    method,
    path,
    needs,
    raw: false,
    ...(input && { input }),
  }))
}

/** Dashboard files are public and many; HEAD and OPTIONS exist for every GET. */
export function rawRoutes(declared: readonly DeclaredRoute[]): KnownRoute[] {
  return declared
    .filter(({ method, needs, path }) => method !== 'HEAD' && needs !== 'contract' && /^\/(v1|api|metrics)/.test(path))
    .map(({ method, path, needs }) => ({ method, path: path.replaceAll(/:(\w+)/g, '{$1}'), needs, raw: true }))
}
