/** Roles that groups of a SAML sign-in give: stored with their source, which stays true. */
import type { IdentityProvider } from '@kept/contract/routes/organizations.ts'
import { dayMs, utcDay } from '@kept/foundation/calendar/instant.ts'
import { addMembership } from '@kept/store/people/members.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser, type TestUser } from '../../testing/sign-in.ts'
import { verifyDomain } from '../../testing/verify-domain.ts'
import { openKept, type TestKept } from '../../testing.ts'
import { IdentityProviderForTest } from './testing/identity-provider.ts'
import { type SamlBrowsers, samlBrowsers } from './testing/saml-sign-in.ts'

const own = { organization: 'own' }
const finOps = { group: 'FinOps', role: 'billing_admin' as const }
const platform = { group: 'Platform', role: 'admin' as const }
const idp = new IdentityProviderForTest()
let kept: TestKept
let admin: TestUser
let provider: IdentityProvider
let browsers: SamlBrowsers
let id: string

beforeAll(async () => {
  kept = await openKept()
  id = kept.world.scope.organizationId
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  const { data } = await admin.client.singleSignOn.addSaml({
    ...{ id, name: 'Corp', metadata: idp.metadata(), domains: ['corp.example'], default_role: null },
    attributes: { email: 'mail', name: 'cn', groups: 'memberOf' },
  })
  provider = data
  browsers = samlBrowsers(kept.url, idp, provider)
  await verifyDomain(kept.world.database, kept.world.scope, 'corp.example')
  await setGroupRoles([finOps, platform])
})
afterAll(() => kept.close())

const setGroupRoles = (group_roles: { group: string; role: 'user' | 'billing_admin' | 'admin' }[]) =>
  admin.client.singleSignOn.setGroupRoles({ id, group_roles })

async function signIn(name: string, groups: string[]): Promise<string> {
  const { visitor, id: request, relayState } = await browsers.start()
  const mail = [`${name}@corp.example`]
  const xml = browsers.answerTo(request, { nameId: mail[0] ?? '', attributes: { mail, cn: [name], memberOf: groups } })
  return browsers.post(xml, relayState, visitor)
}

async function accessOf(name: string) {
  const { data } = await admin.client.accessControls.get(own)
  const person = data.people.find(({ email }) => email === `${name}@corp.example`)
  if (!person) throw new Error(`${name} is no member`)
  return person
}
const corp = () => ({ id: provider.id, name: 'Corp' })
const assigned = { role_source: 'assigned', role_groups: [], groups: [] }

it('names the group and the provider of a role', async () => {
  await signIn('ann', ['FinOps', 'Everyone'])
  expect(await accessOf('ann')).toMatchObject({
    ...{ role: 'billing_admin', role_source: 'group', role_groups: ['FinOps'] },
    groups: [{ name: 'FinOps', role: 'billing_admin', providers: [corp()] }],
    effective: expect.arrayContaining([{ permission: 'billing:write', source: 'group' }]),
  })
})

it('names them in an access review', async () => {
  const { data } = await admin.client.accessReviews.start({
    ...own,
    name: 'Q4',
    due_date: utcDay(Date.now() + 20 * dayMs),
    reviewers: [admin.userId],
  })
  expect(data.items.find(({ kind, name }) => kind === 'person' && name === 'ann')?.description).toContain(
    'by the group FinOps of Corp',
  )
  expect(data.items.find(({ kind, name }) => kind === 'group_role' && name === 'FinOps')?.description).toContain(
    '1 member',
  )
})

it('takes the role back at a sign-in without the group, also where new users get no role', async () => {
  await signIn('ben', ['FinOps'])
  await signIn('ben', ['Everyone'])
  expect(await accessOf('ben')).toMatchObject({ role: 'user', ...assigned })
})

