import { rolePermissions } from '@kept/domain/permission.ts'
import { expect, it } from 'vitest'
import type { RequestContext } from './context.ts'
import { admit } from './guard.ts'

const organization = { id: '00000000-0000-4000-8000-000000000001', slug: 'own', name: 'Own', demo: false }
const user = { id: 'u', email: 'u@example.com', full_name: 'U', role: 'billing_admin' as const }
const warnings: object[] = []
const context = {
  requestId: 'r',
  ip: '192.0.2.1',
  services: { log: { warn: (line: object) => warnings.push(line) } },
  me: { user, organization, permissions: [...rolePermissions.billing_admin] },
  scope: { organizationId: organization.id },
} as unknown as RequestContext

it('permits a role its permissions, and nothing else', () => {
  expect(admit(context, 'costs:read').scope.organizationId).toBe(organization.id)
  expect(() => admit(context, 'recommendations:write')).toThrow(
    "Your role (billing admin) can't do this. Ask an admin of your organization.",
  )
})

it('tells role, operator and API-key scope apart', () => {
  const denied = { ...context, me: { ...context.me, permissions: [] } } as unknown as RequestContext
  expect(() => admit(denied, 'costs:read')).toThrow(
    'This permission was taken from you. An admin of your organization can return it.',
  )
  const admin = {
    ...context,
    me: { ...context.me, user: { ...user, role: 'admin' }, permissions: [...rolePermissions.admin] },
  } as unknown as RequestContext
  expect(() => admit(admin, 'operator:read')).toThrow('Only the operator of this installation can do this.')
  const byKey = (scopes: string[]) =>
    ({ ...denied, person: undefined, apiKey: { id: 'k', name: 'K', scopes } }) as unknown as RequestContext
  expect(() => admit(byKey([]), 'costs:read')).toThrow('This API key does not have the scope costs:read.')
  expect(() => admit(byKey(['costs:read']), 'costs:read')).toThrow('who created this API key can no longer do this')
  expect(() => admit(byKey([]), 'users:write')).toThrow(
    'No API key can do this, because a leaked key could invite a user of its own. Sign in to do it.',
  )
})

it('asks anonymous callers to sign in', () => {
  expect(() => admit({ ...context, me: null, scope: null }, 'signed_in')).toThrow('Please sign in first.')
})

it('logs rejected requests of signed-in users, and none of anonymous ones', () => {
  warnings.length = 0
  expect(() => admit({ ...context, me: null, scope: null }, 'costs:read')).toThrow()
  expect(() => admit(context, 'recommendations:write')).toThrow()
  expect(warnings).toEqual([
    {
      event: 'request.refused',
      request_id: 'r',
      user_id: 'u',
      organization_id: organization.id,
      needs: 'recommendations:write',
      code: 'forbidden',
      ip: '192.0.2.1',
    },
  ])
})
