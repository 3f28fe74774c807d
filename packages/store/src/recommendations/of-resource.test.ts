/** Two clouds may use one ID, and one cloud has two names: an inventory writes "aws", a bill "Amazon Web Services". */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recommendationsOfRules } from '../autopilot/scope.ts'
import { findResource } from '../resources/find.ts'
import { listResources } from '../resources/list.ts'
import { recommendationDraft } from '../testing/recommendation-draft.ts'
import { openWorld, type World } from '../testing/world.ts'
import { getRecommendation } from './get.ts'
import { listRecommendations } from './list.ts'
import { recommendationsOfResource } from './of-resource.ts'
import { saveEvaluation } from './save-evaluation.ts'

const [amazon, google] = ['Amazon Web Services', 'Google Cloud'] as const
const id = 'shop-server'
let world: World

beforeAll(async () => {
  world = await openWorld()
  const { database, scope } = world
  const resources = [
    { provider: amazon, effective: '100', tags: { team: 'storefront' } },
    { provider: google, effective: '5', tags: { team: 'search' } },
    { provider: 'Oracle', effective: '1', tags: {} },
  ]
  await database.scoped(scope, (tx) =>
    sql`INSERT INTO resource (organization_id, provider, resource_id, in_bill, bill_tags, currency, effective, costs)
      SELECT ${scope.organizationId}::uuid, provider, ${id}::text, true, tags, 'USD', effective, '[]'::jsonb
      FROM jsonb_to_recordset(${JSON.stringify(resources)}::jsonb) AS row (provider text, effective numeric, tags jsonb)`.execute(
      tx,
    ),
  )
  const drafts = [
    recommendationDraft(id, { provider: amazon, fingerprint: 'idle', monthly_savings: '10' }),
    // From before the first bill, which renamed the resource.
    recommendationDraft(id, { provider: 'aws', fingerprint: 'arm', rule: 'arm-architecture', monthly_savings: '7.5' }),
    recommendationDraft(id, { provider: google, fingerprint: 'google', monthly_savings: '3' }),
  ]
  await saveEvaluation(database, scope, {
    ...{ loadIds: [], recommendations: drafts, outcomes: [], evaluatedAt: new Date(), notifyNew: () => undefined },
  })
})
afterAll(() => world.close())

const providersOf = async (provider?: string) =>
  (await recommendationsOfResource(world.database, world.scope, id, provider)).map((row) => row.provider)

it('lists those of one provider: the one that is asked for, or the costlier one', async () => {
  expect(await providersOf(google)).toEqual([google])
  expect(await providersOf('Oracle')).toEqual([])
  expect(await providersOf(amazon)).toEqual([amazon, 'aws'])
  expect(await providersOf()).toEqual([amazon, 'aws'])
})

it('has the team and the tags of its own resource', async () => {
  const { database, scope } = world
  const { recommendations } = await listRecommendations(database, scope, { status: 'open' })
  expect(Object.fromEntries(recommendations.map(({ provider, team }) => [provider, team]))).toEqual({
    ...{ [amazon]: 'storefront', aws: 'storefront', [google]: 'search' },
  })
  const candidates = await database.scoped(scope, (tx) => recommendationsOfRules(tx, ['idle-instance']))
  expect(candidates.map(({ tags }) => tags.team).toSorted()).toEqual(['search', 'storefront'])
})

it('counts at a resource what its own provider has, under each of its names', async () => {
  const { database, scope } = world
  const at = async (provider: string) => (await findResource(database, scope, id, provider)).recommendations
  expect(await at(amazon)).toEqual({ open: 2, monthly_savings: '17.5' })
  expect(await at(google)).toEqual({ open: 1, monthly_savings: '3' })
  expect(await at('Oracle')).toEqual({ open: 0, monthly_savings: null })
  const providersWith = async (with_recommendations: 'true' | 'false') => {
    const query = { filter: { with_recommendations }, sort: 'cost' as const, descending: true, limit: 10 }
    return (await listResources(database, scope, query)).resources.map(({ provider }) => provider)
  }
  expect(await providersWith('true')).toEqual([amazon, google])
  expect(await providersWith('false')).toEqual(['Oracle'])
})

it('is read with the team of its own resource', async () => {
  const { database, scope } = world
  const [ofGoogle] = await recommendationsOfResource(database, scope, id, google)
  const read = await getRecommendation(database, scope, ofGoogle?.id ?? '')
  expect(read).toMatchObject({ provider: google, team: 'search', alternatives: [] })
})