it('leaves a role that an admin gave instead', async () => {
  await signIn('cleo', ['FinOps'])
  const { id: cleo } = await accessOf('cleo')
  await admin.client.accessControls.update({ ...own, people: [{ id: cleo, role: 'admin' }] })
  expect(await accessOf('cleo')).toMatchObject({ role: 'admin', role_source: 'assigned', role_groups: [] })
  await signIn('cleo', ['Everyone'])
  expect(await accessOf('cleo')).toMatchObject({ role: 'admin', ...assigned })
  await admin.client.accessControls.update({ ...own, people: [{ id: cleo, role: 'user' }] })
})

it('follows a change of what the group gives at once', async () => {
  await signIn('dan', ['FinOps'])
  await setGroupRoles([{ ...finOps, role: 'admin' }, platform])
  expect(await accessOf('dan')).toMatchObject({ role: 'admin', role_source: 'group', role_groups: ['FinOps'] })
  await setGroupRoles([platform])
  expect(await accessOf('dan')).toMatchObject({ role: 'user', role_source: 'assigned', role_groups: [] })
  await setGroupRoles([finOps, platform])
  expect(await accessOf('dan')).toMatchObject({ role: 'billing_admin', role_source: 'group' })
})

it('says that the last admin is one without a group, whom a sign-in leaves an admin', async () => {
  await signIn('eva', ['Platform'])
  const role = (value: 'user' | 'admin') =>
    kept.world.database.scoped(kept.world.scope, (tx) =>
      tx.updateTable('membership').set({ role: value }).where('user_id', '=', admin.userId).execute(),
    )
  await role('user')
  await signIn('eva', ['Everyone'])
  await role('admin')
  expect(await accessOf('eva')).toMatchObject({ role: 'admin', ...assigned })
})

it('counts groups of provisioning too: neither takes away what the other gives', async () => {
  await signIn('fay', [])
  const { id: fay } = await accessOf('fay').catch(() => ({ id: '' }))
  expect(fay).toBe('')
  await signIn('fay', ['FinOps'])
  const { id: member } = await accessOf('fay')
  const { data } = await admin.client.provisioning.createToken({ id })
  await fetch(`${kept.url}/scim/v2/Groups`, {
    method: 'POST',
    headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({ displayName: 'Platform', members: [{ value: member }] }),
  })
  await signIn('fay', ['FinOps'])
  expect(await accessOf('fay')).toMatchObject({
    ...{ role: 'admin', role_groups: ['Platform'] },
    groups: [
      { name: 'FinOps', providers: [corp()] },
      { name: 'Platform', providers: [{ id: null, name: 'SCIM provisioning' }] },
    ],
  })
})

it('is what a removed user comes back to: a change since the removal counts', async () => {
  await signIn('gil', ['FinOps'])
  const { id: gil } = await accessOf('gil')
  await admin.client.users.remove({ id: gil })
  await setGroupRoles([platform])
  await admin.client.users.restore({ user_ids: [gil] })
  expect(await accessOf('gil')).toMatchObject({ role: 'user', role_source: 'assigned' })
  await setGroupRoles([finOps, platform])
  expect(await accessOf('gil')).toMatchObject({ role: 'billing_admin', role_source: 'group' })
})

it('ends with the membership: who is added again is in no group of an earlier sign-in', async () => {
  const { database, scope } = kept.world
  const { id: hal } = await signIn('hal', ['FinOps']).then(() => accessOf('hal'))
  await admin.client.users.remove({ id: hal })
  await database.scoped(scope, (tx) => addMembership(tx, hal, 'billing_admin', new Date()))
  expect(await accessOf('hal')).toMatchObject({ role: 'billing_admin', ...assigned })
})

it('keeps the name of a provider that was removed', async () => {
  await admin.client.organizations.updateIdentityProvider({ id, provider_id: provider.id, name: 'Corporate' })
  expect((await accessOf('ann')).groups).toMatchObject([{ providers: [{ id: provider.id, name: 'Corporate' }] }])
  await admin.client.organizations.removeIdentityProvider({ id, provider_id: provider.id })
  expect(await accessOf('ann')).toMatchObject({
    role_groups: ['FinOps'],
    groups: [{ name: 'FinOps', providers: [{ id: provider.id, name: 'Corporate' }] }],
  })
})
