/** Requests of an identity provider that arrive at once: each changes what the other one left. */
import { findPerson } from '@kept/store/people/persons.ts'
import { lockTable, untilWaiting } from '@kept/store/testing/until-waiting.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scimClient } from '../testing/scim-client.ts'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { verifyDomain } from '../testing/verify-domain.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
let admin: TestUser
let scim: ReturnType<typeof scimClient>['scim']
let patch: ReturnType<typeof scimClient>['patch']
beforeAll(async () => {
  kept = await openKept({}, { connections: 12 })
  const { database, scope } = kept.world
  await verifyDomain(database, scope, 'corp.example')
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  const { data } = await admin.client.provisioning.createToken({ id: scope.organizationId })
  const provider = scimClient(kept.url, data.token)
  scim = provider.scim
  patch = provider.patch
  // The time of its first use is stored now, so that later requests go straight to what they read.
  await scim('GET', '/Users')
})
afterAll(() => kept.close())

async function createUser(name: string): Promise<string> {
  const userName = `${name}@corp.example`
  return (await scim('POST', '/Users', { userName, emails: [{ value: userName, primary: true }] })).body.id
}

/** Both requests have begun and wait to read the table when it is let go. */
async function atOnce(table: 'scim_user' | 'scim_group', requests: (() => ReturnType<typeof scim>)[]) {
  const { database, scope } = kept.world
  const begun = await database.scoped(scope, async (tx) => {
    await lockTable(tx, table)
    const running = requests.map((request) => request())
    await untilWaiting(tx, running)
    return running
  })
  return Promise.all(begun)
}

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

it('leaves a user deactivated who is renamed at the same time', async () => {
  const id = await createUser('ann')
  const answers = await atOnce('scim_user', [
    () => patch(`/Users/${id}`, { op: 'replace', value: { active: false } }),
    () => patch(`/Users/${id}`, { op: 'replace', path: 'name.givenName', value: 'Anna' }),
  ])
  expect(statusesOf(answers)).toEqual([200, 200])
  expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({ active: false, name: { givenName: 'Anna' } })
  const { data } = await admin.client.users.get({ id })
  expect(data.status).toBe('disabled')
})

it('takes one member out of a group while another one is added, with their roles', async () => {
  const [leaving, joining] = [await createUser('leaving'), await createUser('joining')]
  const { organizationId } = kept.world.scope
  await admin.client.singleSignOn.setGroupRoles({
    id: organizationId,
    group_roles: [{ group: 'Platform', role: 'admin' }],
  })
  const created = await scim('POST', '/Groups', { displayName: 'Platform', members: [{ value: leaving }] })
  const path = `/Groups/${created.body.id}`
  const answers = await atOnce('scim_group', [
    () => patch(path, { op: 'remove', path: `members[value eq "${leaving}"]` }),
    () => patch(path, { op: 'add', path: 'members', value: [{ value: joining }] }),
  ])
  expect(statusesOf(answers)).toEqual([200, 200])
  expect((await scim('GET', path)).body.members).toMatchObject([{ value: joining }])
  const roleOf = async (id: string) => (await admin.client.users.get({ id })).data.role
  expect([await roleOf(leaving), await roleOf(joining)]).toEqual(['user', 'admin'])
})

it('changes or deletes one version once', async () => {
  const id = await createUser('versioned')
  const current = async () => ({ 'if-match': (await scim('GET', `/Users/${id}`)).headers.get('etag') ?? '' })
  const change = { userName: 'versioned@corp.example', externalId: '1' }
  const first = await current()
  const changes = await atOnce('scim_user', [
    () => scim('PUT', `/Users/${id}`, change, first),
    () => scim('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 'externalId', value: '2' }] }, first),
  ])
  expect(statusesOf(changes)).toEqual([200, 412])
  expect((await scim('DELETE', `/Users/${id}`, undefined, first)).status).toBe(412)
  const second = await current()
  const answers = await atOnce('scim_user', [
    () => scim('PUT', `/Users/${id}`, { ...change, externalId: '3' }, second),
    () => scim('DELETE', `/Users/${id}`, undefined, second),
  ])
  expect([
    [200, 412],
    [404, 204],
  ]).toContainEqual(answers.map(({ status }) => status))
})

it('creates no account for a user who is refused because another one was first', async () => {
  const names = ['one', 'two']
  const userOf = (name: string) => ({ userName: 'same-name', emails: [{ value: `${name}@corp.example` }] })
  const answers = await atOnce(
    'scim_user',
    names.map((name) => () => scim('POST', '/Users', userOf(name))),
  )
  expect(statusesOf(answers)).toEqual([201, 409])
  const refused = names[answers.findIndex(({ status }) => status === 409)]
  expect(await findPerson(kept.world.database, { email: `${refused}@corp.example` })).toBeUndefined()
})

it('takes over no account whose owner signs up at the same moment', async () => {
  const { database } = kept.world
  const email = 'owner@corp.example'
  const times = { created_at: new Date(), updated_at: new Date() }
  const { request } = await database.shared.transaction().execute(async (tx) => {
    const account = { email, full_name: 'Owner', email_verified: false, ...times }
    const { id } = await tx.insertInto('users').values(account).returning('id').executeTakeFirstOrThrow()
    const password = { user_id: id, provider_id: 'credential', account_id: id, password: 'x', ...times }
    await tx.insertInto('account').values(password).execute()
    const sent = scim('POST', '/Users', { userName: email })
    await untilWaiting(tx, [sent])
    return { request: sent }
  })
  expect(await request).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
  expect((await admin.client.users.list({ search: email })).data).toEqual([])
})
