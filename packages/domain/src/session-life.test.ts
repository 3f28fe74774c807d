import fc from 'fast-check'
import { expect, it } from 'vitest'
import { beginLife, demoLifeMs, expiringWithinMs, extendLife, isAlive, isExpiring } from './session-life.ts'

const policy = fc.record({ idleMs: fc.integer({ min: 1, max: 1e8 }), absoluteMs: fc.integer({ min: 1, max: 1e9 }) })
const steps = fc.array(fc.integer({ min: 0, max: 1e8 }), { maxLength: 60 })

it('never lives past its absolute end, however often it is extended', () => {
  fc.assert(
    fc.property(policy, steps, fc.constantFrom('ordinary', 'demo'), (limits, waits, kind) => {
      let now = 1_000_000
      let session = beginLife(kind, now, limits)
      const end = kind === 'demo' ? now + demoLifeMs : now + limits.absoluteMs
      for (const wait of waits) {
        now += wait
        session = extendLife(session, now, limits)
        expect(session.absoluteExpiresAt).toBe(end)
        expect(session.expiresAt).toBeLessThanOrEqual(end)
        if (now >= end) expect(isAlive(session, now)).toBe(false)
      }
    }),
  )
})

it('does not come back to life, and a demo session does not move', () => {
  const limits = { idleMs: 1000, absoluteMs: 5000 }
  const session = beginLife('ordinary', 0, limits)
  expect(isAlive(extendLife(session, 1000, limits), 1000)).toBe(false)
  const demo = beginLife('demo', 0, limits)
  expect(extendLife(demo, 1_799_999, limits)).toEqual(demo)
  expect([isAlive(demo, 1_799_999), isAlive(demo, 1_800_000)]).toEqual([true, false])
})

it('calls the last five minutes expiring', () => {
  expect(isExpiring(expiringWithinMs + 1, 0)).toBe(false)
  expect(isExpiring(expiringWithinMs, 0)).toBe(true)
  expect(isExpiring(0, 1)).toBe(true)
})
