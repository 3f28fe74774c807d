/**
 * Everyone who comes in with more permissions than a user raises a security alert: by an invitation, an identity provider
 * or provisioning, when they are enabled again, and when they are restored.
 */
import type { Permission } from '@kept/domain/permission.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personOfClaims } from './identity/oauth/person-of-claims.ts'
import { invitationToken } from './testing/mails.ts'
import { scimClient } from './testing/scim-client.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { verifyDomain } from './testing/verify-domain.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let admin: TestUser
let powerful: string
let narrow: string
beforeAll(async () => {
  kept = await openKept()
  await verifyDomain(kept.world.database, kept.world.scope, 'corp.example')
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  const role = (name: string, permissions: Permission[]) => ({ name, description: '', permissions })
  const { data } = await admin.client.accessControls.update({
    organization: 'own',
    custom_roles: [role('Powerful', ['costs:read', 'users:write', 'security:write']), role('Narrow', ['costs:read'])],
  })
  const idOf = (roleName: string) => data.custom_roles.find(({ name }) => name === roleName)?.id ?? ''
  powerful = idOf('Powerful')
  narrow = idOf('Narrow')
})
afterAll(() => kept.close())

/** What the alerts that the action raises say of permissions. */
async function alertsOf(action: 'membership.joined' | 'membership.enabled' | 'membership.restored') {
  const rows = await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.selectFrom('alert_event').select('body').where('thread', 'like', `security:${action}:%`).orderBy('at').execute(),
  )
  return rows.map(({ body }) => /^New permissions: ([^.]+)\./.exec(body)?.[1] ?? '')
}

const gained = 'users:write, security:write'

async function changeStatus(id: string, status: 'active' | 'disabled') {
  await admin.client.users.update({ id, status })
}

describe.each([
  { role: 'Powerful', id: () => powerful, raised: [gained] },
  { role: 'Narrow', id: () => narrow, raised: [] },
  { role: 'user', id: () => undefined, raised: [] },
])('the role $role', ({ role, id: customRole, raised }) => {
  /** What was raised since, by one change. */
  async function raisedBy(action: Parameters<typeof alertsOf>[0], change: () => Promise<unknown>): Promise<string[]> {
    const before = await alertsOf(action)
    await change()
    return (await alertsOf(action)).slice(before.length)
  }
  const roleFields = () => {
    const custom_role_id = customRole()
    return custom_role_id === undefined ? { role: 'user' as const } : { custom_role_id }
  }

  it('by an invitation, when enabled again and when restored', async () => {
    const name = `invited-${role.toLowerCase()}`
    await admin.client.users.invite({ email: `${name}@example.com`, ...roleFields() })
    const token = await invitationToken(kept, `${name}@example.com`)
    const { client, userId: id } = await createTestUser(kept, { name, in: null })
    const joined = () => client.organizations.acceptInvitation({ token })
    expect(await raisedBy('membership.joined', joined)).toEqual(raised)
    await changeStatus(id, 'disabled')
    expect(await raisedBy('membership.enabled', () => changeStatus(id, 'active'))).toEqual(raised)
    await admin.client.users.remove({ id })
    const restored = () => admin.client.users.restore({ user_ids: [id] })
    expect(await raisedBy('membership.restored', restored)).toEqual(raised)
  })

  it('by an identity provider, as the role for new users and by a group', async () => {
    const settings = { issuer: 'https://id.example.com', client_id: 'c', client_secret: 's', domains: ['corp.example'] }
    const { organizationId: id } = kept.world.scope
    const { data: provider } = await admin.client.organizations.addIdentityProvider({
      ...{ id, name: `IdP ${role}`, ...settings },
      ...{ default_role: 'user', default_custom_role_id: customRole() ?? null },
    })
    await admin.client.singleSignOn.setGroupRoles({ id, group_roles: [{ group: 'Staff', ...roleFields() }] })
    const signIn = (name: string, groups: string[], default_custom_role_id: string | null) => {
      const email = `${name}-${role.toLowerCase()}@corp.example`
      const claims = { subject: email, email, email_verified: true, full_name: name, avatar_url: null, groups }
      const organization = { id, default_role: 'user' as const, default_custom_role_id, domains: ['corp.example'] }
      return personOfClaims(kept.server.services, { id: `oidc:${provider.id}`, organization }, claims)
    }
    const asNewUser = () => signIn('pia', [], customRole() ?? null)
    expect(await raisedBy('membership.joined', asNewUser)).toEqual(raised)
    expect(await raisedBy('membership.joined', () => signIn('quo', ['Staff'], null))).toEqual(raised)
    // Signed in again, nothing is gained.
    expect(await raisedBy('membership.joined', () => signIn('quo', ['Staff'], null))).toEqual([])
  })

  it('by provisioning: a created user is a user, one who is activated again has the role', async () => {
    const { data } = await admin.client.provisioning.createToken({ id: kept.world.scope.organizationId })
    const { scim, patch } = scimClient(kept.url, data.token)
    const userName = `sam-${role.toLowerCase()}@corp.example`
    const body = { userName, emails: [{ value: userName, primary: true }] }
    let id = ''
    const create = async () => {
      id = (await scim('POST', '/Users', body)).body.id
    }
    expect(await raisedBy('membership.joined', create)).toEqual([])
    await admin.client.users.update({ id, ...roleFields() })
    const activate = (active: boolean) => patch(`/Users/${id}`, { op: 'replace', value: { active } })
    await activate(false)
    expect(await raisedBy('membership.enabled', () => activate(true))).toEqual(raised)
    // Removed and created again, they are a user.
    await scim('DELETE', `/Users/${id}`)
    expect(await raisedBy('membership.joined', create)).toEqual([])
    expect((await admin.client.users.get({ id })).data.custom_role).toBeNull()
  })
})
