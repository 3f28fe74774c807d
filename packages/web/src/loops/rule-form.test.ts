import { expect, test } from 'vitest'
import { newPattern, ruleOf } from './rule-form.ts'

test('a new rule is a custom pattern, said in words when it is not whole', () => {
  expect(ruleOf(newPattern, null)).toBe('Enter a name.')
  expect(ruleOf({ ...newPattern, name: 'Talk' }, null)).toBe('Enter an expression.')
  expect(ruleOf({ ...newPattern, name: 'Talk', expression: 'spans > 5', minutes: '0' }, null)).toMatch(/window/)
  expect(ruleOf({ ...newPattern, name: 'Talk', expression: 'spans > 5', threshold: ' ' }, null)).toMatch(/threshold/)
  expect(ruleOf({ ...newPattern, name: ' Talk ', expression: 'spans > 5', allow: 'load-*\n\n' }, null)).toMatchObject({
    name: 'Talk',
    loop_type: 'custom_pattern',
    expression: 'spans > 5',
    allow: ['load-*'],
  })
})

test('automatic remediation is off by default, and its limits are validated', () => {
  const draft = { ...newPattern, name: 'Talk', expression: 'spans > 5' }
  expect(ruleOf(draft, null)).toMatchObject({ auto_remediation: { enabled: false, max_step: 'notify', dry_run: true } })
  expect(ruleOf({ ...draft, aboveCost: '1e9' }, null)).toMatch(/cost/)
  expect(ruleOf({ ...draft, aboveCost: '-1' }, null)).toMatch(/cost/)
  expect(ruleOf({ ...draft, revertMinutes: '1441' }, null)).toMatch(/revert time/)
  expect(ruleOf({ ...draft, acts: true, upTo: 'throttle', aboveCost: '2.50' }, null)).toMatchObject({
    auto_remediation: { enabled: true, max_step: 'throttle', above_hourly_cost: '2.50', revert_after_minutes: 60 },
  })
})
