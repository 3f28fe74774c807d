import { afterAll, beforeAll, expect, it } from 'vitest'
import { lineOn, writeLines } from '../testing/lines.ts'
import { openWorld, type World } from '../testing/world.ts'
import { rollUpLoads } from './roll-up.ts'
import { dailyColumns, placeColumns, resourceColumns } from './roll-up-columns.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const tables = ['cost_daily', 'cost_daily_resource'] as const

function sumsOf(table: string, loadId: string) {
  return world.warehouse.query(
    world.scope,
    `SELECT sum(t.lines) AS lines, sum(t.effective) AS effective, sum(t.contracted) AS contracted, sum(t.quantity) AS quantity,
       sum(t.savings_against_list) AS saved, sum(t.effective_where_contracted) AS compared, count() AS rows
     FROM ${table} AS t WHERE organization_id = {organization_id:UUID} AND load_id = {load_id:String}`,
    { load_id: loadId },
  )
}

it('stores what dimensions name, and no more', async () => {
  const described = await world.warehouse.inspect<{ table: string; name: string }>(
    `SELECT table, name FROM system.columns WHERE database = currentDatabase() AND match(name, '^[A-Z]') AND table IN ('cost_daily', 'cost_daily_resource')`,
  )
  const focusColumns = [...placeColumns, ...dailyColumns].filter((name) => /^[A-Z]/.test(name))
  const columnsOf = (table: string) => described.filter((row) => row.table === table).map(({ name }) => name)
  expect(columnsOf('cost_daily').sort()).toEqual(focusColumns.toSorted())
  expect(columnsOf('cost_daily_resource').sort()).toEqual([...focusColumns, ...resourceColumns].sort())
})

it('adds up exactly, keeps unknown apart from zero, and does not double when called again', async () => {
  const small = '0.000000000000000000000000000001'
  await writeLines(world.warehouse, world.scope, 'exact', [
    lineOn('2026-03-01', { EffectiveCost: small, ListCost: '1', ConsumedQuantity: '2' }),
    lineOn('2026-03-01', { EffectiveCost: '1000000000000', ContractedCost: '3' }),
    lineOn('2026-03-01', { EffectiveCost: '-0.1', ListCost: '0.4' }),
  ])
  await rollUpLoads(world.warehouse, world.scope, ['exact'])
  await rollUpLoads(world.warehouse, world.scope, ['exact', 'exact'])
  for (const table of tables) {
    expect(await sumsOf(table, 'exact')).toEqual([
      {
        lines: 3,
        effective: '999999999999.900000000000000000000000000001',
        contracted: '3',
        quantity: '2',
        saved: '1.499999999999999999999999999999',
        compared: '1000000000000',
        rows: 1,
      },
    ])
  }
  await writeLines(world.warehouse, world.scope, 'silent', [lineOn('2026-03-01', { EffectiveCost: '0' })])
  await rollUpLoads(world.warehouse, world.scope, ['silent'])
  expect(await sumsOf('cost_daily', 'silent')).toMatchObject([{ effective: '0', contracted: null, quantity: null }])
})

it('adds up the hours of a day and copies complete days, with the same sums', async () => {
  const hours = Array.from({ length: 300 }, (_, index) =>
    lineOn(`2026-03-${String((index % 30) + 1).padStart(2, '0')}`, { EffectiveCost: `0.${index}`, ResourceId: 'same' }),
  )
  const days = hours.map((line) => ({ ...line, ChargePeriodEnd: '2026-04-01T00:00:00Z' }))
  await writeLines(world.warehouse, world.scope, 'hours', hours)
  await writeLines(world.warehouse, world.scope, 'days', days)
  await rollUpLoads(world.warehouse, world.scope, ['hours', 'days'])
  expect(await sumsOf('cost_daily_resource', 'hours')).toMatchObject([{ rows: 30, lines: 300 }])
  expect(await sumsOf('cost_daily_resource', 'days')).toMatchObject([{ rows: 300, lines: 300 }])
  expect(await sumsOf('cost_daily', 'hours')).toEqual(await sumsOf('cost_daily', 'days'))
})

it('keeps tags as they are: none, empty values, and each set a row of its own', async () => {
  const sets: Record<string, string>[] = [
    {},
    { '': '' },
    { team: '' },
    { team: 'a', env: 'b' },
    { team: 'b', env: 'a' },
  ]
  const hours = sets.flatMap((Tags) => [1, 2, 3].map(() => lineOn('2026-03-01', { EffectiveCost: '1', Tags })))
  await writeLines(world.warehouse, world.scope, 'tagged', hours)
  await rollUpLoads(world.warehouse, world.scope, ['tagged'])
  const rows = await world.warehouse.query<{ Tags: Record<string, string>; lines: number }>(
    world.scope,
    `SELECT Tags, lines FROM cost_daily_resource WHERE organization_id = {organization_id:UUID} AND load_id = 'tagged'`,
  )
  const inOrder = (tagged: typeof rows) => tagged.map((row) => JSON.stringify(row)).toSorted()
  expect(inOrder(rows)).toEqual(inOrder(sets.map((Tags) => ({ Tags, lines: 3 }))))
})

it('rolls a load up again that a killed attempt left incomplete', async () => {
  await writeLines(world.warehouse, world.scope, 'killed', [lineOn('2026-03-01', { EffectiveCost: '5' })])
  await rollUpLoads(world.warehouse, world.scope, ['killed'])
  await world.warehouse.executeOnShards(
    world.scope,
    `ALTER TABLE rolled_up_load DELETE WHERE organization_id = {organization_id:UUID} AND load_id = 'killed'`,
    {},
    { settings: { mutations_sync: '1' } },
  )
  await rollUpLoads(world.warehouse, world.scope, ['killed'])
  for (const table of tables) expect(await sumsOf(table, 'killed')).toMatchObject([{ lines: 1, effective: '5' }])
})

it('returns nothing to another organization', async () => {
  await rollUpLoads(world.warehouse, world.otherScope, ['exact', 'hours'])
  const rows = await world.warehouse.query(
    world.otherScope,
    `SELECT 1 FROM cost_daily WHERE organization_id = {organization_id:UUID}
     UNION ALL SELECT 1 FROM cost_daily_resource WHERE organization_id = {organization_id:UUID}
     UNION ALL SELECT 1 FROM cost_value WHERE organization_id = {organization_id:UUID}`,
  )
  expect(rows).toEqual([])
})
