/** The units of a connection follow what its cloud has. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'
import { connect } from './testing/connect.ts'
import { planUnits, unitsToRead } from './units.ts'

type PlannedUnit = Parameters<typeof planUnits>[3]['units'][number]

const now = new Date('2026-06-10T09:00:00Z')
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const unit = (account: number, region: string): PlannedUnit => ({
  ...{ accountId: String(account), accountName: `account ${account}`, region, dataset: 'ec2' },
})

async function plan(connectionId: string, units: readonly PlannedUnit[]): Promise<void> {
  await planUnits(world.database, world.scope, connectionId, { units, now })
}

async function statesOf(connectionId: string): Promise<string[]> {
  const rows = await world.database.scoped(world.scope, (tx) =>
    tx
      .selectFrom('sync_unit')
      .selectAll()
      .where('connection_id', '=', connectionId)
      .orderBy('account_id')
      .orderBy('region')
      .execute(),
  )
  return rows.map(({ account_id, region, state, reason }) => `${account_id} ${region} ${state} ${reason}`.trim())
}

it('disables what is no longer found, and reads it again once it is back', async () => {
  const [connectionId, other] = [await connect(world, 'aws', now), await connect(world, 'aws', now)]
  await plan(other, [unit(9, 'eu-west-1')])
  await plan(connectionId, [unit(1, 'eu-west-1'), unit(2, 'eu-west-1')])
  await plan(connectionId, [unit(1, 'eu-west-1')])
  const gone = '2 eu-west-1 disabled This account or region is no longer found.'
  expect(await statesOf(connectionId)).toEqual(['1 eu-west-1 new', gone])
  expect(await statesOf(other)).toEqual(['9 eu-west-1 new'])

  await plan(connectionId, [unit(2, 'eu-west-1')])
  expect((await statesOf(connectionId)).map((state) => state.split(' ')[2])).toEqual(['disabled', 'new'])
})

it('keeps the months of exports when accounts are planned, and accounts when months are', async () => {
  const connectionId = await connect(world, 'aws', now)
  await plan(connectionId, [unit(1, 'eu-west-1')])
  const month = { accountId: '1', accountName: '', region: '2026-06', dataset: 'exports' as const }
  await planUnits(world.database, world.scope, connectionId, { units: [month], ofExports: true, now })
  await plan(connectionId, [])
  expect(await statesOf(connectionId)).toEqual([
    '1 2026-06 new',
    '1 eu-west-1 disabled This account or region is no longer found.',
  ])
})

it('plans all accounts and regions of a large organization', async () => {
  const connectionId = await connect(world, 'aws', now)
  const units = Array.from({ length: 20_000 }, (_, index) => unit(Math.floor(index / 40), `region-${index % 40}`))
  await plan(connectionId, units)
  await plan(connectionId, units.slice(1))
  const read = await unitsToRead(world.database, world.scope, connectionId, { runStartedAt: now, now })
  expect(read).toHaveLength(19_999)
})
