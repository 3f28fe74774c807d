import { afterAll, beforeAll, expect, it } from 'vitest'
import { lineOn } from '../testing/lines.ts'
import { publishLines } from '../testing/publish.ts'
import { openWorld, type World } from '../testing/world.ts'
import { readBilledSkus } from './resource-prices.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  const line = (id: string, price: string, more = {}) =>
    lineOn('2024-03-20', {
      ...{ ServiceName: 'Compute', ResourceId: id, SkuPriceId: `price of ${id}`, PricingUnit: 'Hours' },
      ...{ PricingQuantity: '2', ListUnitPrice: price, EffectiveCost: '1', BilledCost: '1' },
      ...more,
    })
  await publishLines(world, world.scope, 'march', [
    line('arn:aws:lambda:eu-west-1:1:function:Checkout', '0.5', { ContractedUnitPrice: '0.4' }),
    line('queue-7', '3', { ResourceName: 'Orders' }),
    line('i-1', '7', { Tags: { env: 'prod', 'eks:nodegroup-name': 'Spare' } }),
    line('i-2', '9', { Tags: { 'aws:autoscaling:groupName': '', 'aks-managed-poolName': 'pool' } }),
    line('i-3', '11', { Tags: { env: 'spare' } }),
  ])
})
afterAll(() => world.close())

const pricesOf = async (...resources: { id?: string; name?: string }[]) => {
  const requested = resources.map(({ id = '', name = '' }) => ({ id, name }))
  const rows = await readBilledSkus(world, world.scope, requested, new Date('2024-03-25T00:00:00Z'))
  return rows.map(({ resource, sku_price_id, price, quantity }) => [resource, sku_price_id, price, quantity])
}

it('finds a resource by its id, the last part of it, its name, and the group in its tags', async () => {
  const checkout = 'arn:aws:lambda:eu-west-1:1:function:Checkout'
  expect(await pricesOf({ id: checkout })).toEqual([[checkout, `price of ${checkout}`, '0.4', '2']])
  expect(await pricesOf({ name: 'checkout' })).toEqual([['checkout', `price of ${checkout}`, '0.4', '2']])
  expect(await pricesOf({ name: 'orders' })).toEqual([['orders', 'price of queue-7', '3', '2']])
  expect(await pricesOf({ name: 'spare' })).toEqual([['spare', 'price of i-1', '7', '2']])
  // The first tag that has a value names the group.
  expect(await pricesOf({ name: 'pool' })).toEqual([['pool', 'price of i-2', '9', '2']])
})

it('has no price of what the bill does not name', async () => {
  expect(await pricesOf({ id: 'i-9', name: 'prod' })).toEqual([])
  expect(await pricesOf()).toEqual([])
})
