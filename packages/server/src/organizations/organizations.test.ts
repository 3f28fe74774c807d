import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findSignInProvider } from '@kept/store/people/identity-providers.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { invitationToken, mailsTo } from '../testing/mails.ts'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
let now = new Date()
let admin: TestUser
beforeAll(async () => {
  kept = await openKept({}, { now: () => now })
})
afterAll(() => kept.close())
beforeEach(async () => {
  now = new Date()
  rmSync(join(kept.server.services.config.dataFolder, 'mail'), { recursive: true, force: true })
  admin = await createTestUser(kept, { name: 'boss', in: 'own', role: 'admin' })
})
const advance = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

it('are created by any user with a verified address, who becomes their admin and acts for them at once', async () => {
  const ann = await createTestUser(kept, { name: `ann-${randomUUID()}`, in: null })
  await expect(ann.client.session.me({})).rejects.toMatchObject({ status: 401 })
  const { data } = await ann.client.organizations.create({ name: 'Ærø & Sønner' })
  expect(data).toMatchObject({
    name: 'Ærø & Sønner',
    role: 'admin',
    members: 1,
    slug: expect.stringMatching(/^r-s-nner-[0-9a-f]{6}$/),
  })
  expect((await ann.client.session.me({})).data).toMatchObject({
    organization: { id: data.id },
    user: { role: 'admin' },
  })
  const unsure = await createTestUser(kept, { name: `unsure-${randomUUID()}`, in: null, verified: false })
  await expect(unsure.client.organizations.create({ name: 'x' })).rejects.toMatchObject({
    status: 403,
    message: 'Verify your email address first.',
  })
})

it('are renamed and configured by their admins, and listed to their members', async () => {
  const { organizationId: id } = kept.world.scope
  const { data } = await admin.client.organizations.update({ id, name: 'Own & Sons', require_second_factor: false })
  expect(data).toMatchObject({ name: 'Own & Sons', require_second_factor: false })
  expect((await admin.client.organizations.list({})).data.map(({ name }) => name)).toEqual(['Own & Sons'])
  const user = await createTestUser(kept, { name: 'user', in: 'own' })
  expect((await user.client.organizations.get({ id })).data.name).toBe('Own & Sons')
  await expect(user.client.organizations.update({ id, name: 'Mine' })).rejects.toMatchObject({ status: 403 })
})

it('admit the user with the invited, verified address by a link, once', async () => {
  const name = `new-${randomUUID().slice(0, 8)}`
  const email = `${name}@example.com`
  await admin.client.users.invite({ email: email.toUpperCase(), role: 'billing_admin', full_name: 'New' })
  const token = await invitationToken(kept, email)
  const { rows } = await kept.world.database.pool.query('SELECT data::text AS text FROM jobs.job')
  expect(JSON.stringify(rows), 'the queue contains the encrypted token').not.toContain(token)

  const wrongUser = await createTestUser(kept, { name: `wrong-${name}`, in: null })
  expect((await wrongUser.client.organizations.getInvitation({ token })).data).toMatchObject({
    email,
    role: 'billing_admin',
    invited_by: 'boss',
  })
  await expect(wrongUser.client.organizations.acceptInvitation({ token })).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining(email),
  })
  const unsure = await createTestUser(kept, { name: `unsure-${name}`, in: null, verified: false })
  await expect(unsure.client.organizations.acceptInvitation({ token })).rejects.toMatchObject({ status: 403 })
  await expect(wrongUser.client.organizations.getInvitation({ token: `${token.slice(0, -1)}!` })).rejects.toMatchObject(
    {
      status: 404,
    },
  )

  const rightUser = await createTestUser(kept, { name, in: null })
  const tries = await Promise.allSettled(
    Array.from({ length: 4 }, () => rightUser.client.organizations.acceptInvitation({ token })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled').length).toBe(1)
  expect((await rightUser.client.session.me({})).data).toMatchObject({
    organization: { slug: 'own' },
    user: { role: 'billing_admin' },
  })
  await expect(rightUser.client.organizations.getInvitation({ token })).rejects.toMatchObject({
    status: 409,
    message: 'This invitation was already accepted.',
  })
  await expect(admin.client.users.invite({ email })).rejects.toMatchObject({
    status: 409,
    message: `${email} is already in this organization.`,
  })
})

it('resend an invitation with a new link, rate-limited, and revoke it', async () => {
  const email = `again-${randomUUID().slice(0, 8)}@example.com`
  const { data } = await admin.client.users.invite({ email })
  const first = await invitationToken(kept, email)
  await expect(admin.client.users.resend({ id: data.id })).rejects.toMatchObject({
    status: 429,
    data: { details: { resetTime: expect.any(String) } },
  })
  advance(61_000)
  await admin.client.users.resend({ id: data.id })
  const second = await invitationToken(kept, email, [first])
  const lookUp = (token: string) => admin.client.organizations.getInvitation({ token })
  await expect(lookUp(first)).rejects.toMatchObject({ status: 404 })
  expect((await lookUp(second)).data.email).toBe(email)
  expect((await admin.client.users.revoke({ id: data.id })).data.status).toBe('revoked')
  await expect(lookUp(second)).rejects.toMatchObject({ status: 404 })
  await expect(admin.client.users.revoke({ id: data.id })).rejects.toMatchObject({ status: 409 })
})

