/** A custom role wherever a role is given, over real HTTP: invitations, files, groups, identity providers, the list. */
import { randomUUID } from 'node:crypto'
import type { Permission } from '@kept/domain/permission.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { personOfClaims } from './identity/oauth/person-of-claims.ts'
import { mailTo } from './testing/mailbox.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { verifyDomain } from './testing/verify-domain.ts'
import { openKept, type TestKept } from './testing.ts'

const own = { organization: 'own' }
let kept: TestKept
let admin: TestUser
let auditor: string
let reader: string
let id: string
beforeAll(async () => {
  kept = await openKept()
  id = kept.world.scope.organizationId
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  const { data } = await admin.client.accessControls.update({
    ...own,
    custom_roles: [
      { name: 'Auditor', description: 'Reads security', permissions: ['security:read', 'costs:read'] },
      { name: 'Reader', permissions: ['costs:read'] },
    ],
  })
  auditor = data.custom_roles.find(({ name }) => name === 'Auditor')?.id ?? ''
  reader = data.custom_roles.find(({ name }) => name === 'Reader')?.id ?? ''
  await verifyDomain(kept.world.database, kept.world.scope, 'corp.example')
})
afterAll(() => kept.close())

const roleOf = async (email: string) => {
  const { data } = await admin.client.users.list({ search: email, page_size: 5 })
  return data.map(({ role, custom_role, status }) => [status, role, custom_role?.name ?? null])[0]
}
const permissionsOf = async (userId: string) => (await admin.client.users.permissions({ id: userId })).data.effective
const userIdOf = async (email: string) => (await admin.client.users.list({ search: email })).data[0]?.id ?? ''

it('lists the custom roles to those who see users', async () => {
  const { data } = await admin.client.users.customRoles({})
  expect(data).toEqual([
    { id: auditor, name: 'Auditor', description: 'Reads security' },
    { id: reader, name: 'Reader', description: '' },
  ])
})

it('is given by an invitation, which shows it, and stays after joining', async () => {
  const email = 'ivy@corp.example'
  const { data } = await admin.client.users.invite({ email, custom_role_id: auditor })
  expect(data).toMatchObject({ role: 'user', custom_role: { id: auditor, name: 'Auditor' } })
  expect(data.custom_role).toEqual({ id: auditor, name: 'Auditor' })
  expect(await roleOf(email)).toEqual(['invited', 'user', 'Auditor'])
  expect(await permissionsOf(data.id)).toEqual(['costs:read', 'security:read'])
  const ivy = await createTestUser(kept, { name: 'ivy', in: null, emailDomain: 'corp.example' })
  const { text } = await mailTo(kept.server.services, email, /invites you/)
  expect(text).toContain('on Kept with the role Auditor.')
  const link = /token=(\S+)/.exec(text)?.[1] ?? ''
  const { data: offer } = await ivy.client.organizations.getInvitation({ token: link })
  expect(offer).toMatchObject({ role: 'user', custom_role: { name: 'Auditor' } })
  await ivy.client.organizations.acceptInvitation({ token: link })
  expect((await ivy.client.session.me({})).data).toMatchObject({ permissions: ['costs:read', 'security:read'] })
  expect(await roleOf(email)).toEqual(['active', 'user', 'Auditor'])
})

it('is changed on an invitation and by the list of users, one or many', async () => {
  const { data } = await admin.client.users.invite({ email: 'jan@corp.example' })
  const changed = await admin.client.users.update({ id: data.id, custom_role_id: reader })
  expect(changed.data.custom_role).toEqual({ id: reader, name: 'Reader' })
  const kim = await createTestUser(kept, { name: 'kim', in: 'own', role: 'user' })
  await admin.client.users.grant({ id: kim.userId, allow: ['billing:read'], deny: [] })
  await admin.client.users.bulkUpdate({ user_ids: [kim.userId, data.id], updates: { custom_role_id: auditor } })
  expect(await roleOf('jan@corp.example')).toEqual(['invited', 'user', 'Auditor'])
  expect(await permissionsOf(kim.userId)).toEqual(['costs:read', 'billing:read', 'security:read'])
  const { data: filtered } = await admin.client.users.list({ custom_role_id: auditor, page_size: 50 })
  expect(filtered.map(({ email }) => email)).toEqual(expect.arrayContaining(['jan@corp.example']))
  expect((await admin.client.users.list({ role: 'user', search: 'jan' })).meta.total).toBe(0)
  const { data: events } = await admin.client.users.activity({ id: kim.userId })
  expect(events[0]?.summary).toMatch(/^The role of kim.* was changed from user to Auditor\.$/)
  await admin.client.users.update({ id: kim.userId, role: 'user' })
  expect(await roleOf('kim')).toEqual(['active', 'user', null])
})

it('refuses two roles at once, roles of other organizations and roles beyond the caller, and changes nothing', async () => {
  const email = 'lou@corp.example'
  await expect(admin.client.users.invite({ email, role: 'admin', custom_role_id: auditor })).rejects.toThrow(
    'set a role or a custom role, not both',
  )
  await expect(admin.client.users.invite({ email, custom_role_id: randomUUID() })).rejects.toThrow(
    'There is no custom role with this ID.',
  )
  const other = await createTestUser(kept, { name: 'olga', in: 'other', role: 'admin' })
  await expect(other.client.users.invite({ email, custom_role_id: auditor })).rejects.toMatchObject({ status: 404 })
  const grants = { allow: ['users:read', 'users:write'] as Permission[], deny: [] }
  const inviter = await createTestUser(kept, { name: 'max', in: 'own', role: 'user', grants })
  await expect(inviter.client.users.invite({ email, custom_role_id: auditor })).rejects.toThrow(
    "You can't grant permissions you don't have: security:read.",
  )
  expect(await roleOf(email)).toBeUndefined()
})

