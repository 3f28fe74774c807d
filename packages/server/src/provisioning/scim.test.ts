/** Provisioning over HTTP, as Okta and Entra do it. */
import { ensurePerson, findPerson } from '@kept/store/people/persons.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scimClient } from '../testing/scim-client.ts'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { verifyDomain } from '../testing/verify-domain.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
let admin: TestUser
let token: string
let otherToken: string
beforeAll(async () => {
  kept = await openKept()
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  const other = await createTestUser(kept, { name: 'other-admin', in: 'other', role: 'admin' })
  token = (await admin.client.provisioning.createToken({ id: kept.world.scope.organizationId })).data.token
  otherToken = (await other.client.provisioning.createToken({ id: kept.world.otherScope.organizationId })).data.token
  for (const scope of [kept.world.scope, kept.world.otherScope])
    await verifyDomain(kept.world.database, scope, 'corp.example')
})
afterAll(() => kept.close())

const scim = (...request: Parameters<ReturnType<typeof scimClient>['scim']>) =>
  scimClient(kept.url, token).scim(...request)
const userOf = (name: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `${name}@corp.example`,
  name: { givenName: name, familyName: 'Lee' },
  emails: [{ value: `${name}@corp.example`, type: 'work', primary: true }],
  active: true,
  ...more,
})
const create = async (name: string): Promise<string> => (await scim('POST', '/Users', userOf(name))).body.id
const patch = (path: string, ...operations: object[]) => scimClient(kept.url, token).patch(path, ...operations)
const roles = async () => {
  const { data } = await admin.client.users.list({ page_size: 100 })
  return Object.fromEntries(data.map(({ email, role }) => [email, role]))
}

it('describes itself', async () => {
  const config = await scim('GET', '/ServiceProviderConfig')
  expect(config.headers.get('content-type')).toBe('application/scim+json; charset=utf-8')
  expect(config.body).toMatchObject({ patch: { supported: true }, bulk: { supported: false } })
  expect((await scim('GET', '/ResourceTypes')).body.Resources.map(({ id }: { id: string }) => id)).toEqual([
    'User',
    'Group',
  ])
  expect((await scim('GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User')).body.name).toBe('User')
  expect((await scim('GET', '/Schemas/other')).status).toBe(404)
})

it('lets in only its token', async () => {
  for (const authorization of [
    '',
    'Bearer x',
    `Bearer ${token.slice(0, -1)}x`,
    `Bearer keptscim_${'0'.repeat(12)}_x`,
  ]) {
    const { status, body } = await scim('GET', '/Users', undefined, { authorization })
    expect([status, body.status]).toEqual([401, '401'])
  }
})

it('creates a user, returns it, and refuses a second one', async () => {
  const created = await scim('POST', '/Users', userOf('ann', { externalId: 'x-1' }))
  expect(created.status).toBe(201)
  expect(created.headers.get('location')).toBe(created.body.meta.location)
  expect(created.body).toMatchObject({ userName: 'ann@corp.example', externalId: 'x-1', active: true })
  const filter = encodeURIComponent('userName eq "ANN@corp.example"')
  expect((await scim('GET', `/Users?filter=${filter}`)).body).toMatchObject({ totalResults: 1, startIndex: 1 })
  const again = await scim('POST', '/Users', userOf('ann'))
  expect(again).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
  expect((await roles())['ann@corp.example']).toBe('user')
})

it('pages a list', async () => {
  await create('page1')
  await create('page2')
  const { body } = await scim('GET', '/Users?startIndex=2&count=2')
  expect(body).toMatchObject({ startIndex: 2, itemsPerPage: 2 })
  expect(body.totalResults).toBeGreaterThanOrEqual(4)
  expect((await scim('GET', '/Users?count=0')).body).toMatchObject({ itemsPerPage: 0 })
  expect((await scim('GET', '/Users?count=x')).status).toBe(400)
  expect((await scim('GET', '/Users?filter=nonsense')).body.scimType).toBe('invalidFilter')
})

it('creates no one outside of verified domains, and takes over no unverified account', async () => {
  const foreign = await scim('POST', '/Users', userOf('x', { userName: 'x@evil.example', emails: undefined }))
  expect(foreign).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
  expect(await findPerson(kept.world.database, { email: 'x@evil.example' })).toBeUndefined()
  const { database } = kept.world
  const now = new Date()
  const { person } = await ensurePerson(database, {
    ...{ email: 'squatter@corp.example', full_name: 'S', email_verified: false, now },
  })
  await database.shared
    .insertInto('account')
    .values({ user_id: person.id, provider_id: 'credential', account_id: person.id, password: 'x' })
    .execute()
  expect((await scim('POST', '/Users', userOf('squatter'))).status).toBe(409)
})