it('admit no user after a week, or after the inviting admin has lost that role', async () => {
  const email = `late-${randomUUID().slice(0, 8)}@example.com`
  await admin.client.users.invite({ email })
  const token = await invitationToken(kept, email)
  advance(7 * 24 * 3600 * 1000)
  const otherUser = await createTestUser(kept, { name: 'passer-by', in: null })
  await expect(otherUser.client.organizations.getInvitation({ token })).rejects.toMatchObject({
    status: 409,
    message: 'This invitation has expired. Ask for a new one.',
  })

  const second = await createTestUser(kept, { name: 'second', in: 'own', role: 'admin' })
  const friend = `friend-${randomUUID().slice(0, 8)}@example.com`
  await second.client.users.invite({ email: friend, role: 'admin' })
  const offered = await invitationToken(kept, friend)
  admin = await createTestUser(kept, { name: 'boss', in: 'own', role: 'admin' })
  await admin.client.users.update({ id: second.userId, role: 'user' })
  await expect(otherUser.client.organizations.getInvitation({ token: offered })).rejects.toMatchObject({
    status: 404,
  })
})

it('send emails in which a name is one line without links', async () => {
  const evil = await createTestUser(kept, { name: `evil-${randomUUID().slice(0, 8)}`, in: 'own', role: 'admin' })
  await kept.world.database.shared
    .updateTable('users')
    .set({ full_name: 'A\r\nBcc: x@example.com\nhttps://evil.example/now' })
    .where('id', '=', evil.userId)
    .execute()
  const email = `victim-${randomUUID().slice(0, 8)}@example.com`
  await evil.client.users.invite({ email })
  await invitationToken(kept, email)
  const [receivedEmail = ''] = mailsTo(kept, email)
  expect(receivedEmail).not.toMatch(/^Bcc:/m)
  expect(receivedEmail).not.toContain('https://evil.example')
})

it('can be left by any user, who stays signed in', async () => {
  const leaver = await createTestUser(kept, { name: `leaver-${randomUUID()}`, in: 'own' })
  await leaver.client.organizations.leave({ id: kept.world.scope.organizationId })
  await expect(leaver.client.session.me({})).rejects.toMatchObject({ status: 401 })
  expect((await leaver.client.organizations.list({})).data).toEqual([])
  await expect(leaver.client.organizations.leave({ id: kept.world.scope.organizationId })).rejects.toMatchObject({
    status: 404,
  })
})

it('store identity providers, whose secret is never returned and decrypts in its own row only', async () => {
  const { organizationId: id } = kept.world.scope
  const { database } = kept.world
  const settings = {
    id,
    name: 'Okta',
    issuer: 'https://id.example.com',
    client_id: 'c',
    client_secret: 'the secret',
    domains: ['Example.com'],
  }
  const { data } = await admin.client.organizations.addIdentityProvider(settings)
  expect(data).toMatchObject({
    name: 'Okta',
    has_secret: true,
    domains: ['example.com'],
    default_role: null,
    enabled: true,
  })
  expect(JSON.stringify((await admin.client.organizations.identityProviders({ id })).data)).not.toContain('the secret')
  const provider = await findSignInProvider(database, data.id)
  const sealLocation = { organization: id, table: 'identity_provider', row: data.id, column: 'client_secret' }
  const { secrets } = kept.server.services
  expect(secrets.open(sealLocation, provider?.client_secret ?? '')).toBe('the secret')
  expect(() => secrets.open({ ...sealLocation, row: randomUUID() }, provider?.client_secret ?? '')).toThrow()

  await expect(admin.client.organizations.addIdentityProvider(settings)).rejects.toMatchObject({ status: 409 })
  const addWithIssuer = (issuer: string) =>
    admin.client.organizations.addIdentityProvider({ ...settings, name: issuer, issuer })
  for (const issuer of [
    'http://id.example.com',
    'https://u:p@id.example.com',
    'https://id.example.com/?x=1',
    'ftp://x',
  ]) {
    await expect(addWithIssuer(issuer), issuer).rejects.toMatchObject({ status: 400 })
  }
  const update = (change: object) =>
    admin.client.organizations.updateIdentityProvider({ id, provider_id: data.id, ...change })
  await expect(update({ issuer: 'https://evil.example' })).rejects.toMatchObject({ status: 400 })
  expect((await update({ enabled: false })).data.enabled).toBe(false)
  expect(await findSignInProvider(database, data.id)).toBeUndefined()
  await admin.client.organizations.removeIdentityProvider({ id, provider_id: data.id })
  expect((await admin.client.organizations.identityProviders({ id })).data).toEqual([])
})
