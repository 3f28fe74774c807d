import { describe, expect, it } from 'vitest'
import { moveLoop, possibleMoves, statusFromTelemetry } from './loop-life.ts'

describe('a person moves a loop', () => {
  it('from active to investigating to resolved', () => {
    expect(moveLoop('active', 'investigate')).toBe('investigating')
    expect(moveLoop('investigating', 'resolve')).toBe('resolved')
    expect(possibleMoves('acknowledged')).toEqual(['investigate', 'resolve'])
  })
  it('never out of resolved', () => {
    expect(possibleMoves('resolved')).toEqual([])
    expect(() => moveLoop('resolved', 'acknowledge')).toThrow('This loop is resolved; it cannot be acknowledged now.')
  })
})

describe('telemetry moves a loop', () => {
  const seen = { status: 'resolved', resolvedBy: 'person', resolvedAt: 0, isOpen: true, lastSeenAt: 0 } as const
  it('quiet resolves, whatever people said', () => {
    expect(statusFromTelemetry({ ...seen, status: 'investigating', isOpen: false })).toBe('resolved')
  })
  it('a person who marks it as resolved is believed for ten minutes', () => {
    expect(statusFromTelemetry({ ...seen, lastSeenAt: 10 * 60_000 })).toBe('resolved')
    expect(statusFromTelemetry({ ...seen, lastSeenAt: 11 * 60_000 })).toBe('active')
  })
  it('what was only quiet is active as soon as it is back', () => {
    expect(statusFromTelemetry({ ...seen, resolvedBy: 'quiet' })).toBe('active')
    expect(statusFromTelemetry({ ...seen, status: 'acknowledged', resolvedBy: '' })).toBe('acknowledged')
  })
})
