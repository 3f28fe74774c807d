/** An identity provider admits users of domains whose ownership its organization proved by a DNS record. */
import { findPerson } from '@kept/store/people/persons.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recheckDomains } from './organizations/domains.ts'
import { type DnsForTest, openDns } from './testing/dns.ts'
import { mailTo } from './testing/mailbox.ts'
import { clickThrough, client, type OidcForTest, openOidc } from './testing/oidc.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { Visitor } from './testing/visitor.ts'
import { openKept, type TestKept } from './testing.ts'

const day = 24 * 3600 * 1000
let kept: TestKept
let company: OidcForTest
let dns: DnsForTest
let admin: TestUser
let clock = Date.parse('2026-03-01T12:00:00Z')
beforeAll(async () => {
  company = await openOidc()
  dns = await openDns()
  kept = await openKept(
    { KEPT_PRIVATE_NETWORKS: '127.0.0.1', KEPT_DNS_SERVER: dns.address },
    { now: () => new Date(clock) },
  )
  company.serve(`${kept.url}/api/auth/callback`)
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  await admin.client.organizations.addIdentityProvider({
    id: kept.world.scope.organizationId,
    name: 'Company',
    issuer: company.issuer,
    ...client,
    domains: ['corp.example', 'victim.example'],
    default_role: 'user',
  })
})
afterAll(async () => {
  await kept.close()
  await company.close()
  await dns.close()
})

const domains = async () =>
  (
    await (
      await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
    ).client.organizations.domains({
      id: kept.world.scope.organizationId,
    })
  ).data
const verify = async (domain: string) => {
  const { client: now } = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  return (await now.organizations.verifyDomain({ id: kept.world.scope.organizationId, domain })).data
}
async function signInAs(login: string) {
  const visitor = new Visitor(kept.url)
  const { url } = (await visitor.post('/api/auth/oauth', { provider: 'organization', organization: 'own' })).body
  const landed = await visitor.get(await clickThrough(url, login))
  return { visitor, location: landed.headers.get('location') }
}

it('admits no user before the domain is verified, and creates no account', async () => {
  expect(await domains()).toMatchObject([
    { domain: 'corp.example', status: 'pending', record: { type: 'TXT', name: '_kept-verification.corp.example' } },
    { domain: 'victim.example', status: 'pending' },
  ])
  expect((await signInAs('ceo@victim.example')).location).toBe('/auth/login?error=domain_unverified')
  expect(await findPerson(kept.world.database, { email: 'ceo@victim.example' })).toBeUndefined()
})

it('explains a problem of the record: missing, another value, no DNS', async () => {
  const missing = await verify('corp.example')
  expect(missing).toMatchObject({ status: 'failed', failure: expect.stringContaining('TXT record') })
  dns.records.set('_kept-verification.corp.example', ['kept-verification=another-value'])
  expect((await verify('corp.example')).failure).toContain('does not have the value shown here')
  dns.fails = true
  expect((await verify('corp.example')).failure).toContain('did not respond')
  dns.fails = false
  await expect(verify('other.example')).rejects.toMatchObject({ status: 404 })
})

it('is verified by the record next to others, and admits users from then on', async () => {
  const [domain] = await domains()
  dns.records.set('_kept-verification.corp.example', ['v=spf1 -all', domain?.record.value ?? ''])
  expect(await verify('corp.example')).toMatchObject({ status: 'verified', failure: '' })
  const { visitor, location } = await signInAs('ann@corp.example')
  expect(location).toBe('/client')
  expect((await visitor.get('/v1/me')).body.data.organization.slug).toBe('own')
  expect((await signInAs('ceo@victim.example')).location).toBe('/auth/login?error=domain_unverified')
})

it('gives another organization its own record: one proof is not valid for another', async () => {
  const other = await createTestUser(kept, { name: 'other', in: 'other', role: 'admin' })
  const id = kept.world.otherScope.organizationId
  const issuer = company.issuer
  await other.client.organizations.addIdentityProvider({ id, name: 'X', issuer, ...client, domains: ['corp.example'] })
  const { data } = await other.client.organizations.verifyDomain({ id, domain: 'corp.example' })
  expect(data.status).toBe('failed')
})

it('stays verified for some days without DNS, but not forever, and not without its record', async () => {
  const { services } = kept.server
  dns.fails = true
  clock += 6 * day
  await recheckDomains(services)
  expect((await domains())[0]?.status).toBe('verified')
  clock += 2 * day
  await recheckDomains(services)
  expect((await domains())[0]?.status).toBe('failed')
  dns.fails = false
  expect((await verify('corp.example')).status).toBe('verified')
  dns.records.delete('_kept-verification.corp.example')
  await recheckDomains(services)
  expect((await domains())[0]).toMatchObject({ status: 'failed', failure: expect.stringContaining('not found') })
  expect((await signInAs('bob@corp.example')).location).toBe('/auth/login?error=domain_unverified')
  // Users admitted while it was verified stay members.
  expect((await signInAs('ann@corp.example')).location).toBe('/client')
})

it('gives the owner of a squatted address their own organization', async () => {
  const owner = new Visitor(kept.url)
  const email = 'ann@corp.example'
  await owner.post('/api/auth/forgot-password', { email })
  const { token } = await mailTo(kept.server.services, email, /Reset your Kept password/)
  const password = 'plum tractor october'
  expect((await owner.post('/api/auth/reset-password', { token, password })).status).toBe(200)
  expect((await owner.post('/api/auth/login', { email, password })).status).toBe(200)
  const { data } = (await owner.get('/v1/organizations')).body as { data: { slug: string; role: string }[] }
  expect(data.filter(({ slug }) => slug !== 'own')).toMatchObject([{ role: 'admin' }])
})
