import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lineOn, type TestLine } from '../testing/lines.ts'
import { publishLines } from '../testing/publish.ts'
import { openWorld, type World } from '../testing/world.ts'
import { type CellsQuery, readExplainCells } from './explain-cells.ts'

let world: World
const line = (day: string, resource: string, cost: string, more: TestLine = {}) =>
  lineOn(day, {
    ServiceProviderName: 'AWS',
    ServiceName: 'EC2',
    ResourceId: resource,
    SkuId: 'large',
    ConsumedUnit: 'Hrs',
    ConsumedQuantity: '2',
    EffectiveCost: cost,
    ListCost: cost,
    ...more,
  })

beforeAll(async () => {
  world = await openWorld()
  await publishLines(world, world.scope, 'a', [
    line('2024-02-03', 'i-1', '10'),
    line('2024-03-03', 'i-1', '4', { ListCost: '5', CommitmentDiscountId: 'sp-1' }),
    line('2024-03-04', 'i-1', '6.000000000000000000000000000001', { ListCost: null }),
    line('2024-02-05', 'i-2', '1', { ResourceName: 'web' }),
    line('2024-02-05', 'i-3', '2'),
    // Its free hours in March: the resource has not ended.
    line('2024-03-05', 'i-3', '0', { SkuId: 'free' }),
    line('2024-03-05', '', '7', { ChargeCategory: 'Tax', SkuId: '', ConsumedUnit: '', ConsumedQuantity: null }),
    line('2024-04-05', 'i-1', '1000'),
  ])
})
afterAll(() => world.close())

const query: CellsQuery = {
  measure: 'effective',
  window: { from: '2024-03-01', to: '2024-04-01' },
  past: { from: '2024-02-01', to: '2024-03-01' },
  filters: [],
}
const read = (more: Partial<CellsQuery> = {}) =>
  readExplainCells(world.warehouse, world.scope, ['a'], { ...query, ...more })

describe('readExplainCells', () => {
  it('has the cost of both periods for each price of a resource, with what is not known as null', async () => {
    const cells = await read()
    const find = (resource: string, commitment = 'none') =>
      cells.find((cell) => cell.resource === resource && cell.commitment === commitment)
    expect(find('i-1')).toMatchObject({
      service: 'EC2',
      unit: 'Hrs',
      previous: { cost: '10', list: '10', quantity: '2' },
      current: { cost: '6.000000000000000000000000000001', list: null, quantity: '2' },
    })
    expect(find('i-1', 'used')).toMatchObject({
      is_in_previous: true,
      previous: { cost: '0', list: '0', quantity: '0' },
      current: { cost: '4', list: '5', contracted: null },
    })
    expect(find('i-2')).toMatchObject({ resource_name: 'web', is_in_previous: true, is_in_current: false })
    expect(find('i-3')).toMatchObject({ is_in_previous: true, is_in_current: true, current: { cost: '0' } })
    expect(find('')).toMatchObject({ category: 'Tax', is_in_previous: false, current: { cost: '7', quantity: null } })
    expect(cells).toHaveLength(5)
  })

  it('makes one cell of the resources with the smallest changes, and keeps which of them ended', async () => {
    // The tax and i-1 have the largest changes.
    const cells = await read({ resources: 2 })
    const small = cells.filter(({ resource, category }) => resource === '' && category === 'Usage')
    expect(small.map((cell) => [cell.is_in_current, cell.resources, cell.previous.cost, cell.resource_name])).toEqual([
      [false, 1, '1', ''],
      [true, 1, '2', ''],
    ])
    expect(cells.filter(({ resource }) => resource === 'i-1')).toHaveLength(2)
  })

  it('reads only what the filters select, and nothing of another organization', async () => {
    const tax = await read({ filters: [{ dimension: 'charge_category', op: 'is', values: ['Tax'] }] })
    expect(tax.map(({ category }) => category)).toEqual(['Tax'])
    expect(await read({ filters: [{ dimension: 'description', op: 'is', values: ['none'] }] })).toEqual([])
    expect(await read({ currency: 'EUR' })).toEqual([])
    expect(await readExplainCells(world.warehouse, world.otherScope, ['a'], query)).toEqual([])
    expect(await readExplainCells(world.warehouse, world.scope, [], query)).toEqual([])
  })
})
