import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('does not send a statement without an organization', () => {
  expect(() => world.warehouse.query(world.scope, 'SELECT * FROM cost_line')).toThrow(/without its organization/)
})

it('returns decimals as text and counts as numbers', async () => {
  const rows = await world.warehouse.query(
    world.scope,
    "SELECT toDecimal256('0.000000007292255759239199', 30) AS amount, count() AS n FROM numbers(3) WHERE {organization_id:UUID} IS NOT NULL",
  )
  expect(rows).toEqual([{ amount: '0.000000007292255759239199', n: 3 }])
})
