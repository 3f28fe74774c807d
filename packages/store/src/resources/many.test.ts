/** Pages, filters and groups of a list of a hundred thousand resources agree with each other. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'
import { groupResources, listResources } from './list.ts'

const resourceCount = 100_000
let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.database.scoped(world.scope, (tx) =>
    sql`INSERT INTO resource (organization_id, provider, resource_id, in_bill, bill_name, bill_type, bill_region, bill_tags,
        currency, effective, costs)
      SELECT ${world.scope.organizationId}::uuid, 'AWS', 'arn:aws:ec2:us-east-1:1:instance/i-' || n, true, 'machine-' || n,
        'kind ' || n % 7, 'region ' || n % 12, jsonb_build_object('team', 'team ' || n % 30), 'USD', n,
        jsonb_build_array(jsonb_build_object('currency', 'USD', 'effective', n::text, 'billed', n::text))
      FROM generate_series(1, ${resourceCount}::int) AS n`.execute(tx),
  )
})
afterAll(() => world.close())

it('lists, finds and groups among a hundred thousand', async () => {
  const { database, scope } = world
  const first = await listResources(database, scope, { filter: {}, sort: 'cost', descending: true, limit: 100 })
  expect([first.total, first.resources[0]?.name, first.totals[0]?.effective]).toEqual([
    resourceCount,
    `machine-${resourceCount}`,
    String((resourceCount * (resourceCount + 1)) / 2),
  ])
  const next = await listResources(database, scope, {
    filter: {},
    sort: 'cost',
    descending: true,
    limit: 100,
    cursor: first.next ?? '',
  })
  expect(next.resources[0]?.name).toBe(`machine-${resourceCount - 100}`)
  const result = await listResources(database, scope, {
    filter: { search: 'MACHINE-4242 i-4242', tag: 'team:team 12' },
    sort: 'name',
    descending: false,
    limit: 10,
  })
  expect(result.resources.map(({ name }) => name)).toEqual(
    ['machine-4242', 'machine-42422'].filter((_, i) => i === 0 || 42_422 % 30 === 12),
  )
  const groups = await groupResources(database, scope, {}, 'type')
  expect(groups.reduce((total, { resources }) => total + resources, 0)).toBe(resourceCount)
})
