/**
 * A session that one organization's identity provider vouched for, of a person who belongs to another organization too:
 * whoever runs the provider could have begun it, so it sees and changes nothing outside its organization.
 */
import { hashOrganization } from '@kept/store/testing/hash-organization.ts'
import { plantRows } from '@kept/store/testing/plant-rows.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { crawl, listRoutes } from './testing/crawl.ts'
import { type Planted, plant } from './testing/plant.ts'
import { shapesWith } from './testing/plant-shapes.ts'
import { type Being, be } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const canary = 'canary-crimson'

let kept: TestKept
let bound: Being
let elsewhere: Being
let things: Planted
beforeAll(async () => {
  kept = await openKept()
  const boss = await be(kept, { name: 'boss', in: 'stranger', role: 'admin' })
  things = await plant(kept, kept.world.stranger, boss, canary)
  await plantRows(kept.world.database, kept.world.stranger, canary, shapesWith(canary))
  elsewhere = await be(kept, { name: 'ann', in: 'stranger', role: 'admin' })
  bound = await be(kept, { name: 'ann', in: 'own', role: 'admin', bound: true })
})
afterAll(() => kept.close())

const parameters = (): Record<string, string> => ({
  id: kept.world.stranger.organizationId,
  organization: kept.world.stranger.organizationId,
  provider_id: things.provider,
  sessionId: elsewhere.sessionId,
})

it('is the same person in both organizations', () => {
  expect(bound.userId).toBe(elsewhere.userId)
})

it('lists its own organization alone, and its own sessions alone', async () => {
  const { data } = await bound.client.organizations.list({})
  expect(data.map(({ slug }) => slug)).toEqual(['own'])
  const { sessions } = await bound.client.auth.sessions({})
  expect(sessions.map(({ id }) => id)).toEqual([bound.sessionId])
  const { data: both } = await elsewhere.client.organizations.list({})
  expect(both.map(({ slug }) => slug)).toEqual(['own', 'stranger'])
})

it('cannot leave, switch to, or end a session in another organization', async () => {
  const id = kept.world.stranger.organizationId
  await expect(bound.client.organizations.leave({ id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(bound.client.auth.switchOrganization({ id })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(bound.client.auth.endSession({ id: elsewhere.sessionId })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(elsewhere.client.session.me({})).resolves.toMatchObject({ data: { organization: { slug: 'stranger' } } })
})

it('learns and changes nothing of another organization by any route', async () => {
  const { database, stranger } = kept.world
  const before = await hashOrganization(database, stranger)
  const asked = [
    things.finding,
    things.import,
    things.member,
    things.invitation,
    things.provider,
    elsewhere.sessionId,
    stranger.organizationId,
  ]
  const leaks: string[] = []
  for (const id of asked) {
    const answers = await crawl(kept, listRoutes(kept), {
      headers: bound.headers,
      fill: (parameter) => (parameter === 'id' ? id : (parameters()[parameter] ?? id)),
    })
    for (const { route, path, status, text } of answers) {
      const secrets = [canary, elsewhere.sessionId, stranger.organizationId, 'Stranger']
      // An answer may repeat what was asked; it may say nothing else of the other organization.
      const told = secrets.filter((secret) => text.includes(secret) && !path.includes(secret))
      if (told.length > 0) leaks.push(`${route} (${status}) tells ${told.join(', ')}`)
    }
  }
  expect(leaks).toEqual([])
  expect(await hashOrganization(database, stranger)).toEqual(before)
  await expect(elsewhere.client.session.me({})).resolves.toMatchObject({ data: { organization: { slug: 'stranger' } } })
}, 300_000)
