/** For tests: every kind of caller of an organization, and what each route answers to it by its declaration. */
import { customRolePermissions } from '@kept/domain/custom-role.ts'
import {
  apiKeyPermissions,
  operatorPermissions,
  type Permission,
  type Role,
  rolePermissions,
} from '@kept/domain/permission.ts'
import { isOneOf } from '@kept/foundation/narrow.ts'
import type { TestKept } from '../testing.ts'
import type { KnownRoute } from './every-route.ts'
import { createTestUser, type TestUser } from './sign-in.ts'

export type Outcome = 'admitted' | 'sign in first' | 'not this role' | 'not this key' | 'people only' | 'operator only'

export interface Caller {
  name: string
  permissions: readonly Permission[]
  /** A user with a session. */
  person: boolean
  /** In the demo, where most changes are refused whatever the object. */
  demo?: boolean
  /** Headers of a new session: signing out must not affect the next request. */
  headers(): Promise<Record<string, string>>
}

/** Roles, custom roles, API keys and demo visitors. */
export async function openCallers(kept: TestKept): Promise<Caller[]> {
  const admin = await createTestUser(kept, { name: 'keeper', in: 'own', role: 'admin' })
  const person = (name: string, role: Role): Caller => ({
    name,
    permissions: rolePermissions[role],
    person: true,
    headers: async () => (await createTestUser(kept, { name, in: 'own', role })).headers,
  })
  const key = async (name: string, scopes: Permission[]): Promise<Caller> => {
    const { data } = await admin.client.apiKeys.create({ name, scopes })
    return { name, permissions: scopes, person: false, headers: async () => ({ authorization: `Bearer ${data.key}` }) }
  }
  const custom = (name: string, permissions: readonly Permission[]) => openCustomRole(kept, admin, name, permissions)
  return [
    // Custom roles: one that only reads, one with a single permission, and everything that a role may have.
    await custom(
      'auditor',
      customRolePermissions.filter((permission) => permission.endsWith(':read')),
    ),
    await custom('importer', ['costs:import']),
    await custom('everything', customRolePermissions),
    { name: 'an anonymous caller', permissions: [], person: false, headers: async () => ({}) },
    person('user', 'user'),
    person('billing_admin', 'billing_admin'),
    person('admin', 'admin'),
    {
      name: 'a user without an organization',
      permissions: [],
      person: true,
      headers: async () => (await createTestUser(kept, { name: 'loner', in: null })).headers,
    },
    await key('a key with every scope', [...apiKeyPermissions]),
    await key('a key with one scope', ['notifications:read']),
    ...(await openDemoCallers(kept)),
  ]
}

async function openCustomRole(
  kept: TestKept,
  admin: TestUser,
  name: string,
  permissions: readonly Permission[],
): Promise<Caller> {
  const own = { organization: 'own' }
  const { data } = await admin.client.accessControls.get(own)
  const existing = data.custom_roles.map(({ people: _, ...role }) => role)
  const { data: saved } = await admin.client.accessControls.update({
    ...own,
    custom_roles: [...existing, { name, permissions: [...permissions] }],
  })
  const role = saved.custom_roles.find((candidate) => candidate.name === name)
  const headers = async () => {
    const user = await createTestUser(kept, { name, in: 'own', role: 'user' })
    const people = [{ id: user.userId, custom_role_id: role?.id }]
    await admin.client.accessControls.update({ ...own, people })
    return user.headers
  }
  return { name, permissions, person: true, headers }
}

async function openDemoCallers(kept: TestKept): Promise<Caller[]> {
  // The demo is enabled, but not seeded: its bill is not needed.
  kept.server.services.config.demo = true
  const demo = await kept.world.database.shared
    .insertInto('organization')
    .values({ slug: 'demo', name: 'Demo', demo: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return (['demo-client', 'demo-admin'] as const).map((name): Caller => {
    const role = name === 'demo-admin' ? 'admin' : 'user'
    const session = {
      name,
      in: { organizationId: demo.id },
      role,
      demo: true,
      emailDomain: 'demo.kept.invalid',
    } as const
    return {
      name,
      // The demo's admin sees operator screens, of the demo only.
      permissions: [...rolePermissions[role], ...(role === 'admin' ? operatorPermissions : [])],
      person: true,
      demo: true,
      headers: async () => (await createTestUser(kept, session)).headers,
    }
  })
}

/** What the route's declaration says about the caller. */
export function expectedOutcome({ needs }: KnownRoute, { name, permissions, person }: Caller): Outcome {
  const isAnonymous = name === 'an anonymous caller'
  const hasNoOrganization = name === 'a user without an organization'
  if (needs === 'public' || needs === 'metrics') return 'admitted'
  if (needs === 'operator') return 'operator only'
  if (isAnonymous) return 'sign in first'
  if (needs === 'person') return person ? 'admitted' : 'people only'
  if (hasNoOrganization) return 'sign in first'
  if (needs === 'signed_in' || needs === 'contract') return 'admitted'
  if (permissions.includes(needs)) return 'admitted'
  if (isOneOf(operatorPermissions, needs)) return 'operator only'
  return person ? 'not this role' : 'not this key'
}

/** By the guard's own messages. */
export function outcomeIn(message: string): Outcome {
  if (/^(Please s|S)ign in first/.test(message)) return 'sign in first'
  if (/^Your role \(/.test(message)) return 'not this role'
  if (/^(?:This API key does not have the scope|No API key can do this)/.test(message)) return 'not this key'
  if (/^API keys cannot do this/.test(message)) return 'people only'
  if (/^Only the operator/.test(message)) return 'operator only'
  return 'admitted'
}

interface SentAnswer {
  status: number
  message: string
  text: string
}

/** A request with JSON; redirects are not followed. */
export async function sendJson(
  address: string,
  method: string,
  headers: Record<string, string>,
  body: unknown = {},
): Promise<SentAnswer> {
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const response = await fetch(address, {
    method,
    headers: { ...headers, ...(hasBody && { 'content-type': 'application/json' }) },
    redirect: 'manual',
    ...(hasBody && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const parsed: { message?: string } = text.startsWith('{') ? JSON.parse(text) : {}
  return { status: response.status, message: parsed.message ?? '', text }
}