it('ends sessions and API keys at once when a user is deactivated, as Entra and Okta do it', async () => {
  for (const operation of [
    { op: 'Replace', path: 'active', value: 'False' },
    { op: 'replace', value: { active: false } },
  ]) {
    const name = operation.path ? 'leaver1' : 'leaver2'
    const id = await create(name)
    const session = await createTestUser(kept, { name, in: 'own', role: 'admin', emailDomain: 'corp.example' })
    expect(session.userId).toBe(id)
    const { data: key } = await session.client.apiKeys.create({ name, scopes: ['costs:read'] })
    expect((await patch(`/Users/${id}`, operation)).body.active).toBe(false)
    await expect(session.client.session.me({})).rejects.toMatchObject({ status: 401 })
    const withKey = await fetch(`${kept.url}/v1/me`, { headers: { authorization: `Bearer ${key.key}` } })
    expect(withKey.status).toBe(401)
    // A field that is left out brings no one back.
    const { active: _, ...without } = userOf(name)
    expect((await scim('PUT', `/Users/${id}`, without)).body.active).toBe(false)
    expect((await scim('PUT', `/Users/${id}`, userOf(name))).body.active).toBe(true)
  }
})

it('gives the roles of groups, and takes them back', async () => {
  const id = kept.world.scope.organizationId
  const group_roles = [
    { group: 'FinOps', role: 'billing_admin' as const },
    { group: 'Platform', role: 'admin' as const },
  ]
  await admin.client.singleSignOn.setGroupRoles({ id, group_roles })
  const bob = await create('bob')
  const created = await scim('POST', '/Groups', { displayName: 'FinOps', members: [{ value: bob }] })
  expect(created.status).toBe(201)
  expect((await roles())['bob@corp.example']).toBe('billing_admin')
  const { data: controls } = await admin.client.accessControls.get({ organization: 'own' })
  expect(controls.people.find(({ email }) => email === 'bob@corp.example')).toMatchObject({
    ...{ groups: [{ name: 'FinOps', role: 'billing_admin' }], role_source: 'group', role_groups: ['FinOps'] },
    effective: expect.arrayContaining([{ permission: 'billing:write', source: 'group' }]),
  })
  const sources = async () => {
    const { data } = await admin.client.accessControls.get({ organization: 'own' })
    return new Set(data.people.find(({ email }) => email === 'bob@corp.example')?.effective.map(({ source }) => source))
  }
  await admin.client.accessControls.update({ organization: 'own', people: [{ id: bob, allow: ['security:read'] }] })
  expect(await sources()).toEqual(new Set(['group', 'grant']))
  await admin.client.accessControls.update({ organization: 'own', people: [{ id: bob, role: 'user' }] })
  // A person gave another role than the group would.
  expect(await sources()).toEqual(new Set(['role']))
  await admin.client.accessControls.update({ organization: 'own', people: [{ id: bob, role: 'billing_admin' }] })
  expect((await scim('GET', `/Users/${bob}`)).body.groups).toMatchObject([{ display: 'FinOps' }])
  const platform = (await scim('POST', '/Groups', { displayName: 'Platform' })).body.id
  await patch(`/Groups/${platform}`, { op: 'add', path: 'members', value: [{ value: bob }] })
  expect((await roles())['bob@corp.example']).toBe('admin')
  await patch(`/Groups/${platform}`, { op: 'remove', path: `members[value eq "${bob}"]` })
  expect((await roles())['bob@corp.example']).toBe('billing_admin')
  await admin.client.singleSignOn.setGroupRoles({ id, group_roles: [{ group: 'FinOps', role: 'user' }] })
  expect((await roles())['bob@corp.example']).toBe('user')
  await admin.client.singleSignOn.setGroupRoles({ id, group_roles })
  expect((await scim('DELETE', `/Groups/${created.body.id}`)).status).toBe(204)
  expect((await roles())['bob@corp.example']).toBe('user')
})

it('changes a group further after an admin removed one of its members', async () => {
  const [removed, stays] = [await create('removed'), await create('stays')]
  const members = [{ value: removed }, { value: stays }]
  const path = `/Groups/${(await scim('POST', '/Groups', { displayName: 'Leavers', members })).body.id}`
  await admin.client.users.remove({ id: removed })
  expect((await scim('GET', path)).body.members).toMatchObject([{ value: stays }])
  const renamed = await patch(path, { op: 'replace', path: 'displayName', value: 'Left' })
  expect([renamed.status, renamed.body.members]).toMatchObject([200, [{ value: stays }]])
})