it('is given by a file, by its name', async () => {
  const file = 'email,role\nfil@corp.example,auditor\nzed@corp.example,Chief\n'
  const send = async (body: string) => {
    const response = await fetch(`${kept.url}/v1/users/import?name=p.csv`, {
      method: 'POST',
      headers: { ...admin.headers, 'content-type': 'text/csv' },
      body,
    })
    return ((await response.json()) as { data: { id: string; errors: { reason: string }[]; preview: object[] } }).data
  }
  expect((await send(file)).errors).toMatchObject([
    { reason: 'The role must be admin, user, billing_admin or the name of a custom role.' },
  ])
  const preview = await send('email,role\nfil@corp.example,auditor\n')
  expect(preview.preview).toMatchObject([{ role: 'user', custom_role: { name: 'Auditor' }, action: 'invite' }])
  await admin.client.users.commitImport({ id: preview.id })
  expect(await roleOf('fil@corp.example')).toEqual(['invited', 'user', 'Auditor'])
})

it('is given by a group of SCIM at once, in the order of rights, and taken back', async () => {
  const { token } = (await admin.client.provisioning.createToken({ id })).data
  const scim = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
    const response = await fetch(`${kept.url}/scim/v2${path}`, { method, headers, body: JSON.stringify(body) })
    return (await response.json()) as { id: string }
  }
  const { data } = await admin.client.singleSignOn.setGroupRoles({
    id,
    group_roles: [
      { group: 'Audit', custom_role_id: auditor },
      { group: 'Everyone', role: 'user' },
      { group: 'Finance', role: 'billing_admin' },
    ],
  })
  expect(data[0]).toEqual({ group: 'Audit', role: 'user', custom_role_id: auditor })
  const user = await scim('POST', '/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'sam@corp.example',
    emails: [{ value: 'sam@corp.example', primary: true }],
  })
  const group = (displayName: string, members: string[]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName,
    members: members.map((value) => ({ value })),
  })
  await scim('POST', '/Groups', group('Everyone', [user.id]))
  const audit = await scim('POST', '/Groups', group('Audit', [user.id]))
  expect(await roleOf('sam@corp.example')).toEqual(['active', 'user', 'Auditor'])
  const person = (await admin.client.accessControls.get(own)).data.people.find(({ id: member }) => member === user.id)
  expect(person).toMatchObject({ role_source: 'group', custom_role: { name: 'Auditor' } })
  expect(new Set(person?.effective.map(({ source }) => source))).toEqual(new Set(['group']))
  const finance = await scim('POST', '/Groups', group('Finance', [user.id]))
  expect(await roleOf('sam@corp.example')).toEqual(['active', 'billing_admin', null])
  await scim('PUT', `/Groups/${finance.id}`, group('Finance', []))
  expect(await roleOf('sam@corp.example')).toEqual(['active', 'user', 'Auditor'])
  await scim('PUT', `/Groups/${audit.id}`, group('Audit', []))
  expect(await roleOf('sam@corp.example')).toEqual(['active', 'user', null])
})

it('is given to those who sign in for the first time, by a group or as the role for new users', async () => {
  const settings = { issuer: 'https://id.example.com', client_id: 'c', client_secret: 's', domains: ['corp.example'] }
  const { data: provider } = await admin.client.organizations.addIdentityProvider({
    ...{ id, name: 'IdP', ...settings, default_role: 'user', default_custom_role_id: reader },
  })
  expect(provider).toMatchObject({ default_role: 'user', default_custom_role: { id: reader, name: 'Reader' } })
  const organization = { id, default_role: 'user' as const, default_custom_role_id: reader, domains: ['corp.example'] }
  const signIn = (name: string, groups: string[]) => {
    const email = `${name}@corp.example`
    const claims = { subject: name, email, email_verified: true, full_name: name, avatar_url: null, groups }
    return personOfClaims(kept.server.services, { id: `oidc:${provider.id}`, organization }, claims)
  }
  await signIn('pia', [])
  await signIn('quo', ['Audit'])
  expect(await roleOf('pia@corp.example')).toEqual(['active', 'user', 'Reader'])
  expect(await roleOf('quo@corp.example')).toEqual(['active', 'user', 'Auditor'])
  expect(await permissionsOf(await userIdOf('pia@corp.example'))).toEqual(['costs:read'])
  const { data: changed } = await admin.client.organizations.updateIdentityProvider({
    ...{ id, provider_id: provider.id, default_role: 'billing_admin' },
  })
  expect(changed).toMatchObject({ default_role: 'billing_admin', default_custom_role: null })
})

it('is not deleted while an invitation or a group gives it', async () => {
  const roles = (await admin.client.accessControls.get(own)).data.custom_roles
  const users = roles.find((role) => role.id === reader)
  expect(users?.people).toBe(1)
  await admin.client.users.update({ id: await userIdOf('pia@corp.example'), role: 'user' })
  const [, groupRole] = (
    await admin.client.singleSignOn.setGroupRoles({
      id,
      group_roles: [{ group: 'Everyone' }, { group: 'Readers', custom_role_id: reader }],
    })
  ).data
  expect(groupRole?.custom_role_id).toBe(reader)
  const remaining = roles.flatMap(({ people: _, ...role }) => (role.id === reader ? [] : [role]))
  await expect(admin.client.accessControls.update({ ...own, custom_roles: remaining })).rejects.toThrow(
    'The role "Reader" is still given by the group Readers. Choose another role there first.',
  )
  await admin.client.singleSignOn.setGroupRoles({ id, group_roles: [] })
  const { data } = await admin.client.accessControls.update({ ...own, custom_roles: remaining })
  expect(data.custom_roles.map(({ name }) => name)).toEqual(['Auditor'])
})
