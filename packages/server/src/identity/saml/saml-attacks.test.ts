/** Forged, replayed and wrong SAML responses, over HTTP: each is refused with one sentence, and nothing changes. */
import { randomUUID } from 'node:crypto'
import type { IdentityProvider } from '@kept/contract/routes/organizations.ts'
import { hashOrganization } from '@kept/store/testing/hash-organization.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endJobs } from '../../testing/end-jobs.ts'
import { createTestUser, type TestUser } from '../../testing/sign-in.ts'
import { verifyDomain } from '../../testing/verify-domain.ts'
import { openKept, type TestKept } from '../../testing.ts'
import { type AnswerParts, IdentityProviderForTest } from './testing/identity-provider.ts'
import { type SamlBrowsers, samlBrowsers } from './testing/saml-sign-in.ts'
import { selfSigned } from './testing/self-signed.ts'
import { wrapped } from './testing/wrap.ts'

const idp = new IdentityProviderForTest()
let kept: TestKept
let admin: TestUser
let provider: IdentityProvider
let browsers: SamlBrowsers

beforeAll(async () => {
  kept = await openKept()
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  const { data } = await admin.client.singleSignOn.addSaml({
    id: kept.world.scope.organizationId,
    ...{ name: 'Corp', metadata: idp.metadata(), domains: ['corp.example'], default_role: 'user' },
    attributes: { email: 'mail', name: 'cn', groups: 'memberOf' },
  })
  provider = data
  browsers = samlBrowsers(kept.url, idp, provider)
  await verifyDomain(kept.world.database, kept.world.scope, 'corp.example')
  await endJobs(kept.world.database)
})
afterAll(() => kept.close())

/** Of both organizations, without the audit log, which has the refusals. */
async function hashes() {
  const { database, scope, otherScope } = kept.world
  const isRecord = (table: string) => /^(audit_(event|head|value|day)|live_event)$/.test(table)
  const hashed = await Promise.all([scope, otherScope].map((owner) => hashOrganization(database, owner)))
  return hashed.map((tables) => Object.entries(tables).filter(([table]) => !isRecord(table)))
}

async function countRows(table: 'users' | 'session' | 'account'): Promise<number> {
  const owner = await kept.world.openOwner()
  try {
    const { rows } = await owner.query<{ count: string }>(`SELECT count(*) FROM ${table}`)
    return Number(rows[0]?.count)
  } finally {
    await owner.end()
  }
}
const state = async () => ({
  hashes: await hashes(),
  rows: [await countRows('users'), await countRows('session'), await countRows('account')],
})

async function newestRefusal() {
  const { data } = await admin.client.security.listAuditLogs({ organization: 'own', action: 'session.refused' })
  return data[0]
}

/** Makes the attacked response to a request that the attacker's browser has open. */
type Attack = (answer: (parts?: Partial<AnswerParts>) => string) => string

async function refuses(attack: Attack, reason: string, sentence: string): Promise<void> {
  const { visitor, id, relayState } = await browsers.start()
  const before = await state()
  const earlier = await newestRefusal()
  const answer = (parts: Partial<AnswerParts> = {}) =>
    browsers.answerTo(id, { attributes: { mail: ['ann@corp.example'] }, nameId: 'ann@corp.example', ...parts })
  expect(await browsers.post(attack(answer), relayState, visitor)).toBe(`/auth/login?error=${reason}`)
  expect((await visitor.get('/v1/me')).status).toBe(401)
  expect(await state()).toEqual(before)
  const refusal = await newestRefusal()
  expect(refusal?.id).not.toBe(earlier?.id)
  expect(refusal).toMatchObject({ outcome: 'denied', summary: `A sign-in through "Corp" was refused: ${sentence}` })
}

const because = (reason: string) => `The SAML response was not accepted because ${reason}.`

it.each(['xsw1', 'xsw2', 'xsw3', 'xsw4', 'xsw5', 'xsw6', 'xsw7', 'xsw8'])(
  'refuses the wrapped response %s',
  async (name) => {
    const attack: Attack = (answer) => {
      const xml = wrapped({
        signedResponse: answer({ signs: 'response' }),
        signedAssertion: answer({ signs: 'assertion' }),
        forge: (text) => text.replaceAll('ann@corp.example', 'ceo@corp.example'),
      })[name]
      // The signed original is there untouched, beside the forged copy.
      expect(xml).toContain('ceo@corp.example')
      expect(xml).toContain('ann@corp.example')
      return xml ?? ''
    }
    await refuses(attack, 'saml_document', because('it contains more than one assertion or response'))
  },
)

