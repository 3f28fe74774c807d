import { defaultCriteria, defaultRules, thresholdUnits } from '@kept/domain/loop-rule.ts'
import { loopTypes } from '@kept/domain/loop-types.ts'
import { describe, expect, it } from 'vitest'
import { causes } from '../cause/causes.ts'
import { remediationActions } from '../remediation/actions.ts'
import { loopDetectors } from './all.ts'
import { customDetector } from './custom-pattern.ts'

describe('roll-call of detectors', () => {
  it('has one for every type, with its sources', () => {
    expect([...loopDetectors, customDetector].map(({ type }) => type).sort()).toEqual([...loopTypes].sort())
    for (const { sources } of loopDetectors) expect(sources.length).toBeGreaterThan(0)
  })
  it.each(loopTypes)('knows threshold, unit, causes, fixes and actions of %s', (type) => {
    expect(thresholdUnits[defaultCriteria[type].threshold_type]).toBeTruthy()
    for (const { description, fixes } of causes[type])
      expect([description, ...fixes].every(Boolean) && fixes.length > 0).toBe(true)
    expect(remediationActions[type].throttle).toBeTruthy()
  })
  it('starts with the thresholds everyone knows', () => {
    const criteria = Object.fromEntries(
      defaultRules().map(({ loop_type, detection_criteria }) => [loop_type, detection_criteria]),
    )
    expect(criteria.recursive_function).toEqual({
      threshold_type: 'iteration_count',
      threshold_value: 1000,
      measurement_window_minutes: 5,
    })
    expect(criteria.memory_leak_loop).toEqual({
      threshold_type: 'memory_growth_rate',
      threshold_value: 100,
      measurement_window_minutes: 10,
    })
    expect(criteria.auto_scaling_loop).toEqual({
      threshold_type: 'scaling_events',
      threshold_value: 10,
      measurement_window_minutes: 15,
    })
  })
})
