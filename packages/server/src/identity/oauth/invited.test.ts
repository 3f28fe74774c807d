/** Invitations carried through a provider sign-in, where sign-up is closed. */
import { findPerson } from '@kept/store/people/persons.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCompanyProvider } from '../../testing/company-provider.ts'
import { invitationToken } from '../../testing/mails.ts'
import { clickThrough, client, type OidcForTest, openOidc } from '../../testing/oidc.ts'
import { Visitor } from '../../testing/visitor.ts'
import { openKept, type TestKept } from '../../testing.ts'
import { codeAt, fromBase32, stepOf } from '../totp.ts'

let kept: TestKept
let google: OidcForTest
let company: OidcForTest
beforeAll(async () => {
  google = await openOidc()
  company = await openOidc()
  kept = await openKept({
    KEPT_SIGN_UP: 'off',
    KEPT_PRIVATE_NETWORKS: '127.0.0.1',
    KEPT_GOOGLE_ISSUER: google.issuer,
    KEPT_GOOGLE_CLIENT_ID: client.client_id,
    KEPT_GOOGLE_CLIENT_SECRET: client.client_secret,
  })
  for (const provider of [google, company]) provider.serve(`${kept.url}/api/auth/callback`)
})
afterAll(async () => {
  await kept.close()
  await google.close()
  await company.close()
})

/** The operator invites; the token is in the email. */
async function invite(email: string, role: 'user' | 'billing_admin' = 'user') {
  await kept.client.users.invite({ email, role })
  return invitationToken(kept, email)
}

async function comeWith(login: string, invitation?: string, visitor = new Visitor(kept.url)) {
  const { url } = (await visitor.post('/api/auth/oauth', { provider: 'google', invitation })).body
  const landed = await visitor.get(await clickThrough(url, login))
  return { visitor, location: landed.headers.get('location') }
}

const organizationsOf = async (visitor: Visitor): Promise<string[]> =>
  (await visitor.get('/v1/organizations')).body.data.map(({ slug }: { slug: string }) => slug)

it('joins the inviting organization, with the offered role and without a new organization', async () => {
  const token = await invite('ines@example.com', 'billing_admin')
  const { visitor, location } = await comeWith('ines@example.com', token)
  expect(location).toBe('/client')
  expect((await visitor.get('/v1/me')).body.data).toMatchObject({
    organization: { slug: 'own' },
    user: { email: 'ines@example.com', role: 'billing_admin' },
  })
  expect(await organizationsOf(visitor)).toEqual(['own'])
  expect((await visitor.post('/v1/invitations/accept', { token })).status).toBe(409)
})

it('admits no user without one, and creates no account', async () => {
  expect((await comeWith('uninvited@example.com')).location).toBe('/auth/login?error=sign_up_closed')
  expect((await comeWith('uninvited@example.com', 'made-up')).location).toBe('/auth/login?error=sign_up_closed')
  expect(await findPerson(kept.world.database, { email: 'uninvited@example.com' })).toBeUndefined()
})

it('is for the invited address, once the provider has verified it', async () => {
  const token = await invite('meant@example.com')
  expect((await comeWith('thief@example.com', token)).location).toBe('/auth/login?error=other_address')
  expect(await findPerson(kept.world.database, { email: 'thief@example.com' })).toBeUndefined()
  expect((await comeWith('unverified-meant@example.com', token)).location).toBe('/auth/login?error=email_unverified')
  expect((await comeWith('meant@example.com', token)).location).toBe('/client')
})

it('is invalid after it was revoked', async () => {
  const token = await invite('late@example.com')
  const { data } = await kept.client.users.invitations({ status: 'pending' })
  const { id = '' } = data.find(({ email }) => email === 'late@example.com') ?? {}
  await kept.client.users.revoke({ id })
  expect((await comeWith('late@example.com', token)).location).toBe('/auth/login?error=sign_up_closed')
})

it('waits for the second factor of an existing user', async () => {
  const first = await invite('both@example.com')
  const { visitor } = await comeWith('both@example.com', first)
  const { secret } = (await visitor.post('/api/auth/totp/enroll')).body
  const code = (offset: number) => codeAt(fromBase32(secret), stepOf(Date.now()) + offset)
  await visitor.post('/api/auth/totp/confirm', { code: code(0) })
  await kept.otherClient.users.invite({ email: 'both@example.com' })
  const secondSignIn = await comeWith('both@example.com', await invitationToken(kept, 'both@example.com', [first]))
  expect(secondSignIn.location).toBe('/auth/second-factor')
  expect(await organizationsOf(visitor)).toEqual(['own'])
  expect((await secondSignIn.visitor.post('/api/auth/second-factor', { code: code(1) })).status).toBe(200)
  expect((await secondSignIn.visitor.get('/v1/me')).body.data.organization.slug).toBe('other')
  expect(await organizationsOf(secondSignIn.visitor)).toEqual(['other', 'own'])
})

it('allows sign-in at an organization’s provider that admits invited users only', async () => {
  await addCompanyProvider(kept, company, { default_role: null })
  const enter = async (login: string) => {
    const visitor = new Visitor(kept.url)
    const { url } = (await visitor.post('/api/auth/oauth', { provider: 'organization', organization: 'own' })).body
    const landed = await visitor.get(await clickThrough(url, login))
    return { visitor, location: landed.headers.get('location') }
  }
  expect((await enter('eva@corp.example')).location).toBe('/auth/login?error=not_a_member')
  await invite('eva@corp.example', 'billing_admin')
  const { visitor, location } = await enter('eva@corp.example')
  expect(location).toBe('/client')
  expect((await visitor.get('/v1/me')).body.data.user.role).toBe('billing_admin')
})
