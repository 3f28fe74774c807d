import { findPasswordHash, setPasswordHash } from '@kept/store/people/credentials.ts'
import { addMembership, listOwnMemberships } from '@kept/store/people/own-memberships.ts'
import { ensurePerson, findPerson } from '@kept/store/people/persons.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCompanyProvider } from '../../testing/company-provider.ts'
import { clickThrough, client, type OidcForTest, openOidc } from '../../testing/oidc.ts'
import { Visitor } from '../../testing/visitor.ts'
import { openKept, type TestKept } from '../../testing.ts'
import { hashPassword } from '../password-hash.ts'

let kept: TestKept
let google: OidcForTest
let company: OidcForTest
beforeAll(async () => {
  google = await openOidc()
  company = await openOidc()
  kept = await openKept({
    KEPT_PRIVATE_NETWORKS: '127.0.0.1',
    KEPT_GOOGLE_ISSUER: google.issuer,
    KEPT_GOOGLE_CLIENT_ID: client.client_id,
    KEPT_GOOGLE_CLIENT_SECRET: client.client_secret,
  })
  for (const provider of [google, company]) provider.serve(`${kept.url}/api/auth/callback`)
  await addCompanyProvider(kept, company, { default_role: 'user' })
})
afterAll(async () => {
  await kept.close()
  await google.close()
  await company.close()
})

const beginSignIn = async (visitor: Visitor, body: object = { provider: 'google' }): Promise<string> =>
  (await visitor.post('/api/auth/oauth', body)).body.url
const company_ = { provider: 'organization', organization: 'own' }
/** The page after sign-in. */
async function signInAs(login: string, body?: object, visitor = new Visitor(kept.url)) {
  const returnUrl = await clickThrough(await beginSignIn(visitor, body), login)
  const landed = await visitor.get(returnUrl)
  return { visitor, returnUrl, status: landed.status, location: landed.headers.get('location') }
}

it('signs a user up with Google, and in again afterwards', async () => {
  const { visitor, location } = await signInAs('gina@example.com')
  expect(location).toBe('/onboarding')
  expect((await visitor.get('/v1/me')).body.data).toMatchObject({ user: { email: 'gina@example.com', role: 'admin' } })
  expect((await signInAs('gina@example.com')).location).toBe('/admin')
})

it('uses PKCE, a nonce and a state', async () => {
  const url = new URL(await beginSignIn(new Visitor(kept.url)))
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    code_challenge_method: 'S256',
    code_challenge: expect.any(String),
    nonce: expect.any(String),
    state: expect.any(String),
    redirect_uri: `${kept.url}/api/auth/callback`,
  })
})

it('rejects a callback that is forged, replayed, or from another browser', async () => {
  const refused = async (visitor: Visitor, address: string) => {
    const answer = await visitor.get(address)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/auth/login?error=state'])
    expect((await visitor.get('/v1/me')).status).toBe(401)
  }
  const { returnUrl } = await signInAs('gina@example.com')
  await refused(new Visitor(kept.url), returnUrl)
  const replaying = new Visitor(kept.url)
  replaying.cookies.set('kept-oauth', new URL(returnUrl).searchParams.get('state') ?? '')
  await refused(replaying, returnUrl)
  const victim = new Visitor(kept.url)
  await refused(victim, '/api/auth/callback?code=x&state=y')
  await refused(victim, '/api/auth/callback')
  // An attacker's own unused callback, given to a user who is signing in as well.
  const attackers = await clickThrough(await beginSignIn(new Visitor(kept.url)), 'mallory@example.com')
  await beginSignIn(victim)
  await refused(victim, attackers)
})

