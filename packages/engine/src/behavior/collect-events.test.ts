import type { UsageEvent } from '@kept/domain/usage-event.ts'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { collectEvents } from './collect-events.ts'
import { epochMs } from './instant.ts'
import { pseudonymize } from './pseudonyms.ts'
import { spanOfDays } from './quarters.ts'
import { seenEvents } from './seen-events.ts'
import { arbitraryStory, usageEvents } from './testing/arbitrary-behavior.ts'

// A busy machine takes its time over thousands of cases.
vi.setConfig({ testTimeout: 60_000 })

const span = spanOfDays('2026-09-01', '2026-10-01')
const event: UsageEvent = {
  event_id: 'one',
  user_id: null,
  user_name: 'Ada',
  user_email: 'Ada@example.com',
  environment_id: 'dev',
  environment_name: 'Dev',
  project: 'p',
  team: 't',
  activity_type: 'ide_session',
  timestamp: '2026-09-20T10:00:00+02:00',
  duration: 3600,
  resource_usage: { cpu: 4.5, memory: null, network: 2 },
  location: 'Oslo',
  time_zone: 'Europe/Oslo',
}

function collected(events: readonly UsageEvent[], seenIds = seenEvents()) {
  const collector = collectEvents(span, seenIds)
  for (const usageEvent of events) collector.add(usageEvent)
  return collector
}

it('a storm of duplicates, in any order, changes nothing', () => {
  const storm = arbitraryStory().chain((story) => {
    const events = usageEvents(story)
    const repeats = events.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...events), { maxLength: 200 })
    return fc.record({
      span: fc.constant(story.span),
      once: fc.constant(events),
      storm: repeats.chain((more) =>
        fc.shuffledSubarray([...events, ...more], { minLength: events.length + more.length }),
      ),
    })
  })
  fc.assert(
    fc.property(storm, fc.boolean(), ({ span: over, once: unique, storm: sentEvents }, withoutIds) => {
      const withoutId = (usageEvent: UsageEvent) => (withoutIds ? { ...usageEvent, event_id: undefined } : usageEvent)
      const [expected, wild] = [collectEvents(over), collectEvents(over)]
      for (const usageEvent of unique) expected.add(withoutId(usageEvent))
      for (const usageEvent of sentEvents) wild.add(withoutId(usageEvent))
      expect(wild.events).toBe(expected.events)
      expect(wild.events + wild.repeated).toBe(sentEvents.length)
      const devActivity = (from: typeof expected) => {
        const dev = from.environments.get('dev')
        return dev && { ...dev, byUser: new Map([...dev.byUser].sort()), timeZones: [...dev.timeZones].sort() }
      }
      expect(devActivity(wild)).toEqual(devActivity(expected))
    }),
    { numRuns: 1000 },
  )
})

it('what is forgotten to bound memory can count twice, but adds no hour', () => {
  const events = Array.from({ length: 5000 }, (_, index) => ({ ...event, event_id: `e${index}` }))
  const seenIds = seenEvents(1024)
  const collector = collected([...events, ...events], seenIds)
  expect(seenIds.bytes).toBe(2 * 1024 * 8)
  expect(collector.events).toBeGreaterThan(5000)
  expect(collector.environments.get('dev')?.active).toEqual(collected(events).environments.get('dev')?.active)
})

it('distinguishes a hundred thousand similar ids', () => {
  const seenIds = seenEvents()
  let newCount = 0
  for (let index = 0; index < 100_000; index += 1) newCount += Number(seenIds.add(`evt-${index.toString(16)}`))
  expect(newCount).toBe(100_000)
  expect(seenIds.add('evt-ff')).toBe(false)
})

it('what is no use leaves no hour, and load is kept for the last fourteen days only', () => {
  const sample = { ...event, activity_type: 'resource_sample' as const }
  const dev = collected([
    { ...sample, event_id: 'a' },
    { ...sample, event_id: 'b', timestamp: '2026-09-02T10:00:00Z' },
  ]).environments.get('dev')
  expect(dev?.active.every((word) => word === 0)).toBe(true)
  expect(dev).toMatchObject({ lastActivity: null, events: 2 })
  expect(dev?.cpu[4]).toBe(1)
  expect([...(dev?.networkByDay.values() ?? [])]).toEqual([2])
})

it('a pseudonym is the same for one person and carries nothing of them', () => {
  const hash = (text: string) =>
    `p-${[...text].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 9973, 7)}`
  const hidden = pseudonymize(event, hash)
  expect(hidden).toEqual({
    ...event,
    user_id: hash('ada@example.com'),
    user_name: null,
    user_email: null,
    location: '',
  })
  const collector = collected([hidden])
  expect(JSON.stringify([...(collector.environments.get('dev')?.byUser.keys() ?? [])])).not.toMatch(/ada/i)
})

it('reads instants as the platform does, and nothing else', () => {
  const instants = fc.date({ min: new Date('1950-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instants, fc.integer({ min: -14 * 4, max: 14 * 4 }), (date, offset) => {
      const sign = offset < 0 ? '-' : '+'
      const minutes = Math.abs(offset) * 15
      const offsetText = `${sign}${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
      expect(epochMs(date.toISOString())).toBe(date.getTime())
      const text = date.toISOString().replace('Z', offsetText)
      expect(epochMs(text)).toBe(Date.parse(text))
    }),
    { numRuns: 2000 },
  )
  for (const text of [
    '',
    'yesterday',
    '2026-09-20',
    '2026-09-20T10:00',
    '2026-13-01T10:00:00Z',
    '2026-09-20T10:00:00ZZ',
  ]) {
    expect(epochMs(text)).toBeNaN()
  }
})
