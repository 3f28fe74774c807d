import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'
import { measureStorage } from './measure.ts'
import { listEarlierMeasurements, saveMeasurements } from './measurements.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('measures every table as a kind of data that has a name', async () => {
  const kinds = await measureStorage(world)
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual([
    'Accounts, settings, ledger, and audit log',
    'Bill lines',
    'Cost summaries',
    'Metrics',
    'Traces and logs',
    'Usage events',
  ])
  expect(kinds[0]).toMatchObject({ kind: 'Accounts, settings, ledger, and audit log', rows: null })
  expect(kinds[0]?.bytes).toBeGreaterThan(1_000_000)
})

it('keeps one measurement a day for 31 days and compares with the first of them', async () => {
  const save = (day: string, bytes: number) =>
    saveMeasurements(world.database, day, [{ kind: 'Bill lines', bytes, rows: 10 }])
  await save('2026-01-01', 50)
  await save('2026-01-02', 60)
  await save('2026-01-02', 70)
  expect(await listEarlierMeasurements(world.database, '2026-01-01')).toEqual([])
  expect(await listEarlierMeasurements(world.database, '2026-01-03')).toEqual([
    { kind: 'Bill lines', measuredOn: '2026-01-01', bytes: 50 },
  ])
  await save('2026-02-02', 90)
  expect(await listEarlierMeasurements(world.database, '2026-02-02')).toEqual([
    { kind: 'Bill lines', measuredOn: '2026-01-02', bytes: 70 },
  ])
  // That of the first day is deleted.
  expect(await listEarlierMeasurements(world.database, '2026-01-03')).toMatchObject([{ measuredOn: '2026-01-02' }])
})
