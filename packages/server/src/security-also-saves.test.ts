/** Two values in one finding, over real HTTP: what resources that fail a cloud scan would also save. */
import { inventoryItemSchema } from '@kept/domain/resource.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { putInventory } from '@kept/store/resources/put-inventory.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { plantVolumeRecommendation } from './testing/plant-volume-recommendation.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const own = { organization: 'own' }
const seenAt = new Date()

let kept: TestKept
let admin: TestUser
/** IDs of recommendations. */
let ids: Record<'dollars' | 'euros' | 'unestimated', string>
let scanId: string
beforeAll(async () => {
  kept = await openKept()
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  const { scope, otherScope } = kept.world
  await listVolumes(scope, 'dollars', 'euros', 'unestimated', 'dismissed', 'done', 'verified', 'free')
  await listVolumes(otherScope, 'dollars')
  const plant = (resource_id: string, fields: Partial<Parameters<typeof plantVolumeRecommendation>[2]> = {}) =>
    plantVolumeRecommendation(kept.world.database, scope, { seenAt, resource_id, ...fields })
  ids = {
    dollars: await plant('dollars', { monthly_savings: '15.25' }),
    euros: await plant('euros', { monthly_savings: '7', currency: 'EUR', status: 'accepted' }),
    unestimated: await plant('unestimated', { monthly_savings: null }),
  }
  for (const status of ['dismissed', 'done', 'verified'] as const) await plant(status, { status })
  // The same money a second time, and a resource of another cloud with the same ID.
  await plant('dollars', { rule: 'alternative', counted_in: 'unattached-volume', monthly_savings: '12' })
  await plant('euros', { provider: 'Google Cloud', monthly_savings: '99' })
  const foreign = { seenAt, resource_id: 'dollars', monthly_savings: '1000' }
  await plantVolumeRecommendation(kept.world.database, otherScope, foreign)
  await plantVolumeRecommendation(kept.world.database, otherScope, { ...foreign, resource_id: 'free' })
  scanId = await scan(admin, 'own')
})
afterAll(() => kept.close())

/** Not encrypted, and unattached for longer than allowed: each fails two checks. */
function listVolumes(scope: Scope, ...names: string[]) {
  const items = names.map((resource_id) =>
    inventoryItemSchema.parse({
      ...{ provider: 'aws', resource_id, type: 'Volume', state: 'available', state_since: '2020-01-01T00:00:00Z' },
      attributes: { encrypted: 'false' },
    }),
  )
  return putInventory(kept.world.database, scope, items, seenAt)
}

async function scan({ client }: Pick<TestUser, 'client'>, organization: string): Promise<string> {
  const { data } = await client.securityScans.start({ organization, kind: 'cloud' })
  const status = async () => (await client.securityScans.get({ organization, id: data.id })).data.status
  await vi.waitFor(async () => expect(await status()).toBe('completed'), { timeout: 60_000 })
  return data.id
}

async function read({ client }: Pick<TestUser, 'client'> = admin) {
  const { data } = await client.securityScans.get({ ...own, id: scanId })
  const result = (check: string) => data.results.find(({ check_id }) => check_id === check)
  return { ...data, encrypted: result('volume-encrypted'), unattached: result('volume-not-long-unattached') }
}

const saves = [
  { currency: 'USD', monthly_savings: '15.25' },
  { currency: 'EUR', monthly_savings: '7' },
]

it('shows what unresolved recommendations of failing resources would save, by currency and each once', async () => {
  const { also_saves, results, encrypted, unattached } = await read()
  expect(also_saves).toEqual(saves)
  expect([encrypted?.also_saves, unattached?.also_saves]).toEqual([saves, saves])
  expect(results.filter((result) => result.also_saves?.length).map(({ check_id }) => check_id)).toHaveLength(2)
  const title = 'Unattached volume'
  expect(encrypted?.subjects.map(({ id, recommendations }) => [id, recommendations]).toSorted()).toEqual([
    ['dismissed', []],
    ['dollars', [{ id: ids.dollars, title, currency: 'USD', monthly_savings: '15.25' }]],
    ['done', []],
    ['euros', [{ id: ids.euros, title, currency: 'EUR', monthly_savings: '7' }]],
    ['free', []],
    ['unestimated', [{ id: ids.unestimated, title, currency: 'USD', monthly_savings: null }]],
    ['verified', []],
  ])
})

it("keeps another organization's recommendation of the same resource apart", async () => {
  const other = await createTestUser(kept, { name: 'olga', in: 'other', role: 'admin' })
  const id = await scan(other, 'other')
  const { data } = await other.client.securityScans.get({ organization: 'other', id })
  expect(data.also_saves).toEqual([{ currency: 'USD', monthly_savings: '1000' }])
  await expect(other.client.costOptimization.recommendation({ id: ids.dollars })).rejects.toMatchObject({ status: 404 })
})

it('shows no savings at all without the permission to read recommendations', async () => {
  const grants = { allow: ['security:read' as const], deny: ['recommendations:read' as const] }
  const auditor = await createTestUser(kept, { name: 'uma', in: 'own', role: 'user', grants })
  const scanned = await read(auditor)
  expect(scanned.encrypted).toMatchObject({ status: 'fail', failing_count: 7 })
  const text = JSON.stringify(scanned)
  for (const hidden of ['also_saves', 'recommendations', ids.dollars]) expect(text).not.toContain(hidden)
})

it('names the failing checks of a recommendation to those who read security', async () => {
  const { data } = await admin.client.costOptimization.recommendation({ id: ids.dollars })
  expect(data.failing_checks).toEqual([
    { scan_id: scanId, check_id: 'volume-encrypted', title: 'Volumes are encrypted', severity: 'high' },
    {
      ...{ scan_id: scanId, check_id: 'volume-not-long-unattached', severity: 'low' },
      title: 'No volume is unattached for more than 30 days',
    },
  ])
  const user = await createTestUser(kept, { name: 'ugo', in: 'own', role: 'user' })
  const { data: hidden } = await user.client.costOptimization.recommendation({ id: ids.dollars })
  expect(hidden).toMatchObject({ id: ids.dollars })
  expect(hidden).not.toHaveProperty('failing_checks')
})

it('no longer counts a recommendation that is dismissed', async () => {
  await admin.client.costOptimization.dismiss({ id: ids.dollars, reason: 'It is needed.' })
  const { also_saves, encrypted } = await read()
  expect(also_saves?.find(({ currency }) => currency === 'USD')).toBeUndefined()
  expect(encrypted?.subjects.find(({ id }) => id === 'dollars')?.recommendations).toEqual([])
})
