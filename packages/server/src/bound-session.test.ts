/**
 * A session that one organization's identity provider started, for a user who is a member of another organization too:
 * the owner of the provider could have started it, so it sees and changes nothing outside its organization.
 */
import { hashOrganization } from '@kept/store/testing/hash-organization.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { crawl, listRoutes } from './testing/crawl.ts'
import { endJobs } from './testing/end-jobs.ts'
import type { Planted } from './testing/plant.ts'
import { plantEverywhere } from './testing/plant-everywhere.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const canary = 'canary-crimson'

let kept: TestKept
let bound: TestUser
let otherSession: TestUser
let planted: Planted
beforeAll(async () => {
  kept = await openKept()
  const admin = await createTestUser(kept, { name: 'boss', in: 'other', role: 'admin' })
  planted = (await plantEverywhere(kept, { scope: kept.world.otherScope, admin, canary })).planted
  otherSession = await createTestUser(kept, { name: 'ann', in: 'other', role: 'admin' })
  bound = await createTestUser(kept, { name: 'ann', in: 'own', role: 'admin', bound: true })
  await endJobs(kept.world.database)
})
afterAll(() => kept.close())

const parameters = (): Record<string, string> => ({
  id: kept.world.otherScope.organizationId,
  organization: kept.world.otherScope.organizationId,
  provider_id: planted.provider,
  sessionId: otherSession.sessionId,
})

it('is the same user in both organizations', () => {
  expect(bound.userId).toBe(otherSession.userId)
})

it('lists only its own organization and sessions', async () => {
  const { data } = await bound.client.organizations.list({})
  expect(data.map(({ slug }) => slug)).toEqual(['own'])
  const { sessions } = await bound.client.auth.sessions({})
  expect(sessions.map(({ id }) => id)).toEqual([bound.sessionId])
  const { data: organizations } = await otherSession.client.organizations.list({})
  expect(organizations.map(({ slug }) => slug)).toEqual(['other', 'own'])
})

it('cannot leave, switch to, or end a session in another organization', async () => {
  const id = kept.world.otherScope.organizationId
  await expect(bound.client.organizations.leave({ id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(bound.client.auth.switchOrganization({ id })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(bound.client.auth.endSession({ id: otherSession.sessionId })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(otherSession.client.session.me({})).resolves.toMatchObject({
    data: { organization: { slug: 'other' } },
  })
})

it('reads and changes nothing of another organization through any route', async () => {
  const { database, otherScope } = kept.world
  const before = await hashOrganization(database, otherScope)
  const requestedIds = [
    planted.recommendation,
    planted.import,
    planted.member,
    planted.invitation,
    planted.provider,
    otherSession.sessionId,
    otherScope.organizationId,
  ]
  const leaks: string[] = []
  for (const id of requestedIds) {
    const answers = await crawl(kept, listRoutes(kept), {
      headers: bound.headers,
      fill: (parameter) => (parameter === 'id' ? id : (parameters()[parameter] ?? id)),
    })
    for (const { route, path, status, text } of answers) {
      const secrets = [canary, otherSession.sessionId, otherScope.organizationId, 'Elsewhere']
      // A response may repeat its input; it may contain nothing else of the other organization.
      const leakedSecrets = secrets.filter((secret) => text.includes(secret) && !path.includes(secret))
      if (leakedSecrets.length > 0) leaks.push(`${route} (${status}) tells ${leakedSecrets.join(', ')}`)
    }
  }
  expect(leaks).toEqual([])
  expect(await hashOrganization(database, otherScope)).toEqual(before)
  await expect(otherSession.client.session.me({})).resolves.toMatchObject({
    data: { organization: { slug: 'other' } },
  })
}, 300_000)
