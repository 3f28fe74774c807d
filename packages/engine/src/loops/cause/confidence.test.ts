import { describe, expect, it } from 'vitest'
import { evaluationOf, feature } from '../evaluation.ts'
import { evidenceScore } from './confidence.ts'

const score = (evidence: ReturnType<typeof feature>) =>
  evidenceScore(
    evaluationOf({
      ...{ type: 'memory_leak_loop', volume: 10, threshold: 1, minutes: 60, features: [evidence] },
      resource: { id: 'r-1', name: 'r-1', instance: 'r-1', type: 'service', provider: 'aws' } as never,
    }),
  )

describe('evidenceScore', () => {
  it('weighs measured evidence the same, whatever its description says', () => {
    const held = score(feature('held', 4, true, 'lasts for 4 hours'))
    expect(score(feature('held', 4, true, 'lasts for 4 hours, memory limit unknown'))).toBe(held)
    expect(score(feature('held', 4, true, 'lasts for 4 hours, memory limit not known'))).toBe(held)
  })
  it('weighs evidence that could not be measured less', () => {
    const measured = score(feature('hours_left', 3, true, 'full in 3 hours'))
    const unmeasured = score(feature('hours_left', Number.NaN, true, 'no limit reported'))
    expect(unmeasured).toBeLessThan(measured)
    expect(unmeasured).toBeGreaterThan(score(feature('hours_left', 3, false, 'full in 3 hours')))
  })
})
