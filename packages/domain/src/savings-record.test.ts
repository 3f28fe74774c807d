import { expect, it } from 'vitest'
import { type RecordedWish, recordedWishSchema, wishFault } from './savings-record.ts'

const wish = (more: Partial<RecordedWish>) =>
  recordedWishSchema.parse({ resource_id: 'vm', not_before: '2026-09-01T00:00:00Z', ...more })

it('a field of another kind of action is refused by name', () => {
  expect(wishFault(wish({ kind: 'terminate', to_sku: 'small' }))).toBe(
    'to_sku belongs to an action of the kind "rightsize"; this one is "terminate".',
  )
  expect(wishFault(wish({ since: '2026-09-01T00:00:00Z' }))).toContain('this one names no kind')
  expect(wishFault(wish({ kind: 'demand' }))).toContain('demand.resource_id')
})

it('what belongs is taken', () => {
  expect(wishFault(wish({}))).toBeUndefined()
  expect(wishFault(wish({ from_sku: 'large', to_sku: 'small' }))).toBeUndefined()
  expect(wishFault(wish({ kind: 'loop_stop', sku: 'gb', hourly_quantity: '10' }))).toBeUndefined()
  expect(wishFault(wish({ kind: 'demand', demand: { resource_id: 'lb', metric: 'requests' } }))).toBeUndefined()
})
