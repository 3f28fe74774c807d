import { incidentName, incidentStatuses, isIncidentOver } from '@kept/domain/security-incident-states.ts'
import { expect, it } from 'vitest'
import { describeDuration, durationOf } from './incident-labels.ts'

it('formats how long an incident lasted', () => {
  const incident = { opened_at: '2026-03-01T10:00:00Z', mitigated_at: null, resolved_at: null }
  const now = Date.parse('2026-03-04T10:00:00Z')
  const duration = (part: object) => durationOf({ ...incident, ...part } as Parameters<typeof durationOf>[0], now)
  expect(duration({})).toBe('3 days')
  expect(duration({ resolved_at: '2026-03-01T10:22:00Z' })).toBe('22 min')
  expect(duration({ mitigated_at: '2026-03-01T17:45:00Z', resolved_at: '2026-03-02T17:45:00Z' })).toBe('7 h 45 min')
  expect(incidentName(7)).toBe('INC-0007')
})

it('says whether an incident goes on', () => {
  const incident = { opened_at: '2026-03-01T10:00:00Z', mitigated_at: null, resolved_at: null }
  const now = Date.parse('2026-03-01T10:22:00Z')
  const described = (part: object) =>
    describeDuration({ ...incident, ...part } as Parameters<typeof describeDuration>[0], now)
  expect(described({})).toBe('Going on for 22 min')
  expect(described({ mitigated_at: '2026-03-01T10:05:00Z' })).toBe('Lasted 5 min')
})

it('counts an incident as over once it is resolved', () => {
  expect(incidentStatuses.filter(isIncidentOver)).toEqual(['resolved', 'closed'])
})