const attacks: Record<string, { reason: string; sentence: string; attack: Attack }> = {
  'for another audience': {
    ...{ reason: 'saml_audience', sentence: 'This SAML response is for another application.' },
    attack: (answer) => answer({ audience: 'https://other.example.com' }),
  },
  'to another address': {
    ...{ reason: 'saml_recipient', sentence: 'This SAML response was sent to another address.' },
    attack: (answer) => answer({ recipient: 'https://other.example.com' }),
  },
  'of another issuer': {
    ...{ reason: 'saml_issuer', sentence: 'This SAML response comes from another identity provider.' },
    attack: (answer) => answer({ issuer: 'https://evil.example' }),
  },
  'to another request': {
    ...{ reason: 'saml_request', sentence: 'This SAML response belongs to another sign-in. Start again.' },
    attack: (answer) => answer({ inResponseTo: `_${randomUUID()}` }),
  },
  'that is too old': {
    ...{
      reason: 'saml_time',
      sentence: 'This SAML response is not valid now. Check the clock of the identity provider.',
    },
    attack: (answer) => answer({ now: Date.now() - 3_600_000 }),
  },
  'from the future': {
    ...{
      reason: 'saml_time',
      sentence: 'This SAML response is not valid now. Check the clock of the identity provider.',
    },
    attack: (answer) => answer({ now: Date.now() + 3_600_000 }),
  },
  'that is not signed': {
    ...{ reason: 'saml_unsigned', sentence: 'The SAML response is not signed.' },
    attack: (answer) => answer({ signs: 'nothing' }),
  },
  'whose signature was removed': {
    ...{ reason: 'saml_unsigned', sentence: 'The SAML response is not signed.' },
    attack: (answer) => answer().replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/, ''),
  },
  'that was changed after it was signed': {
    ...{ reason: 'saml_signature', sentence: 'The signature of the SAML response is not valid.' },
    attack: (answer) => answer().replaceAll('ann@corp', 'ceo@corp'),
  },
  'that is signed with another key': {
    ...{ reason: 'saml_signature', sentence: 'The signature of the SAML response is not valid.' },
    attack: (answer) => answer({ key: selfSigned('evil') }),
  },
  'that is signed with SHA-1': {
    ...{ reason: 'saml_signature', sentence: 'The signature of the SAML response is not valid.' },
    attack: (answer) => answer({ algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
  },
  'with a comment in the name': {
    ...{ reason: 'saml_document', sentence: because('it contains a comment') },
    attack: (answer) => answer({ nameId: 'ceo@corp.example<!-- -->.evil.example' }),
  },
  'with an external entity': {
    ...{ reason: 'saml_document', sentence: because('it contains a document type') },
    attack: (answer) =>
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${answer().replace('ann@corp.example', '&e;')}`,
  },
  'with entities that multiply': {
    ...{ reason: 'saml_document', sentence: because('it contains a document type') },
    attack: (answer) =>
      `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${answer().replace('ann@corp.example', '&b;')}`,
  },
  'that says that the sign-in failed': {
    ...{ reason: 'saml_status', sentence: 'The identity provider did not sign you in.' },
    attack: (answer) => answer({ status: 'urn:oasis:names:tc:SAML:2.0:status:AuthnFailed' }),
  },
  'that is no XML': {
    reason: 'saml_document',
    sentence: because('it has no single root element'),
    attack: () => 'not xml',
  },
}

it.each(Object.entries(attacks))('refuses a response %s', async (_, { attack, reason, sentence }) => {
  await refuses(attack, reason, sentence)
})

it('refuses a response that was used, in every browser', async () => {
  const { visitor, id, relayState } = await browsers.start()
  const xml = browsers.answerTo(id, { attributes: { mail: ['ann@corp.example'] } })
  expect(await browsers.post(xml, relayState, visitor)).toBe('/client')
  const thief = await browsers.start()
  const before = await state()
  expect(await browsers.post(xml, relayState, thief.visitor)).toBe('/auth/login?error=saml_not_requested')
  expect(await browsers.post(xml, thief.relayState, thief.visitor)).toBe('/auth/login?error=saml_request')
  expect((await thief.visitor.get('/v1/me')).status).toBe(401)
  expect(await state()).toEqual(before)
})
