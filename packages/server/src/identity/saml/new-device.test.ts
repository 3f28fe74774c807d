/** A sign-in on a new device through an organization's provider says nothing to the user's other organizations. */
import { addMembership } from '@kept/store/people/own-memberships.ts'
import { findPerson } from '@kept/store/people/persons.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser } from '../../testing/sign-in.ts'
import { verifyDomain } from '../../testing/verify-domain.ts'
import { openKept, type TestKept } from '../../testing.ts'
import { IdentityProviderForTest } from './testing/identity-provider.ts'
import { type SamlBrowsers, samlBrowsers } from './testing/saml-sign-in.ts'

const idp = new IdentityProviderForTest()
let kept: TestKept
let browsers: SamlBrowsers
beforeAll(async () => {
  kept = await openKept()
  const admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  const { data: provider } = await admin.client.singleSignOn.addSaml({
    id: kept.world.scope.organizationId,
    ...{ name: 'Corp', metadata: idp.metadata(), domains: ['corp.example'], default_role: 'user' },
    attributes: { email: 'mail', name: 'cn', groups: 'memberOf' },
  })
  browsers = samlBrowsers(kept.url, idp, provider)
  await verifyDomain(kept.world.database, kept.world.scope, 'corp.example')
})
afterAll(() => kept.close())

const email = 'ann@corp.example'
async function enterOnNewDevice() {
  const { visitor, id, relayState } = await browsers.start()
  const xml = browsers.answerTo(id, { nameId: email, attributes: { mail: [email], cn: ['Ann Lee'] } })
  expect(await browsers.post(xml, relayState, visitor)).toBe('/client')
}
const alerts = async () => {
  const action = 'session.new_device'
  const [own, other] = await Promise.all([
    kept.client.security.listAuditLogs({ organization: 'own', action }),
    kept.otherClient.security.listAuditLogs({ organization: 'other', action }),
  ])
  return [own.data.length, other.data.length]
}

it('alerts the organization of the provider alone', async () => {
  const { database, otherScope } = kept.world
  await enterOnNewDevice()
  const userId = (await findPerson(database, { email }))?.id ?? ''
  await addMembership(database, { ...otherScope, userId, role: 'user', now: new Date() })
  await database.pool.query('DELETE FROM session WHERE user_id = $1', [userId])
  expect(await alerts()).toEqual([0, 0])
  await enterOnNewDevice()
  expect(await alerts()).toEqual([1, 0])
})
