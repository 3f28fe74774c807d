/** Cached answers: repeated without a query, and calculated again when their inputs change. */
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from './testing.ts'

let world: World
let kept: TestKept
let now = new Date('2024-03-21T09:00:00Z')
let questions = 0
beforeAll(async () => {
  world = await openWorld()
  const { warehouse } = world
  const counting: World = {
    ...world,
    warehouse: {
      ...warehouse,
      async query(...question) {
        questions += 1
        return warehouse.query(...question) as never
      },
      stream(...question) {
        questions += 1
        return warehouse.stream(...question) as never
      },
    },
  }
  kept = await openKept({}, { now: () => now, world: counting })
  await publish('own', 'first', '2024-01-01', 80, '10')
  await publish('other', 'theirs', '2024-01-01', 80, '70')
})
afterAll(async () => {
  await kept.close()
  await world.close()
})

async function publish(organization: 'own' | 'other', load: string, first: string, days: number, cost: string) {
  const lines = Array.from({ length: days }, (_, index) =>
    lineOn(Temporal.PlainDate.from(first).add({ days: index }).toString(), {
      BilledCost: cost,
      EffectiveCost: cost,
      BillingCurrency: 'USD',
    }),
  )
  await publishLines(world, organization === 'own' ? world.scope : world.otherScope, load, lines)
}

const spendOf = async (organization: 'own' | 'other') =>
  (
    await kept[organization === 'own' ? 'client' : 'otherClient'].costOptimization.overview({
      start_date: '2024-02-01',
      end_date: '2024-03-01',
    })
  ).data.currencies[0]?.effective
const ahead = async (organization: 'own' | 'other') =>
  (await kept[organization === 'own' ? 'client' : 'otherClient'].forecasts.forecast({ forecast_days: 10 })).data[0]
    ?.total.point
const past = async (organization: 'own' | 'other') =>
  (
    await kept[organization === 'own' ? 'client' : 'otherClient'].forecasts.past({
      start_date: '2024-03-01',
      end_date: '2024-03-11',
    })
  ).data[0]?.actual

async function asking(work: () => Promise<unknown>): Promise<number> {
  const before = questions
  await work()
  return questions - before
}

it.each([
  ['the overview', spendOf, ['290', '2030']],
  ['a forecast', ahead, ['100', '700']],
  ['a past forecast', past, ['100', '700']],
] as const)(
  'queries the warehouse once for %s, separately for each organization',
  async (_name, request, [expected, expectedOfOther]) => {
    expect(await asking(async () => expect(Number(await request('own'))).toBe(Number(expected)))).toBeGreaterThan(0)
    expect(await asking(async () => expect(Number(await request('own'))).toBe(Number(expected)))).toBe(0)
    expect(
      await asking(async () => expect(Number(await request('other'))).toBe(Number(expectedOfOther))),
    ).toBeGreaterThan(0)
    expect(await asking(async () => expect(Number(await request('own'))).toBe(Number(expected)))).toBe(0)
  },
)

it('recalculates a forecast when a known event is added or removed, and on another day', async () => {
  const before = await ahead('own')
  const { data } = await kept.client.forecasts.addKnownEvent({
    kind: 'announced_change',
    description: 'Migration',
    currency: 'USD',
    provider: null,
    start_date: '2024-03-22',
    end_date: null,
    factor: '2',
    daily_amount: '0',
  })
  expect(Number(await ahead('own'))).toBeGreaterThan(Number(before))
  await kept.client.forecasts.removeKnownEvent({ id: data.id })
  expect(await asking(async () => expect(await ahead('own')).toBe(before))).toBe(0)
  now = new Date('2024-03-22T09:00:00Z')
  expect(await asking(() => ahead('own'))).toBeGreaterThan(0)
})

it('recalculates everything when a load becomes current, and when it is undone', async () => {
  const before = [await spendOf('own'), await past('own')]
  await publish('own', 'second', '2024-01-01', 80, '20')
  expect([await spendOf('own'), await past('own')].map(Number)).not.toEqual(before.map(Number))
  expect([await spendOf('other'), await past('other')].map(Number)).toEqual([2030, 700])
})
