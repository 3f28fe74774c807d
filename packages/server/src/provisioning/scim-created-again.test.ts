/** Users who were removed and come back: the groups that list them give the role at once, and nothing else does. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scimClient } from '../testing/scim-client.ts'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { verifyDomain } from '../testing/verify-domain.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
let admin: TestUser
let scim: ReturnType<typeof scimClient>['scim']
let patch: ReturnType<typeof scimClient>['patch']
let platform: string
beforeAll(async () => {
  kept = await openKept()
  const { database, scope } = kept.world
  await verifyDomain(database, scope, 'corp.example')
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  const { data } = await admin.client.provisioning.createToken({ id: scope.organizationId })
  const provider = scimClient(kept.url, data.token)
  scim = provider.scim
  patch = provider.patch
  await admin.client.singleSignOn.setGroupRoles({
    id: scope.organizationId,
    group_roles: [{ group: 'Platform', role: 'admin' }],
  })
  platform = (await scim('POST', '/Groups', { displayName: 'Platform' })).body.id
})
afterAll(() => kept.close())

const create = (name: string) => scim('POST', '/Users', { userName: `${name}@corp.example` })
const addToPlatform = (id: string) =>
  patch(`/Groups/${platform}`, { op: 'add', path: 'members', value: [{ value: id }] })
const removeFromPlatform = (id: string) =>
  patch(`/Groups/${platform}`, { op: 'remove', path: `members[value eq "${id}"]` })
const members = async (): Promise<string[]> =>
  (await scim('GET', `/Groups/${platform}`)).body.members.map(({ value }: { value: string }) => value)
const roleOf = async (id: string) => (await admin.client.users.get({ id })).data.role
const accessOf = async (id: string) => {
  const { data } = await admin.client.accessControls.get({ organization: 'own' })
  return data.people.find((person) => person.id === id)
}

/** A member of the group, whom an admin removed on the screen. */
async function createRemoved(name: string): Promise<string> {
  const { id } = (await create(name)).body
  await addToPlatform(id)
  expect(await roleOf(id)).toBe('admin')
  await admin.client.users.remove({ id })
  return id
}

it('gives the role of the groups that still list a user who is created again', async () => {
  const id = await createRemoved('ann')
  // The group is changed meanwhile, by a request that says nothing about the user.
  await patch(`/Groups/${platform}`, { op: 'replace', path: 'externalId', value: 'p-1' })
  const created = await create('ann')
  expect(created).toMatchObject({ status: 201, body: { id, groups: [{ display: 'Platform' }] } })
  expect(await members()).toContain(id)
  expect(await accessOf(id)).toMatchObject({ role: 'admin', role_source: 'group', role_groups: ['Platform'] })
})

it('gives the role of a group whose list the provider sends while the user is removed', async () => {
  const id = await createRemoved('listed')
  const sent = await scim('PUT', `/Groups/${platform}`, { displayName: 'Platform', members: [{ value: id }] })
  expect([sent.status, sent.body.members]).toEqual([200, []])
  await create('listed')
  expect([await members(), await roleOf(id)]).toEqual([[id], 'admin'])
})

it('gives no role of a group that the user left meanwhile', async () => {
  const id = await createRemoved('ben')
  await removeFromPlatform(id)
  await create('ben')
  expect([await members(), await roleOf(id)]).toEqual([expect.not.arrayContaining([id]), 'user'])
})

it('gives a user whom the provider deleted the roles of the groups that list them again', async () => {
  const { id } = (await create('cleo')).body
  await addToPlatform(id)
  await scim('DELETE', `/Users/${id}`)
  await create('cleo')
  // The deletion took them out of the group, as the provider can see.
  expect([await members(), await roleOf(id)]).toEqual([expect.not.arrayContaining([id]), 'user'])
  await addToPlatform(id)
  expect([await members(), await roleOf(id)]).toEqual([expect.arrayContaining([id]), 'admin'])
})

it('restores no role that a group took away since the removal', async () => {
  for (const [name, takeAway] of [
    ['dan', (id: string) => removeFromPlatform(id)],
    [
      'eva',
      (id: string) => scim('PUT', `/Groups/${platform}`, { displayName: 'Platform', members: [] }).then(() => id),
    ],
  ] as const) {
    const id = await createRemoved(name)
    await takeAway(id)
    await admin.client.users.restore({ user_ids: [id] })
    expect([name, await roleOf(id)]).toEqual([name, 'user'])
  }
  const { id } = (await create('fay')).body
  await addToPlatform(id)
  await scim('DELETE', `/Users/${id}`)
  await admin.client.users.restore({ user_ids: [id] })
  expect(await roleOf(id)).toBe('user')
})

it('restores the role that the groups give now', async () => {
  const id = await createRemoved('gil')
  await admin.client.users.restore({ user_ids: [id] })
  expect(await accessOf(id)).toMatchObject({ role: 'admin', role_groups: ['Platform'] })
})
