import { expect, it } from 'vitest'
import { readBy } from './one-sentence.ts'
import { activityOf, countsAsUse, usageEventSchema } from './usage-event.ts'

const event = {
  environment_id: 'dev-1',
  activity_type: 'IDE',
  timestamp: '2026-09-01T08:00:00+02:00',
}

it('reads an event with the little a sender knows, and says null for the rest', () => {
  expect(readBy(usageEventSchema, { ...event, user_id: null, resource_usage: { cpu: 12 } }, 'The event')).toMatchObject(
    {
      user_id: null,
      user_email: null,
      activity_type: 'ide_session',
      duration: 0,
      team: '',
      time_zone: '',
      resource_usage: { cpu: 12, memory: null, network: null },
    },
  )
})

it('takes texts up to their limits, and zero for an amount', () => {
  const accepts = (part: object) => usageEventSchema.safeParse({ ...event, ...part }).success
  for (const [name, limit] of [
    ['event_id', 200],
    ['user_id', 320],
    ['environment_id', 500],
    ['team', 500],
  ] as const)
    expect([name, accepts({ [name]: 'x'.repeat(limit) }), accepts({ [name]: 'x'.repeat(limit + 1) })]).toEqual([
      name,
      true,
      false,
    ])
  expect([accepts({ resource_usage: { cpu: 0 } }), accepts({ resource_usage: { cpu: -1 } })]).toEqual([true, false])
  expect([accepts({ event_id: '' }), accepts({ environment_id: '' })]).toEqual([false, false])
})

it('tells a person at work from a machine that is awake', () => {
  expect(activityOf('git push')).toBe('commit')
  expect(activityOf('SSH')).toBe('ssh_session')
  expect(activityOf('daydream')).toBeUndefined()
  expect(activityOf('constructor')).toBeUndefined()
  expect([countsAsUse('commit'), countsAsUse('resource_sample'), countsAsUse('scheduled_job')]).toEqual([
    true,
    false,
    false,
  ])
})

it.each([
  [{ activity_type: 'nap' }, /^activity_type must be one of ide_session, .*; it is "nap"\.$/],
  [{ timestamp: 'yesterday' }, /^timestamp .*it is "yesterday"\.$/],
  [
    { time_zone: 'Mars/Olympus' },
    /^time_zone must be an IANA time zone, for example "Europe\/Berlin"; it is "Mars\/Olympus"\.$/,
  ],
  [{ duration: -1 }, /^duration /],
  [{ environment_id: undefined }, /^environment_id is missing\.$/],
])('names the field that is wrong: %j', (invalid, sentence) => {
  expect(() => readBy(usageEventSchema, { ...event, ...invalid }, 'The event')).toThrow(sentence)
})
