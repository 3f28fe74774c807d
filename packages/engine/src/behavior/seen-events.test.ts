import { describe, expect, it } from 'vitest'
import { seenEvents } from './seen-events.ts'

const ids = (count: number, prefix = 'e') => Array.from({ length: count }, (_, index) => `${prefix}${index}`)

describe('seenEvents', () => {
  it('knows every event again while its memory grows', () => {
    const seen = seenEvents()
    expect(ids(5000).every((id) => seen.add(id))).toBe(true)
    expect(ids(5000).some((id) => seen.add(id))).toBe(false)
    expect(seen.add('')).toBe(true)
    expect(seen.add('')).toBe(false)
  })
  it('grows only when it is nearly full', () => {
    const seen = seenEvents()
    const empty = seen.bytes
    expect(empty).toBe(8 * 1024)
    for (const id of ids(737)) seen.add(id)
    expect(seen.bytes).toBe(empty)
    seen.add('one more')
    expect(seen.bytes).toBe(2 * empty)
  })
  it('forgets the older generation within its limit', () => {
    const seen = seenEvents(64)
    const generation = 47
    for (const id of ids(generation, 'a')) seen.add(id)
    expect(seen.bytes).toBe(8 * 128)
    // One generation back is still known.
    expect(ids(generation, 'a').some((id) => seen.add(id))).toBe(false)
    for (const id of ids(generation, 'b')) seen.add(id)
    expect(ids(generation, 'b').some((id) => seen.add(id))).toBe(false)
    expect(seen.bytes).toBe(8 * 128)
    expect(seen.add('a0')).toBe(true)
  })
})
