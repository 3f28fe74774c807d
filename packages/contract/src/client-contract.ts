/** The contract as a client needs it: the address and the idempotency of each route, without schemas. */
import { type AnyContractRouter, ContractProcedure } from '@orpc/contract'
import { clientRoutes } from './client-routes.ts'
import type { Idempotency } from './route.ts'

interface ClientRoute {
  /** "costs.query": the groups and the name in the contract. */
  name: string
  method: (typeof methods)[number]
  path: `/${string}`
  idempotency: Idempotency
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const repetitions: readonly Idempotency[] = ['safe', 'idempotent', 'key', 'none']

export function listClientRoutes(): ClientRoute[] {
  return Object.entries(clientRoutes).map(([name, text]) => {
    const [, verb, path, repetition] = /^(\w+) \/(\S*) (\w+)$/.exec(text) ?? []
    const method = methods.find((supported) => supported === verb)
    const idempotency = repetitions.find((value) => value === repetition)
    if (!method || !idempotency) throw new Error(`client-routes.ts: "${text}" is no route. Run "npm run openapi".`)
    return { name, method, path: `/${path ?? ''}`, idempotency }
  })
}

/** For the link of an oRPC client; its type is `KeptClient`. */
export const clientContract: AnyContractRouter = listClientRoutes().reduce<Tree>(addRoute, {})

interface Tree {
  [name: string]: Tree | ReturnType<typeof toProcedure>
}

function addRoute(tree: Tree, { name, ...route }: ClientRoute): Tree {
  const [group = '', ...rest] = name.split('.')
  const node = tree[group] ?? {}
  const isGroup = rest.length > 0 && !(node instanceof ContractProcedure)
  tree[group] = isGroup ? addRoute(node, { name: rest.join('.'), ...route }) : toProcedure(route)
  return tree
}

function toProcedure({ method, path, idempotency }: Omit<ClientRoute, 'name'>) {
  return new ContractProcedure({
    route: { method, path, inputStructure: 'compact' },
    meta: { idempotency },
    errorMap: {},
    inputSchema: undefined,
    outputSchema: undefined,
  })
}
