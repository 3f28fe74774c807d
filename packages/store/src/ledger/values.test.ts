import { afterAll, beforeAll, expect, it } from 'vitest'
import { lineOn, writeLines } from '../testing/lines.ts'
import { openWorld, type World } from '../testing/world.ts'
import { readCatalog } from './catalog.ts'
import { findValues } from './find-values.ts'
import { rollUpLoads } from './roll-up.ts'
import { listValues, type ValuesRequest } from './values.ts'

let world: World
const loads = ['march', 'april']
beforeAll(async () => {
  world = await openWorld()
  const arn = (id: string) => `arn:aws:ec2:eu-west-1:1:instance/${id}`
  const line = (day: string, service: string, account: string, cost: string, more = {}) =>
    lineOn(day, {
      ServiceProviderName: 'AWS',
      ServiceName: service,
      SubAccountId: account,
      SubAccountName: account && `Team ${account}`,
      EffectiveCost: cost,
      ...more,
    })
  await writeLines(world.warehouse, world.scope, 'march', [
    line('2024-03-01', 'Compute', '11', '5', { ResourceId: arn('i-0abc'), ResourceName: 'web', Tags: { env: 'prod' } }),
    line('2024-03-02', 'Storage', '12', '9', { ResourceId: 'logs-i-0abc-old', Tags: { env: 'dev', Team: 'a' } }),
    line('2024-03-02', '', '', '1'),
  ])
  await writeLines(world.warehouse, world.scope, 'april', [
    line('2024-04-01', 'Compute', '11', '7', { ResourceId: arn('i-0abcd'), BillingCurrency: 'EUR' }),
    line('2024-04-01', 'Compute', '11', '1', { ResourceId: arn('i-0abc'), ChargeDescription: 'traffic out' }),
  ])
  await rollUpLoads(world.warehouse, world.scope, loads)
})
afterAll(() => world.close())

const list = (request: Partial<ValuesRequest> & Pick<ValuesRequest, 'key'>, scope = world.scope) =>
  listValues(world.warehouse, scope, loads, { limit: 50, ...request })

it('lists values by cost, including the absent one', async () => {
  expect(await list({ key: 'service' })).toEqual([
    { value: 'Compute', name: '', lines: 3 },
    { value: 'Storage', name: '', lines: 1 },
    { value: '', name: '', lines: 1 },
  ])
  expect(await list({ key: 'sub_account', limit: 1 })).toEqual([{ value: '11', name: 'Team 11', lines: 3 }])
  expect(await list({ key: 'tag:env' })).toEqual([
    { value: '', name: '', lines: 3 },
    { value: 'dev', name: '', lines: 1 },
    { value: 'prod', name: '', lines: 1 },
  ])
})

it('searches values and names, also within a window and in the lines', async () => {
  expect(await list({ key: 'sub_account', search: 'TEAM 12' })).toMatchObject([{ value: '12' }])
  expect(await list({ key: 'sub_account', search: 'team', start_date: '2024-04-01' })).toMatchObject([
    { value: '11', lines: 2 },
  ])
  expect(await list({ key: 'service', end_date: '2024-03-02' })).toEqual([{ value: 'Compute', name: '', lines: 1 }])
  expect(await list({ key: 'description', search: 'traffic' })).toEqual([{ value: 'traffic out', name: '', lines: 1 }])
})

it('knows keys, currencies and days', async () => {
  expect(await readCatalog(world.warehouse, world.scope, loads)).toEqual({
    tagKeys: [
      { key: 'env', lines: 2 },
      { key: 'Team', lines: 1 },
    ],
    keys: [],
    currencies: ['USD', 'EUR'],
    firstDay: '2024-03-01',
    lastDay: '2024-04-01',
  })
})

const find = (text: string, scope = world.scope) =>
  findValues(world.warehouse, scope, loads, { text, terms: text.split(' '), limit: 10 })

it('finds services, accounts and tags: exact matches before prefixes, each once over its currencies', async () => {
  const matches = await find('team')
  expect(matches.map(({ key, value, name, effective }) => [key, value, name, Number(effective)])).toEqual([
    ['sub_account', '12', 'Team 12', 9],
    ['sub_account', '11', 'Team 11', 7],
    ['tag:Team', 'a', '', 9],
  ])
  expect(await find('prod')).toMatchObject([{ key: 'tag:env', value: 'prod' }])
  expect(await find('env: prod')).toMatchObject([{ key: 'tag:env', value: 'prod' }])
  expect(await find('11')).toMatchObject([{ key: 'sub_account', value: '11' }])
})

it('returns nothing to another organization', async () => {
  expect(await list({ key: 'service' }, world.otherScope)).toEqual([])
  expect(await list({ key: 'tag:env' }, world.otherScope)).toEqual([])
  expect(await list({ key: 'service', start_date: '2024-01-01' }, world.otherScope)).toEqual([])
  expect(await find('team', world.otherScope)).toEqual([])
  expect(await readCatalog(world.warehouse, world.otherScope, loads)).toMatchObject({ tagKeys: [], firstDay: null })
})
