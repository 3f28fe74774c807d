/** Custom roles over real HTTP: who can make them, what they allow, and what happens when they change. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const own = { organization: 'own' }
let kept: TestKept
let admin: TestUser
let user: TestUser
beforeAll(async () => {
  kept = await openKept()
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  user = await createTestUser(kept, { name: 'uma', in: 'own', role: 'user' })
})
afterAll(() => kept.close())

const controls = async () => (await admin.client.accessControls.get(own)).data
const permissionsOf = async (person: TestUser) => (await person.client.session.me({})).data?.permissions

it('replaces the permissions of the built-in role, says why, and follows changes of the role', async () => {
  const { data } = await admin.client.accessControls.update({
    ...own,
    custom_roles: [{ name: 'Auditor', permissions: ['security:read', 'costs:read'] }],
  })
  const [role] = data.custom_roles
  await admin.client.accessControls.update({ ...own, people: [{ id: user.userId, custom_role_id: role?.id }] })
  expect(await permissionsOf(user)).toEqual(['costs:read', 'security:read'])
  const person = (await controls()).people.find(({ id }) => id === user.userId)
  expect(person).toMatchObject({ custom_role: { id: role?.id, name: 'Auditor' }, role: 'user', denied: [] })
  expect(person?.effective.every(({ source }) => source === 'role')).toBe(true)
  await expect(user.client.budgets.list({})).resolves.toBeDefined()
  await expect(user.client.users.list({})).rejects.toThrow('Your role (Auditor) can')

  const changed = { id: role?.id, name: 'Auditor', permissions: ['users:read' as const] }
  await admin.client.accessControls.update({ ...own, custom_roles: [changed] })
  expect(await permissionsOf(user)).toEqual(['users:read'])
  await admin.client.users.grant({ id: user.userId, allow: ['costs:read'], deny: [] })
  expect(await permissionsOf(user)).toEqual(['costs:read', 'users:read'])
})

it('is not deleted while someone has it, and ends with a built-in role', async () => {
  await expect(admin.client.accessControls.update({ ...own, custom_roles: [] })).rejects.toThrow(
    '1 users have the role "Auditor". Give them another role first.',
  )
  await admin.client.users.update({ id: user.userId, role: 'user' })
  expect(await permissionsOf(user)).toContain('loops:read')
  await admin.client.accessControls.update({ ...own, custom_roles: [] })
  expect((await controls()).custom_roles).toEqual([])
})

it('never has more than the one who makes it', async () => {
  const limited = await createTestUser(kept, {
    ...{ name: 'lim', in: 'own', role: 'admin' },
    grants: { allow: [], deny: ['billing:write'] },
  })
  await expect(
    limited.client.accessControls.update({
      ...own,
      custom_roles: [{ name: 'Payer', permissions: ['costs:read', 'billing:write'] }],
    }),
  ).rejects.toThrow('The role "Payer" would have permissions that you don\'t have: billing:write.')
  await admin.client.accessControls.update({
    ...own,
    custom_roles: [{ name: 'Payer', permissions: ['billing:write'] }],
  })
  const [role] = (await controls()).custom_roles
  await expect(
    limited.client.accessControls.update({ ...own, people: [{ id: user.userId, custom_role_id: role?.id }] }),
  ).rejects.toThrow("You can't grant permissions you don't have")
  await expect(
    user.client.accessControls.update({ ...own, custom_roles: [{ name: 'Mine', permissions: ['users:write'] }] }),
  ).rejects.toThrow('Your role (user)')
})

it('belongs to one organization', async () => {
  const [role] = (await controls()).custom_roles
  const other = await createTestUser(kept, { name: 'olga', in: 'other', role: 'admin' })
  const third = await createTestUser(kept, { name: 'theo', in: 'other', role: 'user' })
  await expect(
    other.client.accessControls.update({
      organization: 'other',
      people: [{ id: third.userId, custom_role_id: role?.id }],
    }),
  ).rejects.toThrow('There is no custom role with this ID.')
})
