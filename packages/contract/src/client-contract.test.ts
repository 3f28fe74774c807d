import { describe, expect, it } from 'vitest'
import { clientContract, listClientRoutes } from './client-contract.ts'
import { contract } from './contract.ts'
import { listContractRoutes } from './list-routes.ts'

describe('clientContract', () => {
  it('has every route of the contract at the same place, without its schemas', () => {
    const namesOf = (tree: object): string[] =>
      Object.entries(tree).flatMap(([name, node]: [string, object]) =>
        '~orpc' in node ? [name] : namesOf(node).map((child) => `${name}.${child}`),
      )
    expect(namesOf(clientContract)).toEqual(namesOf(contract))
    expect(listClientRoutes().map(({ method, path, idempotency }) => ({ method, path, idempotency }))).toEqual(
      listContractRoutes(contract).map(({ method, path, idempotency }) => ({ method, path, idempotency })),
    )
    expect(listContractRoutes(clientContract).filter(({ input }) => input !== undefined)).toEqual([])
  })
})
