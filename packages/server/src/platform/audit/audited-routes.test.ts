import { contract } from '@kept/contract/contract.ts'
import { listContractRoutes } from '@kept/contract/list-routes.ts'
import { streamRoutes } from '@kept/contract/streams/all.ts'
import { expect, it } from 'vitest'
import { auditedRouteOf, auditedRoutes } from './audited-routes.ts'

const described = [...listContractRoutes(contract), ...streamRoutes]
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

it('names an action for every changing route of a caller who is known', () => {
  // Public routes have no organization; sign-in records its own events in those of the user.
  const unnamed = described.filter(
    ({ method, path, needs, idempotency }) =>
      idempotency !== 'safe' && needs !== 'public' && !auditedRouteOf(method, path),
  )
  expect(unnamed.map(nameOf)).toEqual([])
})

it('names an action for every export', () => {
  const files = streamRoutes.filter(
    ({ idempotency, needs }) => idempotency === 'safe' && !['public', 'metrics', 'operator'].includes(needs),
  )
  expect(files.filter(({ method, path }) => !auditedRouteOf(method, path)).map(nameOf)).toEqual([])
})

it('lists no route that does not exist, and no action in another form', () => {
  const existing = new Set(described.map(nameOf))
  const listed = Object.keys(auditedRoutes)
  expect(listed.filter((name) => !existing.has(name))).toEqual([])
  for (const name of listed) {
    const [method = '', path = ''] = name.split(' ')
    expect(auditedRouteOf(method, path)?.action).toMatch(/^[a-z_]+\.[a-z_]+$/)
  }
})
