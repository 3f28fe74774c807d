/** Since when a resource is in its state, where the cloud does not say it. */
import { type InventoryItem, inventoryItemSchema } from '@kept/domain/resource.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'
import { readInventory } from './inventory-facts.ts'
import { putInventory } from './put-inventory.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function list(day: string, item: Partial<InventoryItem>): Promise<string[] | undefined> {
  const volume = inventoryItemSchema.parse({ provider: 'aws', resource_id: 'vol-1', type: 'Volume', ...item })
  await putInventory(world.database, world.scope, [volume], new Date(`${day}T08:00:00Z`))
  const rows = await readInventory(world.database, world.scope)
  return rows?.[0] && [rows[0].state_since, rows[0].state_seen_since]
}

it('is the day on which a change of the state was seen, and stays that day', async () => {
  expect(await list('2026-03-01', { state: 'in-use' })).toEqual(['', '2026-03-01'])
  expect(await list('2026-03-02', { state: 'in-use' })).toEqual(['', '2026-03-01'])
  expect(await list('2026-03-03', { state: 'available' })).toEqual(['2026-03-03', '2026-03-03'])
  expect(await list('2026-03-04', { state: 'available' })).toEqual(['2026-03-03', '2026-03-03'])
  expect(await list('2026-03-05', { state: 'available', state_since: '2026-02-20T00:00:00Z' })).toEqual([
    '2026-02-20',
    '2026-03-03',
  ])
})

it('is seen since the next listing of what was listed before that was recorded', async () => {
  await list('2026-03-05', { state: 'available' })
  const owner = await world.openOwner()
  await owner.query('UPDATE resource SET state_seen_since = NULL')
  await owner.end()
  expect((await list('2026-03-06', { state: 'available' }))?.[1]).toBe('2026-03-06')
  expect((await list('2026-03-07', { state: 'available' }))?.[1]).toBe('2026-03-06')
})

it('is unknown where a state could not be read', async () => {
  expect(await list('2026-03-08', { state: '' })).toEqual(['', '2026-03-08'])
  expect(await list('2026-03-09', { state: 'available' })).toEqual(['', '2026-03-09'])
})
