/** Properties for any input: errors are single sentences, and the fast path agrees with the schema. */
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { read } from './testing/read-all.ts'

// A busy machine needs more time for thousands of cases.
vi.setConfig({ testTimeout: 60_000 })

it('throws nothing but KeptErrors of one sentence, for any record', () => {
  fc.assert(
    fc.property(fc.array(fc.json(), { minLength: 1, maxLength: 5 }), (records) => {
      const { events, rejectedRows } = read(
        `{"something":1}\n${records.map((record) => JSON.stringify(JSON.parse(record))).join('\n')}`,
        50,
      )
      expect(events.length + rejectedRows.length).toBeGreaterThan(0)
    }),
    { numRuns: 500 },
  )
})

it('reads plain events exactly as the schema does, from tables and JSON lines', () => {
  const text = fc.constantFrom('', 'ada', 'dev-1', 'x'.repeat(250), 'Europe/Berlin', 'Mars/Olympus')
  const number = fc.oneof(fc.constantFrom('', '-1', '1e9', 'much', '12.5'), fc.nat(4000).map(String))
  const time = fc.constantFrom(
    '2026-09-01T08:00:00Z',
    '2026-09-01T08:00:00.25+05:45',
    '2026-02-30T08:00:00Z',
    '2026-09-01T25:00:00Z',
    '2026-09-01 08:00:00 UTC',
    '',
  )
  const row = fc.record({
    event_id: text,
    user_id: text,
    environment_id: text,
    team: text,
    activity_type: fc.constantFrom('IDE', 'commit', 'resource_sample', 'nap', ''),
    timestamp: time,
    duration: number,
    cpu: number,
    timezone: text,
  })
  const good = {
    event_id: '',
    user_id: '',
    environment_id: 'dev',
    team: '',
    activity_type: 'ssh',
    timestamp: '2026-09-01T08:00:00Z',
    duration: '',
    cpu: '',
    timezone: 'Europe/Berlin',
  }
  const table = (rows: (typeof good)[]) =>
    [Object.keys(good).join(','), ...rows.map((record) => Object.values(record).join(','))].join('\n')
  const lines = (rows: (typeof good)[]) => `${rows.map((record) => JSON.stringify(record)).join('\n')}\n`
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
      for (const write of [table, lines]) {
        // The first row teaches the fast path its day and time zone; on its own, each row is read by the schema.
        const combined = read(write([good, ...rows]), 1000)
        const separate = rows.map((record) => read(write([record]), 1000))
        expect(combined.events.slice(1)).toEqual(separate.flatMap(({ events }) => events))
        expect(combined.rejectedRows).toHaveLength(separate.flatMap(({ rejectedRows }) => rejectedRows).length)
      }
    }),
    { numRuns: 300 },
  )
})