it('never removes the last admin, whatever the request', async () => {
  const { body } = await scim('GET', `/Users?filter=${encodeURIComponent('userName eq "admin@example.com"')}`)
  const [{ id }] = body.Resources
  for (const user of (await scim('GET', '/Users')).body.Resources)
    if (user.id !== id) await scim('DELETE', `/Users/${user.id}`)
  const message = 'This is the last admin of the organization. Make someone else an admin first.'
  const { id: group } = (await scim('GET', '/Groups')).body.Resources.find(
    ({ displayName }: { displayName: string }) => displayName === 'Platform',
  )
  await patch(`/Groups/${group}`, { op: 'add', path: 'members', value: [{ value: id }] })
  for (const refused of [
    await scim('DELETE', `/Users/${id}`),
    await patch(`/Users/${id}`, { op: 'replace', value: { active: false } }),
    await scim('DELETE', `/Groups/${group}`),
    await patch(`/Groups/${group}`, { op: 'remove', path: 'members' }),
  ])
    expect(refused).toMatchObject({ status: 409, body: { detail: message } })
  expect((await roles())['admin@example.com']).toBe('admin')
  expect((await scim('GET', `/Groups/${group}`)).body.members).toHaveLength(1)
})

it('finds nothing of another organization', async () => {
  const user = await create('private')
  const group = (await scim('POST', '/Groups', { displayName: 'Private', members: [{ value: user }] })).body.id
  const asOther = { authorization: `Bearer ${otherToken}` }
  for (const [method, path, body] of [
    ['GET', `/Users/${user}`],
    ['PUT', `/Users/${user}`, userOf('private')],
    ['PATCH', `/Users/${user}`, { Operations: [{ op: 'replace', value: { active: false } }] }],
    ['DELETE', `/Users/${user}`],
    ['GET', `/Groups/${group}`],
    ['PUT', `/Groups/${group}`, { displayName: 'X' }],
    ['DELETE', `/Groups/${group}`],
    ['GET', '/Users/x'],
  ] as const)
    expect((await scim(method, path, body, asOther)).status, `${method} ${path}`).toBe(404)
  const listed = await scim('GET', '/Users', undefined, asOther)
  expect(JSON.stringify(listed.body)).not.toContain(user)
  const joined = await scim('POST', '/Groups', { displayName: 'Mine', members: [{ value: user }] }, asOther)
  expect(joined).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
})

it('refuses a change to a version that is no longer current', async () => {
  const id = await create('versioned')
  const { headers } = await scim('GET', `/Users/${id}`)
  const version = { 'if-match': headers.get('etag') ?? '' }
  expect((await scim('PUT', `/Users/${id}`, userOf('versioned', { externalId: '1' }), version)).status).toBe(200)
  expect((await scim('PUT', `/Users/${id}`, userOf('versioned', { externalId: '2' }), version)).status).toBe(412)
})

it('explains a body that cannot be read', async () => {
  const id = await create('bad')
  for (const [method, path, body] of [
    ['POST', '/Users', {}],
    ['POST', '/Users', { userName: 'not an address' }],
    ['POST', '/Users', userOf('x', { active: 'perhaps' })],
    ['PUT', `/Users/${id}`, userOf('bad', { emails: [{ value: 'new@corp.example' }] })],
    ['PATCH', `/Users/${id}`, { Operations: [{ op: 'move' }] }],
    ['POST', '/Groups', { displayName: '' }],
  ] as const) {
    const refused = await scim(method, path, body)
    expect(refused.status, JSON.stringify(refused.body)).toBe(400)
    expect(refused.body.detail).toMatch(/^[^\n]+\.$/)
  }
})

it('shows the last requests with their errors, and rotates the token with an overlap', async () => {
  const id = kept.world.scope.organizationId
  const { data: before } = await admin.client.provisioning.get({ id })
  expect(before.base_url).toBe(`${kept.url}/scim/v2`)
  expect(before.requests.find(({ status }) => status === 409)?.detail).toContain('last admin')
  expect(before.requests.length).toBeLessThanOrEqual(50)
  const { data: next } = await admin.client.provisioning.createToken({ id })
  expect((await scim('GET', '/Users')).status).toBe(200)
  expect((await scim('GET', '/Users', undefined, { authorization: `Bearer ${next.token}` })).status).toBe(200)
  const { data } = await admin.client.provisioning.get({ id })
  expect(JSON.stringify(data)).not.toContain(next.token)
  const previous = data.tokens.find(({ ends_at }) => ends_at !== null)
  await admin.client.provisioning.deleteToken({ id, token_id: previous?.id ?? '' })
  expect((await scim('GET', '/Users')).status).toBe(401)
  token = next.token
})

it('records what the provider did in the audit log', async () => {
  await scim('DELETE', `/Users/${await create('audited')}`)
  const organization = kept.world.scope.organizationId
  const { data } = await admin.client.security.listAuditLogs({ organization, page_size: 100 })
  expect(
    data.filter(({ actor_name }) => actor_name === 'Identity provider (SCIM)').map(({ action }) => action),
  ).toEqual(expect.arrayContaining(['membership.joined', 'membership.removed']))
})