it('rejects the response of one provider in place of another’s', async () => {
  const visitor = new Visitor(kept.url)
  const honest = new URL(await beginSignIn(visitor))
  const state = honest.searchParams.get('state') ?? ''
  const other = new URL(await clickThrough(await beginSignIn(new Visitor(kept.url), company_), 'eve@corp.example'))
  const mixed = new URL(other)
  mixed.searchParams.set('state', state)
  expect((await visitor.get(mixed.href)).headers.get('location')).toBe('/auth/login?error=failed')
  expect(await findPerson(kept.world.database, { email: 'eve@corp.example' })).toBeUndefined()
  const wrongIssuer = new Visitor(kept.url)
  const callbackUrl = new URL(await clickThrough(await beginSignIn(wrongIssuer), 'gina@example.com'))
  callbackUrl.searchParams.set('iss', 'https://evil.example')
  expect((await wrongIssuer.get(callbackUrl.href)).headers.get('location')).toBe('/auth/login?error=failed')
})

it('reports that the user canceled at the provider', async () => {
  const visitor = new Visitor(kept.url)
  const state = new URL(await beginSignIn(visitor)).searchParams.get('state')
  const answer = await visitor.get(
    `/api/auth/callback?error=access_denied&state=${state}&iss=${encodeURIComponent(google.issuer)}`,
  )
  expect(answer.headers.get('location')).toBe('/auth/login?error=denied')
})

it('accepts verified addresses only, and joins them to the account of the same address', async () => {
  expect((await signInAs('unverified-new@example.com')).location).toBe('/auth/login?error=email_unverified')
  const { database } = kept.world
  const { person } = await ensurePerson(database, {
    email: 'olga@example.com',
    full_name: 'Olga',
    email_verified: true,
    now: new Date(),
  })
  await setPasswordHash(database, person.id, await hashPassword('plum tractor october'), new Date())
  const { visitor } = await signInAs('olga@example.com')
  expect((await visitor.get('/api/auth/session')).body.user.id).toBe(person.id)
  expect(await findPasswordHash(database, person.id)).toBeDefined()
})

it('removes a password that another person chose for the address', async () => {
  const attacker = new Visitor(kept.url)
  const chosen = 'attackers own words'
  await attacker.post('/api/auth/sign-up', { email: 'target@example.com', password: chosen, full_name: 'T' })
  await signInAs('target@example.com')
  expect(await attacker.post('/api/auth/login', { email: 'target@example.com', password: chosen })).toMatchObject({
    status: 401,
  })
})

it('admits an organization’s users through its provider, into that organization only', async () => {
  const { visitor, location } = await signInAs('ann@corp.example', company_)
  expect(location).toBe('/client')
  expect((await visitor.get('/v1/me')).body.data).toMatchObject({
    organization: { slug: 'own' },
    user: { role: 'user' },
  })
  const { database, otherScope } = kept.world
  const person = await findPerson(database, { email: 'ann@corp.example' })
  // Claims of the organization's provider prove nothing to others.
  expect(person?.email_verified).toBe(false)
  await addMembership(database, { ...otherScope, userId: person?.id ?? '', role: 'admin', now: new Date() })
  expect((await visitor.post(`/v1/organizations/${otherScope.organizationId}/switch`)).status).toBe(403)
  for (const path of ['totp/enroll', 'passkeys/options'])
    expect((await visitor.post(`/api/auth/${path}`)).status).toBe(403)
  expect((await visitor.post('/api/auth/change-password', { new_password: 'owl river lantern' })).status).toBe(403)
})

it('does not let an organization’s provider open accounts of others', async () => {
  expect((await signInAs('gina@example.com', company_)).location).toBe('/auth/login?error=not_a_member')
  const { database } = kept.world
  await ensurePerson(database, { email: 'boss@corp.example', full_name: 'Boss', email_verified: true, now: new Date() })
  expect((await signInAs('boss@corp.example', company_)).location).toBe('/auth/login?error=account_exists')
  const admin = await findPerson(database, { email: 'boss@corp.example' })
  expect(await listOwnMemberships(database, admin?.id ?? '')).toEqual([])
})

it('offers configured providers only', async () => {
  const visitor = new Visitor(kept.url)
  expect((await visitor.get('/api/auth/providers')).body).toEqual({
    google: true,
    github: false,
    demo: false,
    sign_up: true,
  })
  expect((await visitor.post('/api/auth/oauth', { provider: 'github' })).status).toBe(404)
  expect((await visitor.post('/api/auth/oauth', { provider: 'organization', organization: 'other' })).status).toBe(404)
})
