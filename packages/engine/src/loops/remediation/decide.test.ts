import { loopRuleSchema, type RemediationStep, remediationStepSchema } from '@kept/domain/loop-rule.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideRemediation, type RemediationCase } from './decide.ts'

const ruleWith = (change: object = {}) =>
  loopRuleSchema.parse({
    id: 'r',
    name: 'r',
    loop_type: 'recursive_function',
    detection_criteria: { threshold_type: 'iteration_count', threshold_value: 1000, measurement_window_minutes: 5 },
    auto_remediation: {
      enabled: true,
      max_step: 'throttle',
      above_hourly_cost: '10',
      dry_run: false,
      revert_after_minutes: 30,
      ...change,
    },
  })
const willing: RemediationCase = {
  policy: { automatic: true, max_step: 'stop', max_per_hour: 3 },
  rule: ruleWith(),
  isConfirmed: true,
  isActive: true,
  probability: 0.97,
  hourlyCost: '12',
  isCritical: false,
  done: [],
  doneThisHour: 0,
  possible: ['throttle', 'stop'],
}
const dryRun = [{ step: 'throttle', dryRun: true }]

describe('remediation', () => {
  it('makes a dry run first, then throttles for a time', () => {
    expect(decideRemediation(willing)).toMatchObject({ step: 'throttle', dryRun: true })
    expect(decideRemediation({ ...willing, done: dryRun })).toEqual({
      step: 'throttle',
      dryRun: false,
      revertAfterMinutes: 30,
      reason: 'every safeguard allows it',
    })
    expect(decideRemediation({ ...willing, rule: ruleWith({ dry_run: true }), done: dryRun }).dryRun).toBe(true)
  })
  it.each([
    [{ policy: { ...willing.policy, automatic: false } }, 'automatic remediation is off'],
    [{ policy: { ...willing.policy, max_step: 'notify' } }, 'the rule only allows notifications'],
    [{ rule: ruleWith({ enabled: false }) }, 'automatic remediation is off for this rule'],
    [{ isConfirmed: false }, 'the loop is only suspected'],
    [{ isActive: false }, 'the loop is being handled or has ended'],
    [{ probability: 0.94 }, 'its probability is below 0.95'],
    [{ hourlyCost: null }, 'its cost is unknown'],
    [{ hourlyCost: '10' }, 'its cost is below the limit'],
    [{ isCritical: true }, 'the resource is tagged as critical'],
    [{ done: [{ step: 'throttle', dryRun: false }] }, 'an action was already taken for this loop'],
    [{ possible: [] }, "Kept can't act on this resource"],
    [{ possible: ['stop', 'start'] }, 'this resource type does not support throttle'],
    [{ doneThisHour: 3 }, 'the hourly limit of the organization is reached'],
  ] as [Partial<RemediationCase>, string][])('only notifies when %j', (change, reason) => {
    expect(decideRemediation({ ...willing, ...change })).toMatchObject({
      step: 'notify',
      reason,
      dryRun: false,
    })
  })
})

const steps: RemediationStep[] = remediationStepSchema.options
/** Each guard is open four times in five: else hardly any case would get past them all. */
const mostly = <Value>(open: Value, generator: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(open) }, { weight: 1, arbitrary: generator })
const anyCase: fc.Arbitrary<RemediationCase> = fc.record({
  policy: fc.record({
    automatic: mostly(true, fc.boolean()),
    max_step: fc.constantFrom(...steps),
    max_per_hour: fc.integer({ min: 1, max: 4 }),
  }),
  rule: fc
    .record({ enabled: mostly(true, fc.boolean()), max_step: fc.constantFrom(...steps), dry_run: fc.boolean() })
    .map((change) => ruleWith(change)),
  isConfirmed: mostly(true, fc.boolean()),
  isActive: mostly(true, fc.boolean()),
  probability: mostly(0.95, fc.double({ min: 0.9, max: 1, noNaN: true })),
  hourlyCost: mostly<string | null>('500', fc.option(fc.constantFrom('0', '9.99', '10', '10.000001'))),
  isCritical: mostly(false, fc.boolean()),
  done: fc.array(fc.record({ step: fc.constantFrom(...steps), dryRun: mostly(true, fc.boolean()) }), { maxLength: 3 }),
  doneThisHour: mostly(0, fc.integer({ min: 0, max: 5 })),
  possible: mostly(['throttle', 'stop'], fc.subarray(['throttle', 'stop', 'start'])),
})
const rank = (step: string) => steps.indexOf(step as RemediationStep)

describe('whatever the case', () => {
  it('acts only when every safeguard allows it, within rule, policy and resource, and after a dry run', () => {
    let acted = 0
    fc.assert(
      fc.property(anyCase, (input) => {
        const { step, dryRun, revertAfterMinutes, reason } = decideRemediation(input)
        expect(reason).not.toBe('')
        if (step === 'notify') return
        acted += 1
        expect(input.policy.automatic && input.rule.auto_remediation.enabled).toBe(true)
        expect(input.isConfirmed && input.isActive && !input.isCritical).toBe(true)
        expect(input.probability).toBeGreaterThanOrEqual(0.95)
        expect(Number(input.hourlyCost)).toBeGreaterThan(10)
        expect(input.done.every((action) => action.dryRun || action.step === 'notify')).toBe(true)
        expect(input.doneThisHour).toBeLessThan(input.policy.max_per_hour)
        expect(input.possible).toContain(step)
        expect(rank(step)).toBeLessThanOrEqual(rank(input.policy.max_step))
        expect(rank(step)).toBeLessThanOrEqual(rank(input.rule.auto_remediation.max_step))
        expect(revertAfterMinutes).toBeGreaterThan(0)
        if (!dryRun) expect(input.done).toContainEqual({ step, dryRun: true })
      }),
      { numRuns: 20_000, seed: 6 },
    )
    expect(acted).toBeGreaterThan(1_000)
  })
  it('never goes further when a guard is closed', () => {
    fc.assert(
      fc.property(anyCase, (input) => {
        const now = rank(decideRemediation(input).step)
        for (const change of [
          { isCritical: true },
          { isConfirmed: false },
          { policy: { ...input.policy, automatic: false } },
          { doneThisHour: input.doneThisHour + 1 },
        ])
          expect(rank(decideRemediation({ ...input, ...change }).step)).toBeLessThanOrEqual(now)
      }),
      { numRuns: 2_000, seed: 7 },
    )
  })
})
