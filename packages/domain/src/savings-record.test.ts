import { expect, it } from 'vitest'
import { type SavingsActionInput, savingsActionInputSchema, validateActionInput } from './savings-record.ts'

const actionInput = (more: Partial<SavingsActionInput>) =>
  savingsActionInputSchema.parse({ resource_id: 'vm', not_before: '2026-09-01T00:00:00Z', ...more })

it('a field of another kind of action is refused by name', () => {
  expect(validateActionInput(actionInput({ kind: 'terminate', to_sku: 'small' }))).toBe(
    'to_sku belongs to an action of the kind "rightsize"; this one is "terminate".',
  )
  expect(validateActionInput(actionInput({ started_at: '2026-09-01T00:00:00Z' }))).toContain('this one names no kind')
  expect(validateActionInput(actionInput({ kind: 'demand' }))).toContain('demand.resource_id')
})

it('what belongs is taken', () => {
  expect(validateActionInput(actionInput({}))).toBeUndefined()
  expect(validateActionInput(actionInput({ from_sku: 'large', to_sku: 'small' }))).toBeUndefined()
  expect(validateActionInput(actionInput({ kind: 'loop_stop', sku: 'gb', hourly_quantity: '10' }))).toBeUndefined()
  expect(
    validateActionInput(actionInput({ kind: 'demand', demand: { resource_id: 'lb', metric: 'requests' } })),
  ).toBeUndefined()
})
