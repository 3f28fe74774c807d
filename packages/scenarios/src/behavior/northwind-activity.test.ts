import { usageEventSchema } from '@kept/domain/usage-event.ts'
import { expect, it } from 'vitest'
import { northwind } from '../northwind.ts'
import { northwindActivity, northwindTeams } from './northwind-activity.ts'

const world = northwind({ until: '2026-11-20', days: 40, seed: 'northwind' })
const events = () => [...northwindActivity(world, northwindTeams)]

it('is deterministic, with unique event ids, about machines on the bill', () => {
  const all = events()
  expect(all).toEqual(events())
  expect(new Set(all.map(({ event_id }) => event_id)).size).toBe(all.length)
  const billed = new Set(world.resources.map(({ id }) => id))
  for (const event of all) {
    expect(billed.has(usageEventSchema.parse(event).environment_id)).toBe(true)
  }
  // Every usage pattern has its machine.
  expect(new Set(all.map(({ environment_name }) => environment_name)).size).toBe(13)
})

it('has no activity on a machine after it was abandoned', () => {
  const eventsOf = (name: string) =>
    events().filter((event) => event.environment_name === name && event.activity_type !== 'resource_sample')
  expect(eventsOf('dev-box-5')).toEqual([])
  expect(eventsOf('dev-box-1').length).toBeGreaterThan(100)
  const last = eventsOf('train-dev-2')
    .map(({ timestamp }) => timestamp)
    .sort()
    .at(-1)
  expect(last && last < '2026-10-20').toBe(true)
})
