/** Schedules whose stops fail, are cut off or get no answer: nothing stays off, and everything returns as it was. */
import { listManaged, putManaged } from '@kept/store/behavior/managed.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type FakeCloud, fakeCloud } from '../testing/fake-cloud.ts'
import { openKept, type TestKept } from '../testing.ts'
import { behaviorSwitchJob } from './switch-job.ts'

const day = 'tuesday' as const
const schedule = {
  time_zone: 'UTC',
  windows: [{ day, start_time: '09:00', end_time: '17:00' }],
  ...{ lead_minutes: 0, tail_minutes: 0, start_on_demand: true as const },
}
const id = 'dev'
const resources = ['api', 'web'].map((name) => ({ id: name, name, region: '', tags: {} }))
const [night, morning] = [new Date('2026-11-02T20:00:00Z'), new Date('2026-11-03T09:00:00Z')]

let clock: Date
let kept: TestKept
let cloud: FakeCloud
beforeEach(async () => {
  clock = night
  kept = await openKept({}, { now: () => clock })
  cloud = fakeCloud(['api', 'web'], 3)
  kept.server.services.remedies = () => cloud
  const { database, scope } = kept.world
  const applied = { switched_by: 'kept' as const, applied_by: 'Ada', applied_at: night }
  await database.scoped(scope, (tx) =>
    putManaged(tx, { environment_id: id, environment_name: id, schedule, weekly_hours: 8, resources, ...applied }),
  )
})
afterEach(() => kept.close())

const round = (signal = new AbortController().signal) =>
  behaviorSwitchJob.run({}, kept.server.services, signal, { last: true })
const running = () => resources.map((resource) => cloud.running.get(resource.id))
async function managed() {
  const [stored] = await listManaged(kept.world.database, kept.world.scope, clock)
  if (!stored) throw new Error('There is no schedule.')
  return stored
}

it('starts what a stop without an answer has stopped, with as many copies as before', async () => {
  cloud.silent.add('web')
  await round()
  expect([running(), (await managed()).reached]).toEqual([[0, 0], null])
  // Tried again, nothing is left to stop.
  clock = new Date(clock.getTime() + 5 * 60_000)
  await round()
  expect((await managed()).reached).toBe('off')
  cloud.silent.clear()
  clock = morning
  await round()
  expect([running(), (await managed()).reached]).toEqual([[3, 3], 'on'])
})

it('keeps how it was before an earlier stop that was cut off, when a later one is refused', async () => {
  cloud.silent.add('web')
  await round()
  // A part of it came back, and the cloud refuses to stop it again.
  cloud.running.set('web', 1)
  cloud.refusal = 'The cluster does not answer.'
  clock = new Date(clock.getTime() + 5 * 60_000)
  await round()
  expect((await managed()).receipts.web?.before).toEqual({ copies: 3 })
})

it('starts in the morning what was stopped in a night in which another resource could not be', async () => {
  clock = morning
  await round()
  cloud.running.delete('web')
  clock = new Date('2026-11-03T17:00:00Z')
  await round()
  expect(await managed()).toMatchObject({ reached: 'on', failure_reason: expect.stringContaining('web: ') })
  expect(cloud.running.get('api')).toBe(0)
  clock = new Date('2026-11-10T09:00:00Z')
  await round()
  expect(cloud.running.get('api')).toBe(3)
})

it('keeps no receipt of a stop that the cloud refused', async () => {
  cloud.refusal = 'The cluster does not answer.'
  await round()
  expect([running(), (await managed()).receipts]).toEqual([[3, 3], {}])
})

it('records what it stopped before the process ended', async () => {
  const ending = new AbortController()
  const requests = cloud.requests
  cloud.requests = new Proxy(requests, {
    get: (target, key) => {
      if (key === 'push') ending.abort(new Error('the process ends'))
      return Reflect.get(target, key)
    },
  })
  await expect(round(ending.signal)).rejects.toThrow('the process ends')
  const { receipts, switches, reached } = await managed()
  expect([Object.keys(receipts), switches.map(({ message }) => message), reached]).toEqual([
    ['api'],
    ['stop api'],
    null,
  ])
  cloud.requests = requests
  clock = morning
  await round()
  expect(running()).toEqual([3, 3])
})
